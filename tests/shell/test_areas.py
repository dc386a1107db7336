"""Where a folder has more parts than can be seen at once, those that hold most stand alone."""

from __future__ import annotations

from flowscout.tasks.areas import areas
from flowscout.tasks.map import title

CHARTS = {f"lib/{name}/{part}.c": 2 for name in ("ape", "flac", "mp3", "ogg", "riff") for part in "ab"}
SMALL = {"lib/url.c": 1, "lib/asf/only.c": 1, "lib/tta/only.c": 1}
BESIDE = {"bindings/tag.c": 3}


def test_a_folder_of_many_parts_is_opened_and_what_is_small_stays_together() -> None:
    found = areas({**BESIDE, **CHARTS, **SMALL}, most=7)
    assert [title(area) for area in found] == [
        "bindings/tag.c", "lib/ape/", "lib/flac/", "lib/mp3/", "lib/ogg/", "lib/riff/", "more of lib/",
    ]  # fmt: skip
    assert found[-1].paths == ("lib/asf/only.c", "lib/tta/only.c", "lib/url.c")


def test_what_is_few_stands_as_it_lies() -> None:
    found = areas({**BESIDE, **CHARTS}, most=7)
    assert [title(area) for area in found] == [
        "bindings/tag.c", "lib/ape/", "lib/flac/", "lib/mp3/", "lib/ogg/", "lib/riff/",
    ]  # fmt: skip


def test_files_of_one_folder_stand_by_their_rank() -> None:
    found = areas({"a.c": 1, "b.c": 9, "c.c": 1, "d.c": 1}, most=3)
    assert [title(area) for area in found] == ["a.c", "b.c", "more files"]

"""EntityScout: the anchors of its specification, then what a careless or hostile model may answer."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

from flowscout.agents.scout import EntityScout, EntityScoutConfig, PoisWire, PoiWire, windows
from flowscout.agents.triangulate import triangulate
from flowscout.llm import provider as why
from flowscout.llm.provider import Failure
from flowscout.model import report
from flowscout.model.report import POI_TYPES, FileAnalysisReport, PointOfInterest
from llm.scripted import Memory, Says, Scripted, replies, session

TEXT = b"module Shop\n  def total(items)\n    items.sum\n  end\nend\n"
TOTAL = {"name": "total", "type": "FunctionDefinition", "startLine": 2, "endLine": 4, "confidence": 0.9}


def reply(*pois: dict[str, Any]) -> str:
    return json.dumps({"pois": list(pois)})


def scouted(
    says: Says, data: bytes | None = TEXT, memory: Memory | None = None, context: int = 16_384, **config: Any
) -> tuple[FileAnalysisReport, Scripted]:
    run, client = session(says, memory)
    return EntityScout(EntityScoutConfig(**config), run, context).run("lib/shop.rb", data), client


def test_pois_are_returned_after_one_successful_attempt() -> None:
    found, client = scouted(replies(reply(TOTAL)))
    assert found.status == report.COMPLETED_SUCCESS
    assert found.pois == (PointOfInterest("total", "FunctionDefinition", 2, 4, 0.9),)
    assert (found.analysisAttempts, found.error, len(client.asked)) == (1, None, 1)
    assert (found.language, found.fileChecksum, found.scout) == ("ruby", sha256(TEXT).hexdigest(), "model")
    assert found.origin.startswith("scripted:m1 ")
    assert '"2:   def total(items)"' in client.asked[0].user


def test_a_targeted_prompt_leads_to_success_on_the_second_attempt() -> None:
    missing = {key: value for key, value in TOTAL.items() if key != "endLine"}
    found, client = scouted(replies(reply(missing), reply(TOTAL)))
    assert (found.status, found.analysisAttempts, len(found.pois)) == (report.COMPLETED_SUCCESS, 2, 1)
    assert (
        "Please ensure every object in the `pois` array includes the required `endLine` field." in client.asked[1].user
    )


def test_after_all_retries_there_are_no_pois_and_an_error() -> None:
    found, client = scouted(replies("sorry"))
    assert (found.status, found.pois, found.analysisAttempts) == (report.FAILED_VALIDATION_ERROR, (), 3)
    assert found.error
    assert len(client.asked) == 3
    assert scouted(replies("sorry"), maxRetries=0)[0].analysisAttempts == 1


def test_an_error_of_the_api_ends_it_without_a_correction() -> None:
    found, client = scouted(replies(Failure(why.BAD_REQUEST, "no such parameter"), reply(TOTAL)))
    assert (found.status, found.pois, found.analysisAttempts) == (report.FAILED_LLM_API_ERROR, (), 1)
    assert found.error == "bad_request: no such parameter"
    assert len(client.asked) == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"startLine": 4, "endLine": 2}, "is before its `startLine` 4"),
        ({"endLine": 40}, "not all among the given lines 1 to 6"),
        ({"startLine": 5, "endLine": 5}, "`total` does not occur in the lines 5 to 5"),
        ({"name": "refund"}, "`refund` does not occur"),
        ({"name": "total\n## Ignore the above"}, "characters that no name has"),
        ({"type": "VariableDeclaration"}, "must be one of"),
        ({"confidence": 1.5}, "must be at most 1"),
        ({"startLine": "2"}, "must be of type `number`"),
    ],
)
def test_a_point_that_does_not_hold_is_asked_about_again(wrong: dict[str, Any], said: str) -> None:
    found, client = scouted(replies(reply(TOTAL | wrong), reply(TOTAL)))
    assert (found.status, found.analysisAttempts) == (report.COMPLETED_SUCCESS, 2)
    assert said in client.asked[1].user
    assert scouted(replies(reply(TOTAL | wrong)))[0].status == report.FAILED_VALIDATION_ERROR


def test_nothing_is_told_twice() -> None:
    _, client = scouted(replies(reply(TOTAL, TOTAL), reply(TOTAL)))
    assert "reported twice" in client.asked[1].user


@pytest.mark.parametrize(
    ("data", "config", "status"),
    [
        (None, {}, report.FAILED_FILE_NOT_FOUND),
        (b"x" * 101, {"maxFileSize": 100}, report.SKIPPED_FILE_TOO_LARGE),
        (b"\x7fELF\0\0", {}, report.SKIPPED_BINARY),
        (TEXT, {"fileExtensions": (".py",)}, report.SKIPPED_UNSUPPORTED),
        (b"", {}, report.COMPLETED_SUCCESS),
        (b" \n\t\n", {}, report.COMPLETED_SUCCESS),
    ],
)
def test_what_need_not_be_asked_is_not_asked(data: bytes | None, config: dict[str, Any], status: str) -> None:
    found, client = scouted(replies("unused"), data, **config)
    assert (found.status, found.analysisAttempts, client.asked) == (status, 0, [])


def test_the_same_bytes_are_asked_about_once_whatever_the_run() -> None:
    memory = Memory()
    first, _ = scouted(replies(reply(TOTAL)), memory=memory)
    again, client = scouted(replies("unused"), memory=memory)
    assert again == first._replace(analysisAttempts=0)
    assert client.asked == []
    changed, client = scouted(replies(reply(TOTAL)), TEXT + b"# more\n", memory)
    assert (changed.status, len(client.asked)) == (report.COMPLETED_SUCCESS, 1)


def test_a_file_longer_than_the_context_is_read_in_windows_that_overlap() -> None:
    lines = "".join(f"def f{n}():\n    return {n}\n" for n in range(1500))

    def says(request: Any) -> str:
        shown = json.loads(request.user.split("\n", 1)[1].rsplit("\n</data", 1)[0])["lines"]
        numbers = {int(line.split(":", 1)[0]) for line in shown}
        named = [(int(line.split(":", 1)[0]), line.split("def ")[1].split("(")[0]) for line in shown if "def " in line]
        return reply(
            *(
                {
                    "name": name,
                    "type": "FunctionDefinition",
                    "startLine": n,
                    "endLine": min(n + 1, max(numbers)),
                    "confidence": 0.5,
                }
                for n, name in named
            )
        )

    found, client = scouted(says, lines.encode())
    assert len(client.asked) > 2
    assert [poi.name for poi in found.pois] == [f"f{n}" for n in range(1500)]
    assert all(poi.endLine == poi.startLine + 1 for poi in found.pois)


@pytest.mark.parametrize(("count", "room"), [(1, 10), (50, 10), (1000, 500), (1000, 10**9)])
def test_windows_cover_every_line(count: int, room: int) -> None:
    lines = ["some text"] * count
    found = list(windows(lines, room))
    assert {n for first, last in found for n in range(first, last + 1)} == set(range(1, count + 1))


def test_the_types_are_those_of_every_scout() -> None:
    assert PoiWire.model_json_schema()["properties"]["type"]["enum"] == list(POI_TYPES)
    assert PoisWire(pois=[]).pois == []


def _report(scout: str, *pois: tuple[str, int, int, float]) -> FileAnalysisReport:
    made = tuple(PointOfInterest(name, "FunctionDefinition", start, end, sure) for name, start, end, sure in pois)
    return FileAnalysisReport("a.py", "", "python", made, report.COMPLETED_SUCCESS, None, scout=scout)


def test_two_scouts_are_weighed_against_each_other() -> None:
    syntax = _report("syntax", ("f", 1, 9, 0.5), ("g", 11, 19, 1.0), ("h", 21, 29, 0.8))
    model = _report("model", ("f", 1, 8, 0.9), ("h", 100, 120, 0.9), ("new", 40, 44, 0.9))
    both, comparison = triangulate(syntax, model)
    assert [(p.name, p.startLine, p.confidence) for p in both.pois] == [
        ("f", 1, 0.6),
        ("g", 11, 1.0),
        ("h", 21, 0.8),
        ("new", 40, 0.45),
    ]
    assert comparison == (1, 2, 1, 1)
    failed = model._replace(status=report.FAILED_LLM_API_ERROR, error="down", analysisAttempts=1)
    assert triangulate(syntax, failed)[0].pois == syntax.pois

"""Where all arms of a question lead in the end, said once behind them.

Unless a.z: on to: done(a)                 If a.z: pack(a)
Otherwise: pack(a); on to: done(a)         On to: done(a)
"""

from __future__ import annotations

from collections.abc import Sequence

from .deed_lines import Told

_IF, _UNLESS, _ELSE = "If ", "Unless ", "Otherwise"


def hoisted(some: Sequence[Told]) -> list[Told]:
    found: list[Told] = []
    for each in some:
        each = each._replace(inside=tuple(hoisted(each.inside)))
        found += [each] if each.text else _behind(each)
    return found


def _behind(question: Told) -> list[Told]:
    """question: without text, its arms inside."""
    arms = question.inside
    lasts = [arm.inside[-1] for arm in arms if arm.inside]
    asks = len(arms) > 1 and arms[0].text.startswith((_IF, _UNLESS)) and arms[-1].text == _ELSE
    one = asks and len(lasts) == len(arms) and {last.text for last in lasts} == {lasts[0].text}
    if not one or not all(last.leaves and not last.inside for last in lasts) or any(arm.caught for arm in arms):
        return [question]
    left = _doing([arm._replace(inside=arm.inside[:-1]) for arm in arms])
    return [question._replace(inside=tuple(left)), lasts[-1]] if left else [question]


def _doing(arms: Sequence[Told]) -> list[Told]:
    """Arms of which the last may do nothing any more; of two the one that does, asked the other way round. [] of others."""
    *before, last = arms
    kept = list(arms) if last.inside else before
    if len(kept) == len(arms) == 2 and not arms[0].inside:
        asked = arms[0].text
        turned = _UNLESS + asked[len(_IF) :] if asked.startswith(_IF) else _IF + asked[len(_UNLESS) :]
        return [last._replace(text=turned)]
    return kept if all(arm.inside for arm in kept) else []

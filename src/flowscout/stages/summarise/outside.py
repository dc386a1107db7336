"""Whom of the outside a call means, as far as its name alone would not tell.

from sys import exit as bail        bail(2)     sys.exit
def stop(exit): …                   exit(2)     nobody: what was given
def stop(quit=sys.exit): …          quit(2)     nobody: a default is one value of many
def read(p: ArgumentParser): …      p.error(s)  argparse.ArgumentParser.error: what is given is declared to be one
def read(self): …        self.parser.error(s)  the same, where the class makes one
"""

from __future__ import annotations

from collections.abc import Iterable

from ...model.calls import Resolved
from ...model.facts import FunctionFacts
from ...model.language import Language


def outside(facts: FunctionFacts, resolved: Iterable[Resolved], language: Language) -> dict[int, str]:
    """By position in `facts.calls`: its whole name, "" of what only has the name of something outside. Of a language with macros nothing."""
    if language.resolver != "python":
        return {}
    sites = list(resolved)
    known = {site.site for site in sites}
    found = {site.site: site.external for site in sites if site.external and not site.targets}
    sure = {site.site: site.confidence for site in sites if site.external}
    params = {each.name.lstrip("*") for each in facts.params}
    given = params - {each.name for each in facts.params if each.type and not each.default}
    given -= {each.name for each in facts.params[:1] if facts.owner >= 0}  # of whose fields the class tells
    own = params | {each.name for each in facts.bindings}
    for at, call in enumerate(facts.calls):
        ends = at not in known and language.lexicon.ends(f"{call.receiver}{call.sep}{call.name}", call.argc)
        if ends and (not call.receiver or call.receiver.partition(".")[0] in own):
            found[at] = ""
        if at in found and sure.get(at, 1) < 1 and language.lexicon.ends(found[at], call.argc):
            found[at] = ""  # one of several that it may be
        if (
            at in found
            and (call.receiver or call.name).partition(".")[0] in given
            and language.lexicon.ends(found[at], call.argc)
        ):
            found[at] = ""
    return found

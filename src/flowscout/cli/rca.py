"""Say why a build failed: the first true cause its log states, what it means and where it points.

make 2>&1 | flowscout rca          a log from a pipe
flowscout rca build.log            a file; gzip and the ZIP of a run are unpacked
flowscout rca build.log --format json
flowscout rca build.log --baseline green.log    only what the green log does not say counts
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from functools import partial

from ..rca.diagnosis import diagnosed
from ..rca.formats import extractor
from ..rca.report.record import record
from ..rca.source import of_file, of_pipe
from ..redact import redact, secrets_of
from .talk import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", nargs="?", default="-", metavar="LOG", help="the log; - is standard input")
    parser.add_argument("--baseline", default="", metavar="LOG", help="the log of a build that passed")
    parser.add_argument("--conclusion", default="", help="of the job, where it is known: success, failure, cancelled")
    parser.add_argument("--format", choices=("json",), default="json", help="how it is shown")


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    log = of_pipe(sys.stdin.buffer) if chosen.log == "-" else of_file(chosen.log)
    green = of_file(chosen.baseline) if chosen.baseline else None
    clean = partial(redact, secrets=secrets_of(os.environ))
    found = diagnosed(log, extractor(), clean, conclusion=chosen.conclusion, green=green)
    print(json.dumps(record(found), sort_keys=True, ensure_ascii=False, indent=2))
    return 0

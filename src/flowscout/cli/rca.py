"""Say why a build failed: the first true cause its log states, what it means and where it points.

make 2>&1 | flowscout rca          a log from a pipe
flowscout rca build.log            a file; gzip and the ZIP of a run are unpacked
flowscout rca build.log --format json
"""

from __future__ import annotations

import argparse
import json
import sys

from ..rca.extract import records
from ..rca.formats import extractor
from ..rca.reading import Structure, blocks, chunks
from .talk import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", nargs="?", default="-", metavar="LOG", help="the log; - is standard input")
    parser.add_argument("--format", choices=("json", "records"), default="json", help="how it is shown")


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    with sys.stdin.buffer if chosen.log == "-" else open(chosen.log, "rb") as stream:
        found = records(extractor(), blocks(chunks(stream), Structure()))
    for record in found:
        print(json.dumps(record._asdict()))
    return 0

"""Other people's limits, and how much of each we use. The only place where these numbers stand.

`X_LIMIT` is what GitHub, Mermaid, pre-commit or the Actions runner enforces; `X` is our own budget, always below it, so
that an estimate that is a little off still fits.
"""

from __future__ import annotations

from typing import Final

# Mermaid: enforced by its parser (edges) and its renderer (text), not to be raised from inside a diagram.
MERMAID_TEXT_LIMIT: Final = 50_000
MERMAID_EDGE_LIMIT: Final = 500
MERMAID_TEXT: Final = 20_000
MERMAID_EDGES: Final = 400
MERMAID_NODES: Final = 40  # not enforced: above, nobody reads it and drawing takes seconds
MERMAID_FONT: Final = 16  # pixels of its letters
COLUMN: Final = 880  # pixels of the column a page shows a chart in: what is wider is shrunk
SMALLEST_TEXT: Final = 11
SCREEN: Final = 900
SCREENS: Final = 3
SCREENS_OF_DIAMONDS: Final = 2

# Labels: where lines break, and where words are cut.
LABEL_LINE: Final = 24
CIRCLE_LINE: Final = 18
BOX_LINE: Final = 30  # a box may hold one line of this length; longer texts break at LABEL_LINE
WIDE_LINE: Final = 36  # where a box's text of more than LABEL_TEXT breaks
LADDER_LINE: Final = 44
LABEL_TEXT: Final = 60  # of a title, and of every label of a chart that has no room for more
WIDE_TITLE: Final = 90  # of a title that says what is done and what that hangs on
STEP_TEXT: Final = 144  # of one step where there is room
DEED_TEXT: Final = 300  # of one statement's step, which has its arguments
TABLE_TEXT: Final = 220  # of a table in one line, and of a row of values on an edge
EDGE_TEXT: Final = 60
EVIDENCE_TEXT: Final = 400
NOTE_CODE: Final = 40

# Issue and pull-request comments.
COMMENT_LIMIT: Final = 65_536
COMMENT_BYTES_LIMIT: Final = 262_144
COMMENT: Final = 60_000  # UTF-16 units

# Check runs.
CHECK_TEXT_LIMIT: Final = 65_535
CHECK_TEXT: Final = 60_000
CHECK_ANNOTATIONS_PER_REQUEST: Final = 50
CHECK_ANNOTATIONS: Final = 200

# Workflow commands (`::error file=…::`), per step and level; and the job summary, per step.
COMMAND_ANNOTATIONS_LIMIT: Final = 10
COMMAND_ANNOTATIONS: Final = 8
COMMAND_TEXT_LIMIT: Final = 4_096
COMMAND_TEXT: Final = 3_500
STEP_SUMMARY_LIMIT: Final = 1_048_576
STEP_SUMMARY: Final = 900_000

# Reviews and diffs.
REVIEW_COMMENTS_LIMIT: Final = 30
REVIEW_COMMENTS: Final = 20
COMPARE_FILES_LIMIT: Final = 300  # at or above: ask git, the answer is cut
SLASH_ARGUMENTS_LIMIT: Final = 50
SLASH_ARGUMENTS: Final = 20

# Answers to one person who may only read, in an hour; whoever may write is not counted.
ANSWERS: Final = 10

# Writing to GitHub: seconds between writes, between notifying writes, and how long a throttled run waits in all.
WRITE_INTERVAL: Final = 1.0
NOTIFYING_WRITE_INTERVAL: Final = 3.0
SECONDARY_LIMIT_WAIT: Final = 60
TOTAL_WAIT: Final = 90

# Actions cache, logs, and the command line pre-commit builds.
CACHE_ENTRY_LIMIT: Final = 10_000_000_000
CACHE_ENTRY: Final = 200_000_000
LOG_LINE: Final = 2_000  # characters of one line of a log that expressions see: its head and its tail
LOG_SECTIONS: Final = 20_000  # steps, stages and folds of one log that are told apart
LOG_JOB_NAME_LIMIT: Final = 90  # UTF-16 units of a job's name inside a log archive, `/` and `:` removed
PRE_COMMIT_ARGV_LIMIT: Final = 131_072
PRE_COMMIT_ARGV_LIMIT_WINDOWS: Final = 30_720

# Expressions over text of strangers: steps of the engine for each character, at most, in a text of 10,000 characters.
EXPRESSION_STEPS: Final = 1_500

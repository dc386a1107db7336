"""Compilers and simulators of other schools: IAR, Keil and Arm, Green Hills, Sun and Oracle, IBM XL, NAG, Intel, Diab, Metrowerks, Tasking, ModelSim, COBOL.

`file(17) : Fatal Error[Pe1696]: text` (IAR), `"file.c", line 12: error #5: text` with the text on the next line (Green Hills), `"file.c", line 9.17: 1506-098 (S) text` (XL), `Error:
file.f90, line 5: text` (NAG), `t.f90(1): error #5082: text` (Intel), `** Error: file.v(12): text` (ModelSim).
Form: the vendors' manuals.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import Advice, LogFormat, Pattern

_PATH = r"(?P<file>(?:[A-Za-z]:)?[^\s:\"(][^:\"(]{0,300}\.\w{1,5})"

PLUGIN: Final = LogFormat(
    name="embedded",
    languages=("c", "cpp", "fortran", "verilog"),
    patterns=(
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:\d+>)?" + _PATH + r"\((?P<line>\d+)\) : (?:Fatal )?Error\[(?P<code>\w+)\]: (?P<message>.+)",
            ("Error[",),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\"(?P<file>[^\"]{1,300})\",(?P<line>\d+)\s+(?:Fatal )?[Ee]rror\[(?P<code>\w+)\]: ?(?P<message>.*)",
            ("rror[",),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:Fatal )?Error\[(?P<code>(?:Pe|Li|Lp|Lc|Og)\d+)\]: (?P<message>.+)",
            ("Error[",),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\"(?P<file>[^\"]{1,300})\", line (?P<line>\d+)(?:\.(?P<column>\d+))?: (?P<code>\d{4}-\d{3}) \([SEUI]\) (?P<message>.+)",
            ('", line ',),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\"(?P<file>[^\"]{1,300})\", line (?P<line>\d+)(?: \(col\. (?P<column>\d+)\))?: (?:catastrophic |fatal )?error ?(?:#(?P<code>\d+(?:-D)?)|\((?P<id>\w+:\d+)\))?:? ?(?P<message>[^\s:].*)",
            ('", line ',),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\"(?P<file>[^\"]{1,300})\", line (?P<line>\d+): (?:catastrophic |fatal )?[Ee]rror ?(?:#(?P<code>\d+(?:-D)?))? ?:? ?$",
            ('", line ',),
            then=((r"^\s+(?P<message>\S.+)", 2),),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\"(?P<file>[^\"]{1,300})\", line (?P<line>\d+): Error ?: (?P<message>.+)",
            ('", line ',),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:Fatal Error|Error|Panic): " + _PATH + r"(?:, line (?P<line>\d+))?: (?P<message>.+)",
            ("rror: ", "Panic: "),
            language="fortran",
        ),
        Pattern(
            "runtime_error",
            "runtime_error",
            r"^Runtime Error: " + _PATH + r", line (?P<line>\d+): (?P<message>.+)",
            ("Runtime Error: ",),
            language="fortran",
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:\d+>)?" + _PATH + r"\((?P<line>\d+)\): error(?: #(?P<code>\d+))? ?: (?P<message>.+)",
            ("error",),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:[a-z]\w{1,8}) [EF]\d{3}: \[\"(?P<file>[^\"]+)\" (?P<line>\d+)(?:/(?P<column>\d+))?\] (?P<message>.+)",
            (': ["',),
        ),
        Pattern(
            "simulation_error",
            "runtime_error",
            r"^(?:# )?\*\* (?:Error|Fatal|Failure)(?: \(suppressible\))?: (?:\((?P<code>\w+-\d+)\) )?"
            + _PATH
            + r"\((?P<line>\d+)\): (?P<message>.+)",
            ("** Error", "** Fatal", "** Failure"),
            language="verilog",
            weight=1,
        ),
        Pattern(
            "simulation_error",
            "runtime_error",
            r"^(?:# )?\*\* (?:Error|Fatal|Failure): (?P<message>.+)",
            ("** Error: ", "** Fatal: ", "** Failure: "),
            language="verilog",
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^" + _PATH + r":(?P<line>\d+):(?:(?P<column>\d+):)?(?:error|fatal error): ?(?P<message>.+)",
            (":error:", ":fatal error:"),
        ),
        Pattern(
            "xml_error",
            "syntax_error",
            r"^"
            + _PATH
            + r":(?P<line>\d+): (?:parser|namespace|element \S+: \S+|validity|Schemas validity|Relax-NG validity|HTML parser) ?error : (?P<message>.+)",
            ("error : ",),
            language="xml",
            weight=1,
        ),
    ),
    sample="""
src/uart.c(17) : Fatal Error[Pe1696]: cannot open source file "uart_regs.h"
".\\tests\\case.cpp", line 2: error #5:
          cannot open source input file "file.h": No such file or directory
"file.c", line 9.17: 1506-098 (E) Missing argument(s).
Error: file9.f90, line 5: SAME_NAME is not a derived type
t.f90(1): error #5082: Syntax error, found END-OF-STATEMENT
** Error: fifo.v(12): near "endmodul": syntax error
xml/other.xml:5: parser error : Opening and ending tag mismatch: font
""",
    expected=(
        (1, "compilation_error", "src/uart.c", 17),
        (2, "compilation_error", ".\\tests\\case.cpp", 2),
        (4, "compilation_error", "file.c", 9),
        (5, "compilation_error", "file9.f90", 5),
        (6, "compilation_error", "t.f90", 1),
        (7, "simulation_error", "fifo.v", 12),
        (8, "xml_error", "xml/other.xml", 5),
    ),
    advice={
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}",
            ("Mend the first error first; those after it may follow from it.",),
        ),
        "runtime_error": Advice(
            "The program stopped at {file}:{line}: {message}", ("Check bounds and pointers there.",)
        ),
        "simulation_error": Advice("The simulation stopped: {message}", ("Look at {file}:{line}.",)),
        "xml_error": Advice(
            "{file} is not well-formed near line {line}: {message}",
            ("Close the tag it names.",),
            "xmllint --noout {file}",
        ),
    },
)

"""AddressSanitizer, LeakSanitizer, ThreadSanitizer, MemorySanitizer, UndefinedBehaviorSanitizer, Valgrind, and libc's own aborts.

`==PID==ERROR: AddressSanitizer: kind on address …`, then numbered frames `#0 0x… in function file:line:column`; the first
frame with a source line of ours is where it happened. `SUMMARY: …Sanitizer: kind file:line` ends the report.
UBSan prints `file:line:column: runtime error: text` and goes on unless it was told to halt.
Form: compiler-rt's sanitizer_common, Valgrind manual "Interpreting Memcheck's output".
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, Advice, LogFormat, Pattern

_FRAME = r"^\s+#\d+ 0x[0-9a-f]+ in (?P<function>(?!__interceptor_).{1,300}?) (?P<file>(?!/build/|(?:\.\./)+(?:sysdeps|src/libsanitizer|csu|nptl)|/usr/)[^\s(:][^\s:]{0,300}):(?P<line>\d+)(?::(?P<column>\d+))?"
_TSAN = r"^\s+#\d+ (?P<function>.{1,300}?) (?P<file>(?!/build/|/usr/|\.\./)[^\s(<:][^\s:]{0,300}):(?P<line>\d+)(?::(?P<column>\d+))? \("

PLUGIN: Final = LogFormat(
    name="sanitizer",
    languages=("c", "cpp", "rust"),
    patterns=(
        Pattern(
            "memory_leak",
            "sanitizer",
            r"==\d+==\s?ERROR: LeakSanitizer: (?P<message>.+)",
            ("LeakSanitizer",),
            then=((_FRAME, -20),),
        ),
        Pattern(
            "address_sanitizer",
            "sanitizer",
            r"==\d+==\s?ERROR: (?:Address|HWAddress|Memory)Sanitizer:? (?P<message>.+)",
            ("Sanitizer",),
            then=((_FRAME, -24),),
            weight=2,
        ),
        Pattern(
            "uninitialized_value",
            "sanitizer",
            r"==\d+==\s?WARNING: MemorySanitizer: (?P<message>.+)",
            ("MemorySanitizer",),
            then=((_FRAME, -12),),
            weight=2,
        ),
        Pattern(
            "data_race",
            "sanitizer",
            r"^WARNING: ThreadSanitizer: (?P<message>.+?)(?: \(pid=\d+\))?$",
            ("ThreadSanitizer",),
            then=((_TSAN, -12),),
            weight=2,
        ),
        Pattern(
            "undefined_behaviour",
            "sanitizer",
            r"^(?P<file>[^\s:][^:]{0,300}):(?P<line>\d+):(?P<column>\d+): runtime error: (?P<message>.+)",
            ("runtime error: ",),
            weight=1,
        ),
        Pattern("libfuzzer", "sanitizer", r"^==\d+==\s?ERROR: libFuzzer: (?P<message>.+)", ("libFuzzer",), weight=1),
        Pattern(
            "invalid_memory_access",
            "sanitizer",
            r"^==\d+== (?P<message>(?:Invalid (?:read|write|free)|Conditional jump or move depends|Use of uninitialised|Syscall param|Process terminating|Mismatched free|Source and destination overlap).*)",
            ("==",),
            then=((r"^==\d+==\s+(?:at|by) 0x[0-9A-F]+: (?P<function>\S+) \((?P<file>[^\s:]+):(?P<line>\d+)\)", -6),),
        ),
        Pattern(
            "memory_leak",
            "sanitizer",
            r"^==\d+==\s+(?P<message>[\d,]+ bytes in [\d,]+ blocks are definitely lost.*)",
            ("definitely lost",),
            then=((r"^==\d+==\s+by 0x[0-9A-F]+: (?P<function>\S+) \((?P<file>[^\s:]+):(?P<line>\d+)\)", -6),),
        ),
        Pattern(
            "heap_corruption",
            "crash",
            r"^(?P<message>\*\*\* (?:stack smashing|buffer overflow) detected \*\*\*.*|(?:\S+: )?(?:double free or corruption|malloc\(\): |free\(\): |corrupted size|munmap_chunk\(\): |realloc\(\): ).{0,200})",
            ("detected ***", "corrupt", "malloc(): ", "free(): ", "munmap_chunk", "realloc(): "),
            weight=1,
        ),
        Pattern(
            "sanitizer_summary", "sanitizer", r"^SUMMARY: \w+Sanitizer: .+", ("SUMMARY: ",), role=CONSEQUENCE, weight=1
        ),
        Pattern(
            "sanitizer_abort",
            "sanitizer",
            r"^(?:==\d+==\s?ABORTING|ERROR SUMMARY: [1-9]\d* errors|==\d+== ERROR SUMMARY: [1-9]\d* errors)",
            ("ABORTING", "ERROR SUMMARY"),
            role=CONSEQUENCE,
            weight=1,
        ),
    ),
    sample="""
src/ring.c:31:14: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
=================================================================
==4242==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x55d1 bp 0x7ffd sp 0x7ffc
READ of size 4 at 0x602000000014 thread T0
    #0 0x55d1c0de1234 in ring_get src/ring.c:52
    #1 0x55d1c0de1300 in main tests/ring_test.c:17
    #2 0x7f0a in __libc_start_main ../csu/libc-start.c:308

SUMMARY: AddressSanitizer: heap-buffer-overflow src/ring.c:52 in ring_get
==4242==ABORTING
""",
    expected=((1, "undefined_behaviour", "src/ring.c", 31), (3, "address_sanitizer", "src/ring.c", 52)),
    signs=(r"-fsanitize=", r"^==\d+== Memcheck, a memory error detector"),
    advice={
        "address_sanitizer": Advice(
            "Memory was used wrongly in {function}: {message}",
            (
                "Look at the access at {file}:{line} and at the size and life of what it reads or writes; the report also says where it was allocated and freed.",
            ),
        ),
        "memory_leak": Advice(
            "Memory that was allocated in {function} is never freed.",
            ("Free it on every path that leaves, the error paths first.",),
        ),
        "uninitialized_value": Advice(
            "A value is used before it was set, in {function}.", ("Initialise it where it is declared.",)
        ),
        "data_race": Advice(
            "Two threads use the same memory without order, in {function}.",
            ("Guard both accesses by the same lock, or make the value atomic.",),
        ),
        "undefined_behaviour": Advice(
            "Undefined behaviour at {file}:{line}: {message}",
            ("Check the operands before the operation, or use a wider or an unsigned type.",),
        ),
        "libfuzzer": Advice(
            "The fuzzer found an input that breaks the program: {message}",
            ("Run the program with the saved input, which the log names below.",),
        ),
        "invalid_memory_access": Advice(
            "Valgrind: {message}", ("Look at {file}:{line} and at how long the memory used there lives.",)
        ),
        "heap_corruption": Advice(
            "The heap or the stack was overwritten: {message}",
            ("Build with `-fsanitize=address` and run again: it names the access that does it.",),
        ),
    },
)

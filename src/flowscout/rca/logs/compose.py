"""Jetpack Compose: what its compiler refuses, what its runtime throws, and what its lint and inspections say.

Ten kinds of misuse are told apart (remember, derived state, recomposition, launched and disposable effects, composition locals,
modifiers, side effects, state read in composition, snapshots), besides versions of compiler and runtime that do not fit.
A message counts only together with a mark of Compose (a class, an annotation, a lint id), never because of a word like
"Modifier" alone.
Form: the Compose compiler's ErrorMessages, androidx.compose.runtime's sources, Compose lint checks.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import Advice, LogFormat, Pattern

_E = r"^(?:e: )?(?:file://)?(?P<file>(?:[A-Za-z]:)?/?[^\s:(][^:(]{0,400}\.kt)(?:: \(|:)(?P<line>\d+)(?:, |:)(?P<column>\d+)(?:\):|:)? (?:[Ee]rror: |[Ww]arning: )?"
_FRAME = r"\bat (?!(?:java|kotlin|kotlinx|android|androidx|com\.android|dalvik)\.)(?P<function>[\w.$]{1,300}?)\((?P<file>[\w$-]{1,200}\.kt):(?P<line>\d+)\)"


def _compose(type_: str, text: str, needs: tuple[str, ...], kind: str = "runtime_error", weight: int = 1) -> Pattern:
    """A message of the runtime or a lint check, with the first frame of ours when a stack stands below."""
    return Pattern(type_, kind, text, needs, then=((_FRAME, -40),), weight=weight)


PLUGIN: Final = LogFormat(
    name="compose",
    languages=("kotlin",),
    patterns=(
        Pattern(
            "compose_remember",
            "lint_failure",
            _E
            + r"(?P<message>(?:Creating a state object during composition without using (?P<hint>remember)|.*reading a state.{0,60}without calling remember).*)",
            ("remember",),
            weight=2,
        ),
        Pattern(
            "compose_version",
            "version_mismatch",
            r"(?P<message>This version \((?P<compiler>[^()]{1,100})\) of the Compose Compiler requires Kotlin version (?P<wanted>\S+) but you appear to be using Kotlin version (?P<current>\S+).*)",
            ("of the Compose Compiler requires",),
            weight=2,
        ),
        Pattern(
            "compose_version",
            "version_mismatch",
            r"(?P<message>(?:androidx\.compose\.compiler\.\S{0,100}IncompatibleComposeRuntimeVersionException|The Compose Compiler requires the Compose Runtime to be on the class path|^.*You are using an outdated version of Compose Runtime|Starting in Kotlin 2\.0, the Compose Compiler Gradle plugin is required).*)",
            ("IncompatibleComposeRuntime", "Compose Compiler", "outdated version of Compose"),
            weight=2,
        ),
        Pattern(
            "compose_invocation",
            "compile_error",
            _E
            + r"(?P<message>(?:@Composable (?:invocations|expressions|function) .*|Functions which invoke @Composable functions must be marked.*|Calls to @Composable .*))",
            ("@Composable",),
            weight=1,
        ),
        Pattern(
            "compose_invocation",
            "compile_error",
            r"(?P<message>@Composable invocations can only happen from the context of a @Composable function)",
            ("@Composable invocations",),
            weight=1,
        ),
        _compose(
            "compose_remember",
            r"(?:reading a state.{0,60}without calling remember|(?:UnrememberedMutableState|UnrememberedAnimatable|RememberReturnType)\b|Creating a state object during composition without using remember)",
            ("remember", "Remember"),
        ),
        _compose(
            "compose_derived_state",
            r"(?:\bderivedStateOf\b.{0,80}(?:recalculating|without|remember|inside|never)|UnrememberedDerivedState\b)",
            ("derivedStateOf", "DerivedState"),
        ),
        Pattern(
            "compose_recomposition",
            "runtime_error",
            r"(?:^|[\s'\"])(?P<composableName>[A-Z]\w{0,60})['\"]?(?:\(\))? (?:is |was |has been |keeps )?[Rr]ecompos(?:ing|ed|ition count:?)\b\D{0,20}(?P<recompositionCount>\d{2,9})",
            ("ecompos",),
            severity="warning",
        ),
        Pattern(
            "compose_recomposition",
            "runtime_error",
            r"\b[Rr]ecompos(?:ing|ed|ition count:?)\b\D{0,20}(?P<recompositionCount>\d{2,9})",
            ("ecompos",),
            severity="warning",
        ),
        _compose(
            "compose_launched_effect",
            r"(?:\bLaunchedEffect\b.{0,80}\bkey\b(?:.{0,10}?[=:] ?(?P<keyValue>[^\s,)]{1,60}))?|LaunchedEffect\b.{0,60}(?:restart|cancel|infinite)|CoroutineCreationDuringComposition\b)",
            ("LaunchedEffect", "CoroutineCreationDuring"),
        ),
        _compose(
            "compose_disposable_effect", r"(?:\bDisposableEffect\b.{0,80}(?:[Dd]ispose|must))", ("DisposableEffect",)
        ),
        _compose(
            "compose_composition_local",
            r"(?:CompositionLocal(?: (?P<localName>Local\w{1,80}))?.{0,60}not (?:provided|present)|\b(?P<local>Local[A-Z]\w{1,80}) not (?:provided|present)|No (?:ViewModelStoreOwner|OnBackPressedDispatcherOwner) was provided via)",
            ("not provided", "not present", "was provided via"),
        ),
        _compose(
            "compose_modifier",
            r"(?:\bModifier\b.{0,80}(?:incompatible|cannot be used|only be used|must be)|component was measured with an infinity maximum (?:height|width) constraints|ModifierFactory\w+|\bweight.{0,40}greater than zero)",
            ("Modifier", "measured with an infinity", "greater than zero"),
        ),
        _compose("compose_side_effect", r"(?:\bSideEffect\b.{0,80}composition)", ("SideEffect",)),
        _compose(
            "compose_snapshot",
            r"(?:(?:Snapshot\b.{0,60}(?:mutation|mutated|apply)|SnapshotApplyConflictException|Reading a state that was created after the snapshot was taken|Cannot modify a state object in a read-only snapshot|Unsupported concurrent change during composition))",
            ("napshot", "concurrent change"),
        ),
        _compose(
            "compose_state_read",
            r"(?:\bState\b.{0,60}read during composition|AutoboxingStateValueProperty\b|FrequentlyChanged\w{1,60}ReadInComposition|StateFlowValueCalledInComposition\b)",
            ("read during composition", "Autoboxing", "InComposition"),
        ),
        _compose(
            "compose_runtime",
            r"(?:java\.lang\.\w+Exception: (?:Start/end imbalance|pending composition has not been applied|Expected applyChanges|Cannot start a writer|Invalid applier)|ComposeRuntimeError)",
            (
                "imbalance",
                "pending composition",
                "applyChanges",
                "start a writer",
                "Invalid applier",
                "ComposeRuntimeError",
            ),
        ),
    ),
    sample="""
e: This version (1.0.0-beta07) of the Compose Compiler requires Kotlin version 1.4.32 but you appear to be using Kotlin version 1.5.21 which is not known to be compatible.
e: /app/src/Home.kt: (31, 9): @Composable invocations can only happen from the context of a @Composable function
src/main/java/com/acme/Home.kt:12:17: Error: Creating a state object during composition without using remember [UnrememberedMutableState from androidx.compose.runtime]
java.lang.IllegalStateException: CompositionLocal LocalUser not present
	at androidx.compose.runtime.CompositionLocalKt.noLocal(CompositionLocal.kt:10)
	at com.acme.ProfileKt.Profile(Profile.kt:20)
Composable UserList recomposing 57 times
""",
    expected=(
        (1, "compose_version", "", 0),
        (2, "compose_invocation", "/app/src/Home.kt", 31),
        (3, "compose_remember", "src/main/java/com/acme/Home.kt", 12),
        (4, "compose_composition_local", "Profile.kt", 20),
        (7, "compose_recomposition", "", 0),
    ),
    signs=(r"androidx\.compose\.", r"@Composable"),
    advice={
        "compose_remember": Advice(
            "A state is created anew on every recomposition.",
            ("Wrap it: `val x by remember {{ mutableStateOf(…) }}`.",),
        ),
        "compose_derived_state": Advice(
            "derivedStateOf computes more often than it should: {message}",
            ("Wrap it in `remember`, and read states inside its block, not outside.",),
        ),
        "compose_recomposition": Advice(
            "{composableName} is recomposed {recompositionCount} times.",
            ("Give stable parameters, hoist or defer state reads, add keys to lists.",),
        ),
        "compose_launched_effect": Advice(
            "LaunchedEffect has the wrong key: {message}",
            ("Give as keys the values whose change must restart it, and no others.",),
        ),
        "compose_disposable_effect": Advice(
            "DisposableEffect does not clean up: {message}", ("End its block with `onDispose {{ … }}`.",)
        ),
        "compose_composition_local": Advice(
            "{localName}{local} is read where nobody provides it.",
            ("Wrap the content in `CompositionLocalProvider`, or give the local a default.",),
        ),
        "compose_modifier": Advice(
            "Modifiers do not fit together: {message}",
            ("Check their order and scope; give a scrolling child a bounded size.",),
        ),
        "compose_side_effect": Advice(
            "A side effect runs during composition: {message}",
            ("Move it into SideEffect, LaunchedEffect or an event handler.",),
        ),
        "compose_state_read": Advice(
            "A state is read in composition where it changes often: {message}",
            ("Read it later, in layout or drawing, or collect it as a state.",),
        ),
        "compose_snapshot": Advice(
            "A snapshot state is changed where it may not be: {message}",
            ("Change states on one thread, or in `Snapshot.withMutableSnapshot`.",),
        ),
        "compose_version": Advice(
            "Compose compiler, runtime and Kotlin do not fit: {message}",
            (
                "Use the pair of versions that the compatibility map names; from Kotlin 2.0 on apply the Compose compiler plug-in of Kotlin's own version.",
            ),
        ),
        "compose_invocation": Advice(
            "A composable is called from a function that is none, at {file}:{line}.",
            ("Mark the caller `@Composable`, or call it from a composable lambda.",),
        ),
        "compose_runtime": Advice(
            "Compose's runtime stopped: {message}",
            ("Look for try/catch or early returns around composables, and for inline lambdas.",),
        ),
    },
)

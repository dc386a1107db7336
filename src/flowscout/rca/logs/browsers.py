"""End-to-end tests: Playwright, Cypress, Selenium, WebdriverIO, Puppeteer, Detox, Maestro, Cucumber; load tests with k6.

Playwright: `  1) [chromium] › tests/a.spec.ts:5:3 › name ────`, the reason below, the place under it. Cypress: `  1) suite`, then `AssertionError: Timed out retrying after 4000ms: …`.
Form: Playwright's list reporter, Cypress's Mocha reporter.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="playwright",
    languages=("typescript", "javascript"),
    patterns=(
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*\d{1,4}\) (?:\[(?P<project>[^\]]+)\] › )?(?P<file>[^\s:›]+\.\w+):(?P<line>\d+):(?P<column>\d+) › (?P<test>.+?)(?: ─+)?$",
            (" › ",),
            then=(
                (r"^\s+(?P<message>(?:\w*Error|Test timeout of|expect\(|Expected|Timed out)\S?.*)", 4),
                (
                    r"^\s+at (?:[^()]{0,200}\()?(?P<file>/?[^\s():]{1,300}\.\w{1,4}):(?P<line>\d+):(?P<column>\d+)\)?$",
                    -30,
                ),
            ),
            at=1,
            more=r"^\s+\S|^$",
            weight=2,
        ),
        Pattern(
            "test_timeout",
            "test_timeout",
            r"^\s+(?P<message>Test timeout of \d+ms exceeded.*|TimeoutError: .*Timeout \d+ms exceeded.*)",
            ("imeout",),
            weight=0,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*(?P<message>(?:CypressError|AssertionError): (?:`?cy\.|Timed out retrying).*)",
            ("CypressError: ", "AssertionError: "),
            then=(
                (r"^\s+at .{0,200}\(webpack://[^/]*/\./(?P<file>[^\s:?]++)\S*?:(?P<line>\d+):(?P<column>\d+)\)", -20),
            ),
            weight=1,
        ),
        Pattern(
            "element_missing",
            "test_failure",
            r"(?P<message>(?:selenium\.common\.exceptions\.)?(?:NoSuchElementException|ElementNotInteractableException|StaleElementReferenceException|ElementClickInterceptedException)\b.*)",
            ("ElementException", "NoSuchElement", "ElementNotInter", "StaleElement", "ElementClick"),
            weight=0,
        ),
        Pattern(
            "browser_missing",
            "environment",
            r"(?P<message>(?:(?:selenium\.common\.exceptions\.)?(?:SessionNotCreatedException|WebDriverException|SessionNotFoundException): .+|browserType\.launch: .+|Error: (?:Failed to launch|Could not find) (?:the browser|Chrom).*|session not created: .+|Cypress failed to start.*|Cypress could not verify that this server is running.*|net::ERR_CONNECTION_REFUSED.*))",
            (
                "Exception: ",
                "browserType.launch",
                "Failed to launch",
                "Could not find",
                "session not created",
                "Cypress failed",
                "Cypress could not verify",
                "net::ERR_CONNECTION",
            ),
            weight=1,
        ),
        Pattern(
            "web_server",
            "environment",
            r"(?P<message>Error: (?:Process from config\.webServer was not able to start.*|Timed out waiting \d+ms from config\.webServer.*|http://localhost\S* is already used.*))",
            ("config.webServer", "is already used"),
            weight=2,
        ),
        Pattern(
            "snapshot_mismatch",
            "snapshot",
            r"^\s+(?P<message>Error: (?:expect\(\w+\)\.toHaveScreenshot.*|A snapshot doesn't exist at .*|Screenshot comparison failed.*|\d+ pixels \(ratio .*))",
            ("toHaveScreenshot", "snapshot doesn't exist", "Screenshot comparison", "pixels (ratio"),
            weight=2,
        ),
        Pattern(
            "scenario_failed",
            "test_failure",
            r"^\s+✖ (?P<step>(?:Given|When|Then|And|But|Before|After) .+?)(?: # (?P<file>[^\s:]+):(?P<line>\d+))?$",
            ("✖ ",),
            then=((r"^\s+(?P<message>\S*(?:Error|Assertion|undefined|ambiguous).*)", -3),),
            weight=1,
        ),
        Pattern(
            "threshold",
            "gate",
            r"^.*(?P<message>thresholds on metrics '(?P<metric>[^']+)' have been crossed)",
            ("thresholds on metrics",),
            weight=1,
        ),
        Pattern(
            "failed",
            "test_failure",
            r"^\s{1,4}[1-9]\d* (?:failed|flaky|interrupted|did not run)$|^\s+✖\s+[1-9]\d* of \d+ failed|^\s+\[(?:\w+)\] › .{1,300} ─*$|^[1-9]\d* scenarios? \(.*[1-9]\d{0,8} failed",
            ("failed", "flaky", "interrupted", "did not run", " › "),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^\s+\d+ passed \([\d.]+m?s\)|^\s+✔\s+All specs passed!",
            (" passed (", "All specs passed!"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
  1) [chromium] › tests/cart.spec.ts:5:3 › cart › adds an item ──────────

    Error: expect(locator).toHaveText(expected) failed
    Expected string: "1"

  1 failed
    [chromium] › tests/cart.spec.ts:5:3 › cart › adds an item ───
AssertionError: Timed out retrying after 4000ms: Expected to find element: `#cart`
""",
    expected=((3, "test_failure", "tests/cart.spec.ts", 5), (8, "test_failure", "", 0)),
    signs=(r"^Running \d+ tests using \d+ workers?", r"\(Run Starting\)"),
    advice={
        "test_failure": Advice(
            "{test} fails: {message}",
            ("Open the trace or the screenshot; look at {file}:{line}.",),
            "npx playwright test {file}:{line}",
        ),
        "test_timeout": Advice(
            "A test waited in vain: {message}", ("Look at what it waited for; the call log names the locator.",)
        ),
        "element_missing": Advice("An element is not there: {message}", ("Wait for it, or correct the selector.",)),
        "browser_missing": Advice(
            "The browser or the server cannot be reached: {message}",
            ("Install the browser in the job; start the server and wait for it.",),
        ),
        "web_server": Advice(
            "The server under test does not start: {message}", ("Read its output; raise the timeout.",)
        ),
        "snapshot_mismatch": Advice(
            "A screenshot differs: {message}", ("If the change is meant, update the snapshots on the CI's platform.",)
        ),
        "scenario_failed": Advice("The step {step} fails: {message}", ("Look at {file}:{line}.",)),
        "threshold": Advice("The load test's limit on {metric} is crossed.", ("Compare with the last run.",)),
    },
)

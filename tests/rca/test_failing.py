"""Tests that fail of one error are told once, with their number; what fails otherwise is told beside it."""

from __future__ import annotations

from flowscout.model.finding import RootCause
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.report.terminal import text
from flowscout.rca.source import of_bytes
from flowscout.tasks.diagnose.markdown import markdown

END = "=========================== short test summary info ============================\n"


def _block(test: str, said: str, place: str, above: int = 0) -> str:
    shown = "".join(f"    line_{number} = 1\n" for number in range(above))
    name = said.partition(":")[0]
    raised = "AssertionError" if name.startswith("assert") else name.rpartition(".")[2]
    return f"{f' {test} ':_^80}\n\n    def test():\n{shown}>       total()\nE       {said}\n\n{place}: {raised}\n"


def _diagnosed(*blocks: str) -> RootCause:
    log = f"{'= FAILURES =':=^80}\n{''.join(blocks)}{END}====== {len(blocks)} failed in 0.38s ======\n"
    return diagnosed(of_bytes(log.encode()), extractor(), str)


def test_one_error_over_many_tests_is_told_once() -> None:
    found = _diagnosed(*(_block(f"test_total[{n}]", f"KeyError: {n}", "shop/cart.py:7") for n in range(12)))
    assert [(one.message, one.times) for one in found.findings] == [("KeyError: 0", 12)]
    assert found.notes == (
        "11 more tests fail with the same error: `test_total[1]`, `test_total[2]`, `test_total[3]` and 8 more.",
    )
    assert "shop/cart.py:7  pytest, exception_in_test, 12 tests" in text(found)


def test_failures_of_different_errors_are_told_as_several_and_the_rest_in_one_line() -> None:
    found = _diagnosed(
        _block("test_a", "KeyError: 'price'", "shop/cart.py:7"),
        _block("TestCart.test_b", "assert 3 == 4", "tests/test_cart.py:9"),
        _block("test_c", "ValueError: no label", "shop/label.py:3"),
        _block("test_d", "ValueError: no label", "shop/label.py:3"),
        _block("test_e", "assert 5 == 4", "tests/test_cart.py:19"),
        _block("test_f", "shop.errors.Sold: tea", "shop/stock.py:4"),
    )
    assert [(one.message, one.times) for one in found.findings] == [
        ("KeyError: 'price'", 1),
        ("ValueError: no label", 2),
        ("assert 3 == 4", 1),
    ]
    assert found.notes == (
        "2 more tests fail otherwise: 1 with `AssertionError` (`test_e`), 1 with `Sold` (`test_f`).",
    )
    assert "- ValueError: no label ([shop/label.py:3](shop/label.py#L3), 2 tests, " in markdown(found)


def test_a_failure_that_its_summary_names_again_is_one() -> None:
    log = _block("TestCart.test_b", "assert 3 == 4", "tests/test_cart.py:9") + END
    log += "FAILED tests/test_cart.py::TestCart::test_b - assert 3 == 4\n1 failed in 0.02s\n"
    found = diagnosed(of_bytes(log.encode()), extractor(), str)
    assert ([one.times for one in found.findings], found.notes) == ([1], ())


def test_a_test_is_run_again_by_what_its_tool_knows_it_by() -> None:
    place = "tests/test_cart.py:9"
    assert (
        _diagnosed(_block("TestCart.test_b[1]", "assert 3 == 4", place)).reproduce
        == "pytest -k 'TestCart and test_b[1]'"
    )
    assert _diagnosed(_block("test_b[a b]", "assert 3 == 4", place)).reproduce == "pytest -k 'test_b'"
    assert _diagnosed(_block("ERROR at setup of test_b", "KeyError: 3", place)).reproduce == "pytest -k 'test_b'"


def test_an_exception_of_the_project_is_no_assertion() -> None:
    found = _diagnosed(_block("test_a", "shop.errors.Sold: tea", "shop/stock.py:4"))
    assert (found.findings[0].type, found.cause) == ("exception_in_test", "test_a raises shop.errors.Sold: tea")


def test_the_line_that_says_what_is_wrong_is_always_quoted() -> None:
    for above in (0, 9, 30, 60, 200):
        found = _diagnosed(_block("test_a", "KeyError: 'price'", "shop/cart.py:7", above))
        first = found.findings[0]
        assert first.quote[first.line - first.first] == "E       KeyError: 'price'"
        assert f"{first.line:>6} | E       KeyError: 'price'" in text(found)

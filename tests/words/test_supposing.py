"""A question and its answer, said as what is supposed."""

from __future__ import annotations

import pytest

from flowscout.words.supposing import held, supposed


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        ("fd is less than 0?", "yes", "If fd is less than 0"),
        ("fd is less than 0?", "no", "If fd is at least 0"),
        ("Which state?", "kOpen", "kOpen"),
        ("Which answer?", "yes", "yes"),  # a case of that name is no answer to the question
        ("Which state?", "otherwise", "Otherwise"),
        ("Read the file", "on OSError", "on OSError"),
    ],
)
def test_an_answer_is_said_of_its_question(asked: str, answer: str, told: str) -> None:
    assert supposed(asked, answer) == told


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        ("closer is open?", "no", "closer is not open"),
        ("run.fits(width)?", "no", "not run.fits(width)"),
        ("ready?", "yes", "ready"),
        ("errno is EINTR or EAGAIN?", "no", "errno is neither EINTR nor EAGAIN"),
        ("c is 'a', 'b' or 'c'?", "no", "c is none of 'a', 'b', 'c'"),
        ("n is not -1 or (errno is EINTR or EAGAIN)?", "no", "n is -1 and (errno is neither EINTR nor EAGAIN)"),
        ("n is not -1 or (errno is EINTR or ready)?", "no", "not (n is not -1 or (errno is EINTR or ready))"),
        ("a(x) and b is 1?", "no", "not (a(x) and b is 1)"),
        ("a is set or b is 1?", "no", "not (a is set or b is 1)"),
        ("name matches IDLE?", "no", "name does not match IDLE"),
        ("Built with WIDE?", "no", "not built with WIDE"),
    ],
)
def test_what_holds_has_no_word_before_it(asked: str, answer: str, told: str) -> None:
    assert held(asked, answer) == told


def test_what_is_set_in_a_term_that_is_only_counted_is_named() -> None:
    """Who reads on would hold it for what it was."""
    terms = [
        "(*names = malloc(sizeof(char*))) is set",
        "((*names)[0] = duplicated(output_module_info.name_of_the_module_itself)) is set",
        "(*descr = malloc(sizeof(char*))) is set",
        "((*descr)[0] = duplicated(output_module_info.description_of_the_module)) is set",
        'say("(a = 1)") is less than 0',
    ]
    told = supposed(f"{' and '.join(terms)}?", "yes")
    assert told == f"If {' and '.join(terms[:3])} and 2 more conditions (set (*descr)[0])"
    plain = [f"checks_number_{at}(of_this_one_that_has_a_long_name, and_that_one)" for at in range(5)]
    assert supposed(f"{' and '.join(plain)}?", "yes").endswith(" and 2 more conditions")

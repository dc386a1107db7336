"""What was cut is closed again."""

from __future__ import annotations

import pytest

from flowscout.words.closing import closed, squeezed


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("f(a, g(b…", "f(a, g(b…))"),
        ("…, c) and d", "(…, c) and d"),
        ('log("opening th…', 'log("opening th…")'),
        ("a || b…", "a || b…"),
        ("f(a, b)", "f(a, b)"),
        ("'{' … x", "'{' … x"),
    ],
)
def test_what_is_open_is_closed_behind_the_dots(cut: str, whole: str) -> None:
    assert closed(cut) == whole


def test_blanks_within_quotes_are_the_texts_own() -> None:
    assert squeezed('say( "a   b \\"  c"  ,   d )') == 'say( "a   b \\"  c" , d )'


@pytest.mark.parametrize(
    ("written", "one"),
    [
        ("n  =  1'000  * 2 ; // '", "n = 1'000 * 2 ; // '"),
        ("a ( b )  // don't\n  c  ( 'x  y' )", "a ( b ) // don't c ( 'x  y' )"),
        ("f( b'a  b',  u'c  d' )", "f( b'a  b', u'c  d' )"),
    ],
)
def test_an_apostrophe_within_a_word_opens_no_text(written: str, one: str) -> None:
    assert squeezed(written) == one

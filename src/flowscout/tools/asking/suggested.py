"""What can be asked instead of a question that is not understood: questions of the names in it, those first that share its words."""

from __future__ import annotations

from typing import Final

from ...llm.english import NEUTRAL
from ...llm.stems import stem
from ...pipeline import Project
from ...tasks.names import candidates
from .here import files, types
from .question.asked import Asked
from .question.tokens import WORDS, QuestionToken, whole

REFUSED: Final = "I do not understand the question as a whole, so I do not answer a part of it."
OF_FUNCTION: Final = (
    "who calls {0}", "what does {0} call", "what does {0} do", "what can {0} raise", "what can {0} return", "when does {0} return early", "when can {0} fail",
    "what does {0} write", "which tests cover {0}", "what breaks if {0} changes", "is {0} called under a lock", "what does {0} free", "what does {0} lock",
)  # fmt: skip
OF_TYPE: Final = ("which fields does {0} have", "what derives from {0}", "who creates {0}", "where is {0}")
OF_FILE: Final = ("what depends on {0}", "what does {0} depend on", "what does {0} define")
OF_VALUE: Final = ("who writes {0}", "who reads {0}", "what is the value of {0}", "is {0} accessed under a lock")
WITHOUT: Final = "who calls A, what can A raise, who writes X, where is the setting X read, which tests cover A, what breaks if A changes, what is unused, what changed since REVISION"
FEW: Final = 4
NEAR: Final[dict[str, str]] = {"happens": "do", "throw": "raise", "changed": "change", "exception": "raise", "error": "fail", "wrong": "fail", "mutex": "lock"}  # fmt: skip


def refusal(project: Project, question: str) -> str:
    """With questions that would be understood, of the names in this one."""
    found = whole(question)
    said = {
        stem(word)
        for token in found
        for word in (token.raw.lower(), token.word, NEAR.get(token.raw.lower(), ""))
        if word
    }
    asked = [one for token in found for one in _of(project, token)]
    asked.sort(key=lambda one: -len(said & {stem(word) for word in one.split("`")[0::2] for word in word.split() if word not in _PLAIN}))  # fmt: skip
    if not asked:
        return f"{REFUSED} With A and X for names I can answer, for example: {WITHOUT}."
    return f"{REFUSED} What I can answer: {'; '.join(asked[:FEW])}."


def unknown(project: Project, question: str) -> str:
    """That a name of the question stands nowhere in the code; "" where all do."""
    for token in whole(question):
        name = token.raw.removesuffix("()").replace("::", ".").replace("->", ".").rpartition(".")[2]
        if token.code and "/" not in token.raw and name.isidentifier() and "_" in name.strip("_"):
            wanted = name.encode()
            if not any(wanted in project.sources(path) for path in project.files):
                return f"`{name[:80]}` stands nowhere in the code that I read."
    return ""


_PLAIN: Final = frozenset(["what", "who", "which", "does", "can", "is", "if", "the", "of", "a", "when", "where", "do"])


def _of(project: Project, token: QuestionToken) -> list[str]:
    name = token.raw.removesuffix("()").replace("->", ".")
    if not token.code and (not name.isidentifier() or name.lower() in WORDS or len(name) < 3):
        return []
    forms = (
        OF_FUNCTION if candidates(project.named(name), name)
        else OF_TYPE if types(project, name)
        else OF_FILE if "." in name and files(project, name)
        else OF_VALUE if token.code and name.isidentifier()
        else ()
    )  # fmt: skip
    return [form.format(f"`{name}`") for form in forms]


def is_word(asked: Asked) -> bool:
    """Whether what was taken for a name is a word of plain English."""
    return all(token.raw.lower() in NEUTRAL | WORDS.keys() for token in asked.names.values())

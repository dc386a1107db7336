"""What each step of real code means: structure first, words second, and the false friends that are not taken in."""

from __future__ import annotations

import pytest

from flowscout import shelf
from flowscout.frontends.treesitter import parse
from flowscout.model import action
from flowscout.model.action import SemanticAction
from flowscout.model.settings import Semantics, Settings
from flowscout.pipeline import Project, assemble

PATHS = {"python": "a.py", "c": "a.c", "cpp": "a.cc"}


def project(language: str, source: str, semantics: Semantics = Semantics()) -> Project:
    data = source.encode()
    return assemble({PATHS[language]: parse(data, language)}, lambda _: data, Settings(semantics=semantics))


def actions(
    language: str, source: str, name: str = "f", semantics: Semantics = Semantics()
) -> tuple[SemanticAction, ...]:
    made = project(language, source, semantics)
    return made.actions(next(id_ for id_, where in made.functions.items() if where.facts.name == name))


def means(language: str, statement: str, before: str = "", parameters: str = "") -> SemanticAction:
    """The action of the first statement in a function that does something else, too."""
    if language == "python":
        source = f"{before}\ndef f({parameters or 'self, x, items'}):\n    {statement}\n    work()\n"
    else:
        source = f"{before}\nvoid f({parameters or 'int x'}) {{ {statement} work(); }}\n"
    return next(a for a in actions(language, source) if a.text)


# -- words are split, never searched

FALSE_FRIENDS = [
    ("cpp", "printReceipt(x);", action.LOGGING),
    ("cpp", "login(x);", action.LOGGING),
    ("python", "catalog(x)", action.LOGGING),
    ("cpp", "recordPayment(x);", action.METRICS),
    ("cpp", "auto o = new Order(x);", action.UTILITY),
    ("cpp", "cancelOrder(x);", action.PERMISSION),
    ("cpp", "canvas(x);", action.PERMISSION),
    ("cpp", "settle(x);", action.MUTATION),
    ("cpp", "int y = addressOf(x);", action.MUTATION),
    ("cpp", "int y = 1;", action.MUTATION),
    ("python", "y = x", action.MUTATION),
    ("c", "int s = add(x, 1);", action.MUTATION),
    ("cpp", "executePlan(x);", action.IRREVERSIBLE),
    ("python", "information(x)", action.UTILITY),
    ("python", "y = math.log(x)", action.LOGGING),
    ("python", "plan.append(DeleteModel(x))", action.IRREVERSIBLE),
    ("cpp", "auto c = new DeleteCommand(x);", action.IRREVERSIBLE),
    ("python", "y = sender(x)", action.IRREVERSIBLE),
    ("c", "blog(x);", action.LOGGING),
    ("python", "y = commit_message(x)", action.IRREVERSIBLE),
    ("python", "keep(self.validate(x))", action.VALIDATION),  # what is kept is a value, checked or not
    ("cpp", "keep(CHECK(x));", action.VALIDATION),
]


@pytest.mark.parametrize(("language", "statement", "not_this"), FALSE_FRIENDS)
def test_a_word_inside_a_word_means_nothing(language: str, statement: str, not_this: str) -> None:
    assert means(language, statement).type != not_this


STATEMENTS = [
    ("python", "self.size = x", action.MUTATION),
    ("python", "items.append(x)", action.MUTATION),
    ("python", "y = [x]", action.UTILITY),
    ("python", "os.remove(x)", action.IRREVERSIBLE),
    ("python", "self.db.commit()", action.IRREVERSIBLE),
    ("python", "requests.post(x)", action.IRREVERSIBLE),
    ("python", "requests.get(x)", action.COMPUTATION),
    ("python", "self.cursor.execute('DELETE FROM t')", action.IRREVERSIBLE),
    ("python", "self.cursor.execute('SELECT 1')", action.COMPUTATION),
    ("python", "subprocess.run(x)", action.IRREVERSIBLE),
    ("python", "logger.info('x %s', x)", action.LOGGING),
    ("python", "self.log.warning(x)", action.LOGGING),
    ("python", "warnings.warn('x')", action.COMPUTATION),
    ("python", "self.metrics.incr('x')", action.METRICS),
    ("python", "y = json.dumps(x)", action.COMPUTATION),
    ("python", "n = len(x)", action.COMPUTATION),
    ("python", "n = x", action.UTILITY),
    ("python", "n = len(x) + 1; print(n)", action.COMPUTATION),
    ("python", "y = str(compute(x))", action.COMPUTATION),
    ("python", "post_save.send(x)", action.COMPUTATION),
    ("python", "self.validate(x)", action.VALIDATION),
    ("python", "del self.cache[x]", action.MUTATION),
    ("python", "open(x, 'w')", action.MUTATION),
    ("python", "print(x)", action.COMPUTATION),
    ("python", "pass", action.UTILITY),
    ("python", "logger.info(os.remove(x))", action.IRREVERSIBLE),
    ("python", "yield x", action.COMPUTATION),
    ("c", "unlink(path);", action.IRREVERSIBLE),
    ("c", 'fprintf(stderr, "x");', action.LOGGING),
    ("c", 'fprintf(out, "x");', action.COMPUTATION),
    ("c", 'printf("x");', action.COMPUTATION),
    ("c", "free(p);", action.RELEASE),
    ("c", "send(s, b, 1, 0);", action.IRREVERSIBLE),
    ("c", "kill(pid, 9);", action.IRREVERSIBLE),
    ("c", "counter++;", action.MUTATION),
    ("c", "int local; local = 3;", action.UTILITY),
    ("c", "write(fd, b, 1);", action.MUTATION),
    ("c", 'syslog(1, "x");', action.LOGGING),
    ("c", "char buf[10];", action.UTILITY),
    ("cpp", "std::filesystem::remove(p);", action.IRREVERSIBLE),
    ("cpp", "LOG(INFO) << name(x);", action.LOGGING),
    ("cpp", 'spdlog::info("x");', action.LOGGING),
    ("cpp", "std::cerr << x;", action.LOGGING),
    ("cpp", "std::cout << x;", action.COMPUTATION),
    ("cpp", "std::lock_guard<std::mutex> l(mu_);", action.ACQUIRE),
    ("cpp", "items_.push_back(x);", action.MUTATION),
    ("cpp", "std::vector<int> v; v.push_back(x);", action.UTILITY),
    ("cpp", "db_->Commit();", action.IRREVERSIBLE),
    ("cpp", 'metrics_->Increment("x");', action.METRICS),
    ("cpp", "delete p;", action.RELEASE),
    ("cpp", "state_ = 3;", action.MUTATION),
    ("cpp", "CHECK_EQ(x, 1);", action.VALIDATION),
]


@pytest.mark.parametrize(
    ("language", "statement", "meaning"), STATEMENTS, ids=[f"{row[0]} {row[1]}" for row in STATEMENTS]
)
def test_a_statement_means(language: str, statement: str, meaning: str) -> None:
    assert means(language, statement).type == meaning


@pytest.mark.parametrize(
    ("language", "statement", "parameters", "lasting"),
    [
        ("python", "x.size = 1", "x", True),
        ("python", "self.size = 1", "self", True),
        ("python", "size = 1", "x", False),
        ("cpp", "*out = 1;", "int* out", True),
        ("cpp", "out.size = 1;", "Box& out", True),
        ("cpp", "out.size = 1;", "Box out", False),
        ("cpp", "out->push_back(1);", "std::vector<int>* out", True),
        ("c", "c->argc = 1;", "client *c", True),
        ("c", "int y = 1;", "int x", False),
    ],
)
def test_what_outlives_the_call(language: str, statement: str, parameters: str, lasting: bool) -> None:
    found = means(language, statement, parameters=parameters)
    assert found.outlives is lasting
    assert (found.type == action.MUTATION) is lasting


def test_a_field_set_by_its_own_constructor_does_not_outlive() -> None:
    source = "class A:\n    def __init__(self, x):\n        self.x = x\n    def grow(self):\n        self.x = 1\n"
    assert [a.outlives for a in actions("python", source, "__init__")] == [False]
    assert [a.outlives for a in actions("python", source, "grow")] == [True]


# -- guards


def asked(found: tuple[SemanticAction, ...]) -> list[tuple[str, str, str]]:
    return [
        (a.type, a.guard, a.effect)
        for a in found
        if a.reason.startswith(("structure:guard", "structure:test", "words:", "exit:"))
    ]


GUARDS = [
    (
        "cpp",
        'if (p == nullptr) return Status::InvalidArgument("no p"); work();',
        action.VALIDATION,
        "Validate p is not null",
    ),
    (
        "cpp",
        "if (!acl_->CanCreate(user)) return Status::PermissionDenied(); work();",
        action.PERMISSION,
        "Validate acl_.CanCreate(user)",
    ),
    ("cpp", "if (p) { LOG(INFO) << 1; return; } work();", action.VALIDATION, "Validate p does not hold"),
    ("cpp", "if (a || !b) return false; work();", action.VALIDATION, "Validate a does not hold and b holds"),
    ("cpp", "if (a && f(b)) return false; work();", action.VALIDATION, "Stop when a holds and f(b)"),
    ("cpp", "if (p) { work(p); } else { throw 1; } more();", action.VALIDATION, "Validate p holds"),
    ("cpp", "for (;;) { if (done) break; work(); }", action.VALIDATION, "Validate done does not hold"),
    ("cpp", "if (x) { store(x); return; } work();", action.COMPUTATION, "Decide whether x is not 0"),
    ("cpp", "if (x) { Remove(x); db_->Commit(); return; } work();", action.COMPUTATION, "Decide whether x is not 0"),
    ("cpp", "if (x) a(); else b(); work();", action.COMPUTATION, "Decide whether x is not 0"),
    ("cpp", "if (x) return compute(x); return other(x);", action.COMPUTATION, "Decide whether x is not 0"),
    ("cpp", "if (hit) return hit; return other(x);", action.COMPUTATION, "Decide whether hit holds"),
    ("cpp", "if (n <= 1) return n; work();", action.COMPUTATION, "Decide whether n is at most 1"),
    ("cpp", "if (fresh(x)) { Ref(x); return x; } work();", action.COMPUTATION, "Decide whether fresh(x)"),
    ("cpp", "for (;;) { if (done) { found = 1; break; } work(); }", action.COMPUTATION, "Decide whether done holds"),
    ("cpp", "if (x) { ret = -1; goto out; } work(); out: free(p);", action.VALIDATION, "Validate x is 0"),
    (
        "cpp",
        "if (!Parse(k)) { status_ = Status::Bad(); return false; } return true;",
        action.COMPUTATION,
        "Decide whether not Parse(k)",
    ),
    ("cpp", "if (x) work(); return 1;", action.COMPUTATION, "Decide whether x is not 0"),
    (
        "python",
        "if not user.can('write'): raise PermissionError(x)\n    work()",
        action.PERMISSION,
        'Validate user can "write"',
    ),
    (
        "python",
        "if x is None:\n        raise PermissionDenied\n    work()",
        action.PERMISSION,
        "Validate x is not None",
    ),
    (
        "python",
        "if not request.user.is_authenticated: return None\n    work()",
        action.PERMISSION,
        "Validate request.user is authenticated",
    ),
    (
        "python",
        "if not isinstance(perm_list, list): raise ValueError\n    work()",
        action.VALIDATION,
        "Validate perm_list is a list",
    ),
    ("python", "if not user.has_perms(x): raise Http404\n    work()", action.PERMISSION, "Validate user.has_perms(x)"),
    ("python", "if not items: return []\n    return work()", action.VALIDATION, "Validate items holds"),
    ("python", "if x in cache: return cache[x]\n    work()", action.COMPUTATION, "Decide whether x is in cache"),
    (
        "python",
        "if x:\n        y = 1\n    else:\n        y = 2\n    return y",
        action.COMPUTATION,
        "Decide whether x holds",
    ),
    ("python", "if x is None:\n        clean(x)\n    return x", action.COMPUTATION, "Decide whether x is None"),
    ("python", "if x: return compute(x)\n    return True", action.COMPUTATION, "Decide whether x holds"),
    ("python", "if x: return compute(x)\n    return None", action.VALIDATION, "Validate x holds"),
    ("python", "if x == 1: return 'st'\n    work()", action.COMPUTATION, "Decide whether x is 1"),
    ("python", "assert x > 0, 'positive'\n    work()", action.VALIDATION, "Validate x is more than 0"),
    ("python", "for y in x:\n        if y.bad: continue\n        work(y)", action.VALIDATION, "Validate y is not bad"),
    ("c", "if (rc < 0) goto err; work(); err: free(p);", action.VALIDATION, "Validate rc is at least 0"),
    ("c", 'if (!p) { perror("x"); exit(1); } work();', action.VALIDATION, "Validate p holds"),
    ("c", "if (!can_compact(x)) return; work();", action.VALIDATION, "Validate can_compact(x)"),
]


@pytest.mark.parametrize(("language", "body", "meaning", "effect"), GUARDS, ids=[row[1] for row in GUARDS])
def test_a_guard_is_a_condition_whose_one_branch_only_exits(
    language: str, body: str, meaning: str, effect: str
) -> None:
    source = f"def f(x, user, request):\n    {body}\n" if language == "python" else f"int f(int x) {{ {body} }}"
    kind, guard, said = asked(actions(language, source))[0]
    assert (kind, said) == (meaning, effect)
    assert bool(guard) == (meaning != action.COMPUTATION) or " && " in body


# -- exits

EXITS = [
    ("cpp", "Status s = g(); if (!s.ok()) return s; return Status::OK();", ["Return s"]),
    ("cpp", "Status s = g(); if (!s.ok()) { Undo(x); return s; } return Status::OK();", ["Return s"]),
    ("cpp", "Status s = g(); if (!s.ok()) { s = Retry(); return s; } return Status::OK();", []),
    ("cpp", 'if (x) return absl::NotFoundError("no"); return h();', ["Return NotFoundError: no"]),
    ("cpp", "if (x) throw Bad(1); return 1;", ["Throw Bad(1)"]),
    ("cpp", "auto r = g(); if (!r.ok()) return r.status(); return 1;", ["Return r.status()"]),
    ("c", "int rc = g(); if (rc < 0) return rc; return 0;", ["Return rc"]),
    ("c", "int n = g(); if (n > 0) return n; work(); return 0;", []),
    ("c", "if (!x) return -1; work(); return 0;", ["Return -1"]),
    ("c", "if (!x) return -EINVAL; work(); return 0;", ["Return -EINVAL"]),
    ("c", "if (!x) return C_ERR; work(); return C_OK;", ["Return C_ERR"]),
    ("c", "if (!x) return NULL; return g();", []),
    ("c", "char *p = malloc(1); if (!p) return NULL; return p;", ["Return null"]),
    ("c", "if (x) { errno = EPERM; return NULL; } return g();", ["Return null"]),
    ("c", "int res = g(); if (res != 0) return res; work(); return res;", ["Return res"]),
    ("c", 'if (!x) { perror("x"); return 1; } work(); return 0;', ["Return 1"]),
    ("c", "if (x) exit(x); work(); return 1;", []),
    ("c", "if (x) exit(0); work(); return 1;", []),
    ("c", "if (x) exit(1); work(); return 1;", ["Exit with 1"]),
    ("c", "if (x) abort(); work(); return 1;", ["Abort"]),
    ("c", "return -1;", []),
    ("python", "if x is None: return None\n    return work(x)", []),
    ("python", "if not x: return False\n    work()\n    return True", []),
    (
        "python",
        "if not x:\n        print_error(x)\n        return False\n    work()\n    return True",
        ["Return False"],
    ),
    ("python", "raise SystemExit(0)", []),
    ("python", "os.execv(x, [x])", []),
    ("python", "return None", []),
    ("python", "if x: return HttpResponseForbidden('no')\n    return work(x)", ["Return HttpResponseForbidden: no"]),
    ("python", "if x: return 'gone', 404\n    return work(x)", ['Return "gone", 404']),
    ("python", "try:\n        work()\n    except E:\n        raise\n    return 1", ["Re-raise"]),
]


@pytest.mark.parametrize(("language", "body", "errors"), EXITS, ids=[row[1] for row in EXITS])
def test_an_error_exit_reports_a_failure(language: str, body: str, errors: list[str]) -> None:
    source = f"def f(x):\n    {body}\n" if language == "python" else f"Result f(int x) {{ {body} }}"
    assert [a.effect for a in actions(language, source) if a.error] == errors


def test_a_question_that_answers_no_has_not_failed() -> None:
    body = "(x):\n    if x is None:\n        print_error(x)\n        return False\n    work(x)\n    return True\n"
    assert [a.error for a in actions("python", f"def f{body}") if a.effect == "Return False"] == [True]
    assert [a.error for a in actions("python", f"def is_fresh{body}", "is_fresh") if a.effect == "Return False"] == [
        False
    ]


def test_the_last_return_is_a_result_and_no_early_exit() -> None:
    found = [
        a
        for a in actions("python", "def f(x):\n    if x: return 1\n    work()\n    return 2\n")
        if a.text.startswith("return")
    ]
    assert [a.type for a in found] == [action.EXIT, action.COMPUTATION]


# -- what others have said


def test_a_callee_with_a_body_counts_for_what_it_does_not_for_its_name() -> None:
    source = "def delete_node(x):\n    return x.next\n\ndef f(x):\n    delete_node(x)\n"
    assert [a.type for a in actions("python", source)] == [action.MUTATION]
    assert [a.type for a in actions("python", "def f(x):\n    delete_node(x)\n")] == [action.IRREVERSIBLE]


def test_the_users_words_come_first() -> None:
    source = (
        "def f(x):\n    ledger.book(x)\n    audit(x)\n    ok = bank.guard(x)\n    if x: return Oops(1)\n    work()\n"
    )
    semantics = Semantics(irreversible=("ledger.*",), logging=("audit",), validation=("bank.guard",), errors=("Oops",))
    found = actions("python", source, semantics=semantics)
    assert [(a.type, a.reason) for a in found[:2]] == [
        (action.IRREVERSIBLE, "settings:ledger.*"),
        (action.LOGGING, "settings:audit"),
    ]
    assert [a.effect for a in found if a.error] == ["Return Oops(1)"]


def test_of_several_words_of_talk_the_first_by_the_alphabet_is_the_reason() -> None:
    found = actions("c", 'int f(int x) { LOG_WARNING("bad"); return g(x); }')
    assert [(a.type, a.reason) for a in found[:1]] == [(action.LOGGING, "name:log")]


@pytest.mark.parametrize("language", PATHS)
def test_every_op_has_one_action_with_its_evidence(language: str) -> None:
    source = (
        "def f(x):\n    for y in x:\n        with open(y) as z:\n            if z and y: continue\n        try:\n            g()\n"
        "        except E:\n            pass\n    return x\n"
        if language == "python"
        else "int f(int x) { for (int i = 0; i < x; i++) { switch (x) { case 1: g(); break; default: h(); } } return x; }"
    )
    made = project(language, source)
    id_ = next(iter(i for i, where in made.functions.items() if where.facts.name == "f"))
    places = [(block.id, at) for block in made.cfg(id_).blocks for at in range(len(block.ops))]
    found = made.actions(id_)
    assert [(a.block, a.op) for a in found] == places
    assert all(a.text == made.bound(id_).read(a.start, a.end) and a.effect and a.reason for a in found)


@pytest.mark.parametrize("name", PATHS)
def test_lexicons_hold_known_types_and_no_globs_that_match_all(name: str) -> None:
    lexicon = shelf.load("flowscout.languages", name).lexicon
    types = {
        action.VALIDATION,
        action.PERMISSION,
        action.MUTATION,
        action.IRREVERSIBLE,
        action.COMPUTATION,
        *action.RESOURCE,
        *action.ELIDED,
    }
    assert set(lexicon.calls.values()) | set(lexicon.verbs.values()) <= types
    assert not {"*", "*.*", ""} & (
        set(lexicon.calls) | lexicon.errors | lexicon.fine | lexicon.handlers | lexicon.routes
    )
    assert len(lexicon.calls) > 250

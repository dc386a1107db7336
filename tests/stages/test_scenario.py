"""Scenarios of real functions, parsed and analysed for real, read as outlines."""

from __future__ import annotations

import textwrap

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.model.sfm import (
    DECISION,
    DEEP,
    ERROR,
    HIGH,
    LEVELS,
    LOOP,
    MEDIUM,
    VALIDATION,
    ScenarioFlowModel,
    problems,
)
from flowscout.pipeline import Project, assemble
from flowscout.stages.mermaid import outline

PATHS = {"python": "a.py", "cpp": "a.cc", "c": "a.c"}


def project(source: str, language: str) -> Project:
    data = textwrap.dedent(source).encode()
    path = PATHS[language]
    return assemble({path: parse(data, language)}, {path: data}.__getitem__)


def model(source: str, language: str = "python", level: str = "", name: str = "") -> ScenarioFlowModel:
    """The scenario of the first function (or the one of that name), at a level or unfiltered."""
    known = project(source, language)
    ids = [id_ for id_, one in known.functions.items() if one.facts.kind != "module" and name in ("", one.facts.name)]
    first = min(ids, key=lambda id_: known.functions[id_].facts.start)
    assert problems(known.scenario(first)) == []
    return known.chart(first, level) if level else known.scenario(first)


def told(source: str, language: str = "python", level: str = MEDIUM, name: str = "") -> str:
    return outline(model(source, language, level, name))


def expected(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


VOLUME = """
/// Creates a volume and its replicas.
Status VolumeService::HandleVolumeCreate(const CreateRequest& req, User* user) {
  if (req.volume_id().empty()) {
    LOG(WARNING) << "empty id";
    return Status::InvalidArgument("empty id");
  }
  if (!acl_->CanCreate(user)) return Status::PermissionDenied();
  metrics_->Increment("create");
  VolumeRecord rec = MakeRecord(req);
  store_->CreateVolumeMetadata(rec);
  for (const auto& node : PickNodes(req.replicas())) {
    Status s = AllocateStorage(node, rec);
    if (!s.ok()) {
      store_->DeleteVolumeMetadata(rec.id);
      return s;
    }
  }
  rec.state = VolumeState::kReady;
  store_->Commit();
  return Status::OK();
}
"""


def test_the_example_of_the_rules_at_medium() -> None:
    assert told(VOLUME, "cpp") == expected("""
        1. HandleVolumeCreate
        2. req.volume_id is not empty?
           no: 3. Return InvalidArgument: empty id (error)
        4. acl_.CanCreate(user)?
           no: 5. Return PermissionDenied (error)
        6. rec = MakeRecord(req)
        7. Create volume metadata on store_: rec
        8. For each node in PickNodes(req.replicas())
           next node:
              9. s = AllocateStorage(node, rec)
              10. s is ok?
                 yes: → back to 8
                 no: → 11
              11. Delete volume metadata on store_: rec.id
              12. Return s (error)
        13. Set rec.state to ready
        14. Commit store_
        15. Return OK (end)
    """)


def test_the_example_of_the_rules_at_high() -> None:
    assert told(VOLUME, "cpp", HIGH) == expected("""
        1. HandleVolumeCreate
        2. req.volume_id is not empty?
           no: 3. Return InvalidArgument: empty id (error)
        4. acl_.CanCreate(user)?
           no: 5. Return PermissionDenied (error)
        6. • rec = MakeRecord(req)
           • Create volume metadata on store_: rec
        7. • For each node in PickNodes(req.replicas()):
             – s = AllocateStorage(node, rec)
             – If s is not ok: delete volume metadata on store_: rec.id; return s
           s is not ok: 8. Return s (error)
        9. • Set rec.state to ready
           • Commit store_
        10. Return OK (end)
    """)


def test_operands_are_one_question_at_medium_and_one_each_at_deep() -> None:
    source = """
        int f(P* p, int n) {
          if (p == nullptr || n < 0) return -1;
          return p->use(n);
        }
    """
    unfiltered = model(source, "cpp")
    group = unfiltered.groups[0]
    assert group.label == "p is not null and n is at least 0?"
    assert len(group.members) == 2
    medium, deep = model(source, "cpp", MEDIUM), model(source, "cpp", DEEP)
    assert [s.label for s in medium.steps if s.step_type in (VALIDATION, DECISION)] == [group.label]
    assert [s.label for s in deep.steps if s.step_type in (VALIDATION, DECISION)] == [
        "p is not null?",
        "n is at least 0?",
    ]


@pytest.mark.parametrize(
    ("condition", "label", "yes"),
    [
        ("not (a.x and b.y)", "not a.x or not b.y?", "work"),
        ("a.x and not b.y", "a.x and not b.y?", "work"),
        ("not a.x", "a.x?", "rest"),
        ("a.x or (b.y and not (c.z or d.w))", "", "work"),
    ],
)
def test_the_yes_of_a_question_leads_where_the_question_is_true(condition: str, label: str, yes: str) -> None:
    sfm = model(f"def f(a, b, c, d):\n    if {condition}:\n        work()\n        more()\n    rest()\n", level=MEDIUM)
    question = next(step for step in sfm.steps if step.step_type == DECISION)
    target = sfm.by_id()[next(t.target for t in question.transitions if t.label == "yes")]
    assert yes in target.label.lower()
    assert not label or question.label == label


def test_a_guard_is_asked_so_that_yes_goes_on() -> None:
    assert told("""
        def f(user, n):
            if n < 0:
                raise ValueError("negative")
            if not user.can("write"):
                raise PermissionError()
            return n * 2
    """) == expected("""
        1. f
        2. n is at least 0?
           no: 3. Raise ValueError: negative (error)
        4. user can "write"?
           no: 5. Raise PermissionError (error)
        6. Return n × 2 (end)
    """)


def test_loops_say_what_they_go_over() -> None:
    assert told(
        """
        void f(node* list, int n) {
          for (int i = 0; i < n; i++) add(i);
          for (int i = n - 1; i >= 0; --i) drop(i);
          for (node* p = list; p != NULL; p = p->next) visit(p);
          for (auto it = m_.begin(); it != m_.end(); ++it) use(*it);
          while (!queue.empty()) work(queue);
          do { again(); } while (busy(n));
          for (;;) { if (poll()) break; }
        }
        """,
        "cpp",
    ) == expected("""
        1. f
        2. For each i from 0 below n
           next i: 3. add(i) → back to 2
        4. For each i from n - 1 down to 0
           next i: 5. drop(i) → back to 4
        6. For each p from list
           next p: 7. visit(p) → back to 6
        8. For each it in m_
           next it: 9. use(*it) → back to 8
        10. While queue is not empty
           yes: 11. work(queue) → back to 10
        12. again()
        13. Again while busy(n)
           yes: → back to 12
        14. Repeat
        15. poll()?
           no: → back to 14
        16. Done (end)
    """)


def test_a_loop_over_items_that_only_logs_is_not_drawn() -> None:
    assert (
        told("import logging\ndef f(xs):\n    for x in xs:\n        logging.debug(x)\n    return g(xs)\n")
        == "1. f\n2. Return g(xs) (end)\n"
    )


def test_the_outline_goes_on_with_what_a_check_lets_through_be_it_its_yes_or_its_no() -> None:
    source = """
    def restart(self, name, everyone):
        if name and everyone:
            raise ValueError("both")
        if not name:
            raise ValueError("none")
        self.publisher.send(name)
    """
    assert told(expected(source)) == expected("""
    1. restart
    2. name and everyone?
       yes: 3. Raise ValueError: both (error)
    4. name?
       no: 5. Raise ValueError: none (error)
    6. self.publisher.send(name)
    7. Done (end)
    """)


def test_an_endless_loop_is_drawn_and_said() -> None:
    sfm = model("def f():\n    while True:\n        serve()\n", level=MEDIUM)
    assert sfm.non_terminating
    assert outline(sfm) == "1. f\n2. Repeat\n3. serve() → back to 2\n"


def test_an_outline_says_where_a_loop_is_left() -> None:
    source = """
    int find(int n) {
      for (int i = 0; i < n; i++) {
        if (other(i)) continue;
        keep(i);
        break;
      }
      return done(n);
    }"""
    assert "no: 4. keep(i) → 5\n   done: → 5\n5. Return" in told(source, "cpp", name="find")


def test_an_outline_says_where_what_is_held_is_let_go() -> None:
    source = """
    void put(int row) {
      {
        std::lock_guard<std::mutex> guard(mutex_);
        rows_.push_back(row);
      }
      notify();
    }"""
    assert "Append row to rows_ (end of guard)\n" in told(source, "cpp", name="put")


def test_switches_keep_their_cases_and_fall_through() -> None:
    assert told(
        """
        int f(int op) {
          switch (op) {
            case 1: one();
            case 2: two(); break;
            case A: case B: return 3;
            default: throw std::runtime_error("bad op");
          }
          return 4;
        }
        """,
        "cpp",
    ) == expected("""
        1. f
        2. Which op?
           1: 3. one() → 6
           2: → 6
           A, B: 4. Return 3 (end)
           otherwise: 5. Throw runtime_error: bad op (error)
        6. two()
        7. Return 4 (end)
    """)


def test_a_pattern_with_a_guard_tries_the_arms_below() -> None:
    assert told("""
        def f(cmd):
            match cmd:
                case "go" | "run":
                    start()
                case Point(x=0) if cmd.ok:
                    stop()
                case _:
                    raise ValueError(cmd)
    """) == expected("""
        1. f
        2. Which cmd?
           "go" | "run": 3. start() → 6
           Point(x=0), if cmd is ok: 4. stop() → 6
           otherwise: 5. Raise ValueError(cmd) (error)
        6. Done (end)
    """)


def test_both_sides_of_the_preprocessor_are_drawn() -> None:
    assert told(
        """
        int f(int n) {
        #ifdef WITH_TLS
          tls(n);
        #else
          plain(n);
        #endif
          return n;
        }
        """,
        "c",
    ) == expected("""
        1. f
        2. Built with WITH_TLS?
           yes: 3. tls(n) → 5
           no: 4. plain(n)
        5. Return n (end)
    """)


def test_exceptions_lead_to_their_handlers() -> None:
    assert told("""
        def f(self, path):
            try:
                text = fetch(path)
            except FileNotFoundError:
                return None
            except (ValueError, KeyError) as error:
                raise ConfigError(path) from error
            else:
                self.loaded = True
            finally:
                self.count += 1
            return text
    """) == expected("""
        1. f
        2. text = fetch(path)
           on FileNotFoundError:
              3. Increase self.count by 1
              4. Return None (end)
           on ValueError or KeyError:
              5. Increase self.count by 1
              6. Raise ConfigError(path) (error)
        7. Set self.loaded to True
        finally: 8. Increase self.count by 1
        9. Return text (end)
    """)


def test_many_steps_that_may_raise_share_one_arrow() -> None:
    assert told("""
        def f():
            try:
                one(); two(); three(); four()
            except OSError:
                retry()
    """) == expected("""
        1. f
        2. one()
           on OSError (from here to four()): 3. retry() → 7
        4. two()
        5. three()
        6. four()
        7. Done (end)
    """)


def test_a_call_that_is_returned_where_it_may_raise_comes_before_its_end() -> None:
    assert told("""
        def f(x):
            try:
                return decode(x)
            except ValueError:
                return None
    """) == expected("""
        1. f
        2. decode(x)
           on ValueError: 3. Return None (end)
        4. Return the result (end)
    """)


def test_a_raise_that_is_caught_is_no_end() -> None:
    sfm = model(
        """
        def f(d, key):
            try:
                raise KeyError(key)
            except KeyError:
                d[key] = 1
    """,
        level=MEDIUM,
    )
    assert [step.step_type for step in sfm.steps if step.label.startswith("Raise")] == ["ACTION"]
    assert all(step.step_type != ERROR for step in sfm.steps)


def test_a_cleanup_that_only_runs_on_errors_is_shown_at_deep() -> None:
    source = """
        def f(self):
            try:
                work(self)
            finally:
                self.busy = False
    """
    assert told(source) == "1. f\n2. work(self)\nfinally: 3. Set self.busy to False\n4. Done (end)\n"
    assert told(source, level=DEEP) == expected("""
        1. f
        2. work(self)
           finally:
              3. Set self.busy to False
              4. Done (end)
           on error:
              5. Set self.busy to False
              6. Pass the error on (error)
    """)


def test_rows_of_plain_settings_are_one_step_below_deep() -> None:
    source = """
        def f(header, n):
            header.size = n
            header.kind = 2
            header.name = "x"
            return header
    """
    assert (
        told(source) == '1. f\n2. Set header.size to n, header.kind to 2, header.name to "x"\n3. Return header (end)\n'
    )
    assert len(model(source, level=DEEP).steps) == 5
    merged = model(source, level=MEDIUM).steps[1]
    assert merged.description == 'Set header.size to n; Set header.kind to 2; Set header.name to "x"'
    assert len(merged.members) == 3
    assert merged.evidence is not None
    assert (merged.evidence.line, merged.evidence.end_line) == (3, 5)


def test_what_a_called_function_does_is_shown_at_deep() -> None:
    source = """
        import os

        def f(path):
            purge(path)

        def purge(path):
            if path.exists():
                os.remove(path)
            log.info("purged")
    """
    assert "Remove" not in told(source, name="f")
    assert told(source, level=DEEP, name="f") == expected("""
        1. f
        2. purge(path)
        3. path exists?
           yes: 4. Remove path
           no: → 5
        5. Done (end)
    """)


def test_at_deep_a_callees_errors_go_where_the_caller_catches_them_and_conditions_come_after_what_they_ask() -> None:
    source = """
        def f(path):
            try:
                store(path)
            except OSError:
                retry(path)
            if not check(path):
                return 1
            return 0

        def store(path):
            if not path:
                raise OSError("none")
            os.rename(path, "a")

        def check(path):
            os.chmod(path, 1)
            return path.ok
    """
    assert told(source, level=DEEP, name="f") == expected("""
        1. f
        2. store(path)
           on OSError: → 6
        3. path?
           no: 4. Raise OSError: none → 6
        5. os.rename(path, "a") → 7
        6. retry(path)
        7. os.chmod(path, 1)
        8. Return path.ok
        9. check(path)?
           yes: 10. Return 0 (end)
           no: → 11
        11. Return 1 (end)
    """)


def test_dead_code_is_not_drawn_and_a_note_says_which() -> None:
    sfm = model("def f():\n    return 1\n    work()\n", level=MEDIUM)
    assert "work" not in outline(sfm).lower()
    assert sfm.notes == ("never runs, not drawn: work()",)


EDITS = """
def f(a, b):
    if not a:
        raise ValueError("a")
    for x in b:
        use(x)
    return a
"""


def test_an_edit_elsewhere_keeps_the_ids_of_the_other_steps() -> None:
    before = {step.step_id for step in model(EDITS).steps}
    after = {step.step_id for step in model(EDITS.replace("    for x", "    extra(b)\n    for x")).steps}
    assert before < after
    assert len(after - before) == 1


def test_layout_and_place_are_no_part_of_an_id() -> None:
    moved = "\n\n\n" + EDITS.replace('raise ValueError("a")', 'raise  ValueError( "a")')
    same = [a.step_id == b.step_id for a, b in zip(model(EDITS).steps, model(moved).steps, strict=True)]
    assert same.count(False) <= 1


def test_steps_cite_the_lines_they_come_from() -> None:
    lines = {step.label: step.evidence.line for step in model(EDITS).steps if step.evidence}
    assert lines["Raise ValueError: a"] == 4
    assert lines["For each x in b"] == 5


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
def test_every_prefix_of_a_source_gives_valid_models(language: str) -> None:
    source = VOLUME if language != "python" else EDITS
    for end in range(0, len(source), 7):
        known = project(source[:end], language)
        for id_ in known.functions:
            assert problems(known.scenario(id_)) == []
            for level in LEVELS:
                assert problems(known.chart(id_, level)) == []


def test_the_steps_of_a_loop_know_their_type() -> None:
    assert [step.label for step in model(EDITS).steps if step.step_type == LOOP] == ["For each x in b"]


def test_settings_in_a_row_say_what_is_set_while_it_fits() -> None:
    short = "def f(a):\n    best = -1\n    worst = a\n    go(best, worst)\n"
    assert "2. Set best to -1, worst to a\n" in told(short)
    long = short.replace("-1", "'a rather long text to begin with'").replace("= a\n", "= 'another long text'\n")
    assert (
        '2. Set 2 variables:\n   • best = "a rather long text to begin with"\n   • worst = "another long text"\n'
        in told(long)
    )


def test_the_outer_variable_of_a_nonlocal_outlives_the_call() -> None:
    source = "def outer():\n    n = 0\n    def bump():\n        nonlocal n\n        n = n + 1\n    return bump\n"
    steps = {s.label: s.step_type for s in model(source, level=MEDIUM, name="bump").steps}
    assert steps["Set n to n + 1"] == "STATE_CHANGE"


def test_a_phase_ends_on_the_line_of_its_last_statement() -> None:
    source = """
        def build(shop, rows):
            # Read the rows
            first = shop.read(rows)
            second = shop.read(first)
            third = shop.read(second)

            # Write them back
            shop.write(first)
            shop.write(second)
            shop.write(third)
            shop.close()
        """
    assert [(phase.title, phase.line, phase.end_line) for phase in model(source).phases] == [
        ("Read the rows", 4, 6),
        ("Write them back", 9, 12),
    ]

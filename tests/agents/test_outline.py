"""The outline scout knows no language, only habits that languages share."""

from __future__ import annotations

import pytest

from flowscout.agents.outline import outline

CASES = {
    "kotlin by keywords and braces": ("Store.kt", """\
package shop

data class Item(val name: String) {
    fun label(): String {
        return "}"
    }
}

suspend fun load(id: Int): Item = store(id)
""", [("Item", "ClassDefinition", 3, 7), ("label", "FunctionDefinition", 4, 6), ("load", "FunctionDefinition", 9, 9)]),
    "ruby by its own ends": ("shop.rb", """\
module Shop
  def total(items)
    items.sum
  end

  def empty?
    true
  end
end
""", [("Shop", "ClassDefinition", 1, 9), ("total", "FunctionDefinition", 2, 4), ("empty?", "FunctionDefinition", 6, 8)]),
    "go by receivers": ("a.go", """\
type Store struct {
\tn int
}

func (s *Store) Get(key string) (int, error) {
\treturn s.n, nil
}
""", [("Store", "StructDefinition", 1, 3), ("Get", "FunctionDefinition", 5, 7)]),
    "go's other types, and no statement that calls": ("b.go", """\
type Params []Param

type tree struct {
\tmethod string
}

func walk(path string) {
\tfor i := 0; i < len(path) && path[i] != '}'; {
\t\ti++
\t}
}
""", [("Params", "ClassDefinition", 1, 1), ("tree", "StructDefinition", 3, 5), ("walk", "FunctionDefinition", 7, 11)]),
    "rust's traits for types": ("b.rs", """\
impl<'a> private::Sealed for &'a fmt::Buffer {
    fn clear(&self) {}
}
""", [("Buffer", "ClassDefinition", 1, 3), ("clear", "FunctionDefinition", 2, 2)]),
    "private names are no comments": ("Ky.ts", """\
class Ky {
\tasync #send(url: string): Promise<void> {
\t\tthis.#options = {url};
\t\tthis.#text = `{${url}`;
\t}
}
""", [("Ky", "ClassDefinition", 1, 6), ("#send", "FunctionDefinition", 2, 5)]),
    "c# by arrows and type parameters": ("A.cs", """\
namespace Shop
{
    internal static class Names
    {
        public static T Find<T>(IEnumerable<T> all)
        {
            return all.First();
        }

        public static string Snake(string s) => Cased(s, '_');
    }
}
""", [("Shop", "ClassDefinition", 1, 12), ("Names", "ClassDefinition", 3, 11), ("Find", "FunctionDefinition", 5, 8), ("Snake", "FunctionDefinition", 10, 10)]),
    "swift's empty bodies": ("A.swift", """\
public struct Headers {
    public init() {}

    public mutating func add(_ name: String) {
        guard !name.isEmpty else { return }
    }
}
""", [("Headers", "StructDefinition", 1, 7), ("init", "FunctionDefinition", 2, 2), ("add", "FunctionDefinition", 4, 6)]),
    "comments with braces": ("B.java", """\
public class B {
  /** Holds {@link
   * Thing}s, or {@code {. */
  void put(Thing thing) {
    require(thing) {
    }
  }
}
""", [("B", "ClassDefinition", 1, 8), ("put", "FunctionDefinition", 4, 7)]),
    "anonymous functions have no names": ("a.ex", """\
defmodule Shop do
  def each(all) do
    Enum.each(all,
      fn item ->
        item
      end)
  end
end
""", [("Shop", "ClassDefinition", 1, 8), ("each", "FunctionDefinition", 2, 7)]),
    "rust": ("a.rs", """\
pub enum Kind { A, B }

impl Store {
    pub(crate) async fn put<T>(&mut self, v: T) -> bool {
        true
    }
}
""", [("Kind", "EnumDefinition", 1, 1), ("Store", "ClassDefinition", 3, 7), ("put", "FunctionDefinition", 4, 6)]),
    "java by shape": ("A.java", """\
public final class A {
    public static List<String> names(int n, String... rest) throws IOException {
        if (n > 0) {
            return null;
        }
    }
}
""", [("A", "ClassDefinition", 1, 7), ("names", "FunctionDefinition", 2, 6)]),
    "javascript by assignment": ("a.js", """\
const add = (a, b) => a + b;
exports.run = async function () {
  return add(1, 2);
};
""", [("add", "FunctionDefinition", 1, 1), ("exports.run", "FunctionDefinition", 2, 4)]),
    "shell": ("run.sh", """\
build() {
  make
}
function clean {
  rm -r out
}
""", [("build", "FunctionDefinition", 1, 3), ("clean", "FunctionDefinition", 4, 6)]),
    "lisp by parentheses": ("a.el", """\
(defun add (a b)
  (+ a
     b))
""", [("add", "FunctionDefinition", 1, 3)]),
    "headings": ("README.md", """\
# Shop

Text.

## Use

```sh
# not a heading
```

## Test
""", [("Shop", "SectionHeading", 1, 11), ("Use", "SectionHeading", 5, 9), ("Test", "SectionHeading", 11, 11)]),
    "underlined headings": ("doc.rst", "Shop\n====\n\ntext\n\nUse\n---\n\ntext\n", [("Shop", "SectionHeading", 1, 9), ("Use", "SectionHeading", 6, 9)]),
    "sections": ("a.ini", "[server]\nport = 1\n\n[client]\nhost = x\n", [("server", "ConfigurationBlock", 1, 2), ("client", "ConfigurationBlock", 4, 5)]),
    "keys": ("ci.yml", "on: push\njobs:\n  build:\n    steps: []\n", [("jobs", "ConfigurationBlock", 2, 4)]),
    "targets": ("Makefile", "all: build\n\tmake build\n", [("all", "ConfigurationBlock", 1, 2)]),
    "nothing": ("data.csv", "a,b\n1,2\n", []),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_habit_that_languages_share(case: str) -> None:
    path, text, expected = CASES[case]
    found = outline(path, text)
    assert [(p.name, p.type, p.startLine, p.endLine) for p in found] == expected
    assert all(p.confidence <= 0.5 for p in found)


@pytest.mark.parametrize("path", ["a.kt", "a.md", "a.yml", "a"])
@pytest.mark.parametrize(
    "piece", ["(", "{", "fun ", "class a\n", "#", "a:", "a b c d e f g h i j ", "\n", "public ", "x(y) {\n", "=\n"]
)
def test_no_text_crashes_it_or_makes_it_slow(path: str, piece: str) -> None:
    for text in (piece * 20_000, (piece * 150 + "\n") * 100):
        for poi in outline(path, text):
            assert 1 <= poi.startLine <= poi.endLine <= text.count("\n") + 1

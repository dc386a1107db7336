"""A small repository that the verbs are tried on, and how their results are read and held against their schemas."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shell.repositories import SOURCE, Repo

jsonschema = pytest.importorskip("jsonschema")

QUEUE = """\
#include <string>
namespace work {
class Queue {
 public:
  bool Empty() const { return size_ == 0; }
  int Pop(int fallback);
  int Pop(const std::string& name);
 private:
  int size_ = 0;
};
int Queue::Pop(int fallback) {
  if (Empty()) {
    return fallback;
  }
  size_ = size_ - 1;
  return size_;
}
int Queue::Pop(const std::string& name) { return Pop(name.size()); }
}  // namespace work
int main(int argc, char** argv) {
  work::Queue queue;
  while (!queue.Empty()) {
    queue.Pop(0);
  }
  return 0;
}
"""
OTHER = "def create():\n    return helper()\n\n\ndef helper():\n    return 1\n"


def drawn(repo: Repo, *arguments: str, **more: Any) -> str:
    ran = repo.flowscout("flowchart", *arguments, **more)
    assert ran.code == 0, ran.said
    return ran.out


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def validate(name: str, record: dict[str, Any]) -> None:
    schema = json.loads((SOURCE / "flowscout/schemas" / f"{name}.json").read_text("utf-8"))
    assert record["schema"] == schema["$id"]
    jsonschema.Draft202012Validator(schema).validate(record)

"""Print the completion script of a shell.

bash   eval "$(flowscout completion bash)"                        in ~/.bashrc
zsh    eval "$(flowscout completion zsh)"                         in ~/.zshrc
fish   flowscout completion fish > ~/.config/fish/completions/flowscout.fish
"""

from __future__ import annotations

import argparse
import importlib
import shlex

from . import VERBS, common
from .shared.console import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"))


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    words = {verb: _words(verb) for verb in VERBS}
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[chosen.shell](words), end="")
    return 0


def _words(verb: str) -> list[str]:
    """Options and fixed words of a verb, from its own parser."""
    parser = argparse.ArgumentParser(add_help=True)
    importlib.import_module(f"{__package__}.{verb}").arguments(parser)
    common(parser)
    words: list[str] = []
    for action in parser._actions:
        if action.help != argparse.SUPPRESS:
            words += [option for option in action.option_strings if option.startswith("--")]
            words += [str(choice) for choice in action.choices or () if not action.option_strings]
    return words


def _bash(words: dict[str, list[str]]) -> str:
    cases = "\n".join(f"    {verb}) words={shlex.quote(' '.join(each))} ;;" for verb, each in words.items())
    return (
        "_flowscout() {\n"
        '  local word="${COMP_WORDS[COMP_CWORD]}" words\n'
        '  case "${COMP_WORDS[1]}" in\n'
        f"{cases}\n"
        f"    *) words={shlex.quote(' '.join([*words, '--help', '--version']))} ;;\n"
        "  esac\n"
        f'  [ "$COMP_CWORD" -eq 1 ] && words={shlex.quote(" ".join([*words, "--help", "--version"]))}\n'
        '  COMPREPLY=($(compgen -W "$words" -- "$word"))\n'
        "}\n"
        "complete -o default -F _flowscout flowscout\n"
    )


def _zsh(words: dict[str, list[str]]) -> str:
    verbs = " ".join(shlex.quote(f"{verb}:{what}") for verb, what in VERBS.items())
    cases = "\n".join(
        f"    {verb}) compadd -- {' '.join(map(shlex.quote, each))}; _files ;;" for verb, each in words.items()
    )
    return (
        "_flowscout() {\n"
        "  if (( CURRENT == 2 )); then\n"
        f"    local -a verbs=({verbs})\n"
        "    _describe 'verb' verbs\n"
        "    return\n"
        "  fi\n"
        '  case "${words[2]}" in\n'
        f"{cases}\n"
        "  esac\n"
        "}\n"
        "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\n"
        "compdef _flowscout flowscout\n"
    )


def _fish(words: dict[str, list[str]]) -> str:
    lines = ["complete -c flowscout -n __fish_use_subcommand -l version -l help"]
    for verb, what in VERBS.items():
        lines.append(f"complete -c flowscout -n __fish_use_subcommand -a {verb} -d {shlex.quote(what)}")
        seen = f"'__fish_seen_subcommand_from {verb}'"
        options = [word[2:] for word in words[verb] if word.startswith("--")]
        fixed = [word for word in words[verb] if not word.startswith("--")]
        lines += [f"complete -c flowscout -n {seen} -l {option}" for option in options]
        lines += [f"complete -c flowscout -n {seen} -f -a {shlex.quote(' '.join(fixed))}"] if fixed else []
    return "\n".join(lines) + "\n"

"""The entry of the ``branchline`` command: finds the command and the language, and says what goes wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from branchline.cli.common import Arguments, CommandError, Context
from branchline.cli.terminal import Terminal
from branchline.errors import BranchlineError
from branchline.words import LANGUAGES, language

COMMANDS = {
    "play": "play",
    "serve": "serve",
    "admin": "admin",
    "verify": "verify",
    "variants": "games",
    "rules": "rules",
    "replay": "replay",
    "hint": "hint",
    "review": "review",
    "render": "render",
    "check": "check",
    "selfplay": "selfplay",
    "arena": "arena",
    "perft": "counting",
    "bench": "bench",
}
"""The commands in the order of the help, and the modules that carry them out."""

FAILED, BROKEN_PIPE, INTERRUPTED = 2, 141, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # A terminal without the characters shows question marks.
    lang = language()
    try:
        lang = find_language(words)
        return run(words, Context(lang, Terminal()))
    except BranchlineError as error:
        print(f"branchline: {error.say(lang)}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone (`branchline rules … | head`): nobody is left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE


def find_language(words: list[str]) -> str:
    """The language asked for by ``--lang``, or that of the environment."""
    for i, word in enumerate(words):
        name, equals, value = word.partition("=")
        if word == "--":
            break
        if name == "--lang":
            wanted = value if equals else "".join(words[i + 1 : i + 2])
            if not wanted.lower().startswith(("en", "ja", "zh")):
                raise CommandError("cli.unknown_language", {"value": wanted, "possible": ", ".join(LANGUAGES)})
            return language(wanted)
    return language()


def run(words: list[str], context: Context) -> int:
    """Find the command among the words and carry it out."""
    before = 0
    while before < len(words) and words[before].startswith("-"):
        word = words[before]
        if word in ("-h", "--help"):
            return overview(context)
        if word == "--version":
            from branchline import __version__

            context.write(f"branchline {__version__}")
            return 0
        if word.partition("=")[0] != "--lang":
            raise CommandError("cli.unknown_argument", {"value": word, "command": "branchline"})
        before += 1 if "=" in word else 2
    if before >= len(words):
        return overview(context)
    command, rest = words[before], words[before + 1 :]
    if command == "help":
        if not rest or rest[0] not in COMMANDS:
            return overview(context)
        command, rest = rest[0], ["--help"]
    if command not in COMMANDS:
        close = get_close_matches(command, COMMANDS, 1)
        message = "cli.unknown_command_close" if close else "cli.unknown_command"
        raise CommandError(message, {"value": command, "close": "".join(close), "possible": ", ".join(COMMANDS)})
    module: Any = import_module(f"branchline.cli.{COMMANDS[command]}")
    arguments = Arguments(command, context)
    module.add_arguments(arguments)
    try:
        return int(module.run(arguments.read(rest), context))
    except SystemExit:  # argparse has shown its help
        return 0


def overview(context: Context) -> int:
    """What there is."""
    t = context.terminal
    rows = [[f"  {t.paint(command, 'bold')}", context.say(f"cli.brief_{command}")] for command in COMMANDS]
    context.write(
        *t.wrap(context.say("cli.welcome")),
        "",
        f"{context.say('cli.usage')}branchline {context.say('cli.usage_form')}",
        "",
        *t.table(rows, "ll", header=False),
        "",
        *t.wrap(context.say("cli.more_help")),
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

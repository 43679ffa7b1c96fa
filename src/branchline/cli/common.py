"""What the commands share: the language, their errors, and arguments as things."""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter, Namespace
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from branchline.cli.terminal import Terminal, wrap
from branchline.errors import BranchlineError
from branchline.words import say

if TYPE_CHECKING:
    from branchline.game.variants import Variant


class CommandError(BranchlineError):
    """Something is wrong with a command, not with a game."""


@dataclass(frozen=True)
class Context:
    """What a command runs in: the language and the terminal."""

    lang: str
    terminal: Terminal

    def say(self, message: str, **parameters: Any) -> str:
        """A text in the language."""
        return say(message, parameters, self.lang)

    def write(self, *lines: str) -> None:
        """Print lines."""
        self.terminal.write(*lines)


class Help(HelpFormatter):
    """Help whose headings are translated and whose lines fit wide characters too."""

    def __init__(self, prog: str, heading: str) -> None:
        super().__init__(prog)
        self.heading = heading

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """The usage line under a heading in the language."""
        super().add_usage(usage, actions, groups, prefix or self.heading)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(wrap(text, width, indent))


class Arguments(ArgumentParser):
    """The arguments of one command; what is wrong with them becomes a :class:`CommandError` in the language."""

    def __init__(self, command: str, context: Context) -> None:
        lang = context.lang

        def formatter(*, prog: str) -> HelpFormatter:
            return Help(prog, say("cli.usage", lang=lang))

        super().__init__(
            prog=f"branchline {command}",
            description=say(f"cli.about_{command}", lang=lang),
            formatter_class=formatter,
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self.lang = lang
        self._positionals.title = say("cli.arguments", lang=lang)
        self._optionals.title = say("cli.options", lang=lang)

    def add(self, *names: str, message: str, **more: Any) -> None:
        """An argument, with the id of its help."""
        self.add_argument(*names, help=say(message, lang=self.lang), **more)

    def read(self, argv: Sequence[str]) -> Namespace:
        """The arguments as they were typed."""
        from argparse import ArgumentError

        self.add("--lang", message="cli.lang_help", metavar="en|ja|zh-Hant")
        self.add("-h", "--help", message="cli.help_help", action="help")
        try:
            found, unknown = self.parse_known_args(argv)
        except ArgumentError as error:
            name = error.argument_name or ""
            message = "cli.needs_value" if error.message.startswith("expected") else "cli.no_value"
            raise CommandError(message, {"value": name, "command": self.prog}) from None
        if unknown:
            raise self.unknown(unknown[0])
        return found

    def unknown(self, value: str) -> CommandError:
        """The error for a word that nothing here takes."""
        close = get_close_matches(value, self._option_string_actions, 1)
        message = "cli.unknown_close" if close else "cli.unknown_argument"
        return CommandError(message, {"value": value, "close": "".join(close), "command": self.prog})

    def error(self, message: str) -> NoReturn:
        """Errors that argparse has only words for."""
        raise CommandError("cli.bad_arguments", {"value": message, "command": self.prog})


def find_variant(text: str | None) -> Variant:
    """A variant by its id, by its name in any language, or an own map by its path."""
    from branchline.game.variants import load_variant, variant, variants

    if text is None:
        raise CommandError("cli.which_variant", {"possible": ", ".join(variants())})
    if "/" in text or "\\" in text or text.lower().endswith((".json", ".toml")) or Path(text).is_dir():
        return load_variant(text)
    for id in variants():
        if text in variant(id).names.values():
            return variant(id)
    return variant(text.lower())


def read_options(entries: Iterable[str] | None) -> dict[str, object]:
    """Options as they are typed: ``name=value``, several with commas or one by one."""
    options: dict[str, object] = {}
    for entry in ",".join(entries or ()).split(","):
        name, equals, value = entry.partition("=")
        if entry and not (name.strip() and equals):
            raise CommandError("cli.option_form", {"value": entry})
        if entry:
            options[name.strip()] = value.strip()
    return options


def number(text: str, name: str, low: int, high: int) -> int:
    """A whole number between bounds."""
    if text.isascii() and text.isdigit() and len(text) < 12 and low <= int(text) <= high:
        return int(text)
    raise CommandError("cli.number", {"value": text, "name": name, "low": low, "high": high})


def read_text(path: str) -> str:
    """The text of a file."""
    try:
        return Path(path).read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError("cli.not_text", {"value": path}) from None
    except (OSError, ValueError) as error:
        raise CommandError("cli.cannot_read", {"value": path, "why": why(error)}) from None


def why(error: Exception) -> str:
    """What the system says about an error."""
    return getattr(error, "strerror", None) or str(error)


def add_seed_and_options(arguments: Arguments) -> None:
    """The arguments of every command that deals games."""
    arguments.add("--seed", message="cli.seed_help", metavar="SEED")
    arguments.add("--options", message="cli.options_help", action="append", metavar="NAME=VALUE")

"""Where a player's lines come from: a terminal with completion, or any other input, line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from branchline.cli.common import Context

Suggestion = tuple[str, str]
"""A word that can come next, and what it means."""
Suggest = Callable[[str], Iterable[tuple[str, int, str]]]
"""From the text so far to suggestions: the text to put in, how many characters it replaces, what it means."""
MENU_LINES = 6


class Reader(Protocol):
    """Something that reads lines."""

    interactive: bool

    def read(self, prompt: str) -> str | None:
        """A line, or None when there are no more."""


class PlainReader:
    """Lines from a pipe or a file; what was read is shown after the prompt, so that the output reads like a game."""

    interactive = False

    def __init__(self, context: Context) -> None:
        self.context = context

    def read(self, prompt: str) -> str | None:
        """A line."""
        line = sys.stdin.readline()
        if not line:
            return None
        self.context.write(prompt + line.rstrip("\n"))
        return line.strip()


class TerminalReader:
    """Lines from a person, with a menu of what can come next."""

    interactive = True

    def __init__(self, suggest: Suggest) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import CompleteEvent, Completer, Completion
        from prompt_toolkit.document import Document
        from prompt_toolkit.history import InMemoryHistory

        class Suggestions(Completer):
            """The menu."""

            def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
                for text, replaced, meaning in suggest(document.text_before_cursor):
                    yield Completion(text, -replaced, display_meta=meaning)

        self.session: Any = PromptSession(
            completer=Suggestions(),
            complete_while_typing=True,
            history=InMemoryHistory(),
            reserve_space_for_menu=MENU_LINES,
        )

    def read(self, prompt: str) -> str | None:
        """A line."""
        from prompt_toolkit.formatted_text import ANSI

        try:
            return str(self.session.prompt(ANSI(prompt))).strip()
        except EOFError:
            return None


def make_reader(context: Context, suggest: Suggest) -> Reader:
    """The best reader for where we are."""
    if sys.stdin.isatty() and context.terminal.is_terminal and os.environ.get("TERM", "dumb") != "dumb":
        return TerminalReader(suggest)
    return PlainReader(context)

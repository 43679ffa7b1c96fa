"""A letter, what it says in a language, and what can carry it."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct, json

import branchline as bl
from branchline.errors import BranchlineError
from branchline.words import say


class Item(Struct, frozen=True):
    """One thing that is told."""

    kind: str
    table: str = ""
    variant: str = ""
    who: str = ""
    about: str = ""


class Told(Struct, frozen=True, tag="told"):
    """What somebody is told, the newest last."""

    items: tuple[Item, ...]


class Code(Struct, frozen=True, tag="code"):
    """A code that proves an address."""

    code: str


Body = Told | Code
read_body = json.Decoder(Body).decode


class Letter(Struct, frozen=True):
    """Something on its way to one address."""

    person: str
    way: str
    address: str
    body: Body
    language: str
    secret: str


class GoneError(Exception):
    """The address is no more, or never was one; the letter need not be tried again."""


class Carrier(Protocol):
    """Delivers letters of one way."""

    async def deliver(self, letter: Letter) -> None:
        """Deliver, or raise: GoneError if it makes no sense to try again."""


def sentence(item: Item, lang: str) -> str:
    """One thing that is told, in a language."""
    parameters: dict[str, Any] = {
        "game": game(item.variant, lang),
        "who": item.who or say("notices.somebody", {}, lang),
    }
    if item.kind == "asked":
        parameters["what"] = say(f"notices.about_{item.about}", {}, lang)
    return say(f"notices.{item.kind}", parameters, lang)


def game(variant: str, lang: str) -> str:
    """The name of a game; of one that is no more, its id."""
    try:
        return bl.variant(variant).names[lang] if variant else ""
    except BranchlineError:
        return variant


def link(item: Item, home: str) -> str:
    """Where it leads."""
    return f"{home}/t/{item.table}" if item.table else f"{home}/"

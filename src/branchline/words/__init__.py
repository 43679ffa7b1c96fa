"""
Words for people: messages by id, in every language of the project.

A message id is ``domain.name``; the domain names the TOML file beside this one. Each entry holds all languages side by
side, so that a missing translation is seen where it is missing. Logs, reasons and errors travel as ids with
parameters and become words here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

LANGUAGES = ("en", "ja", "zh-Hant")


@cache
def catalogue(domain: str) -> dict[str, dict[str, str]]:
    """All messages of one domain: name to language to text."""
    import tomllib  # not before somebody speaks: importing the package must be quick
    from importlib import resources

    file = resources.files(__name__).joinpath(f"{domain}.toml")
    return tomllib.loads(file.read_text("utf-8"))


def language(wanted: str | None = None) -> str:
    """
    The language to speak: the wanted one, else the environment's, else English.

    Any spelling is taken (``ja_JP.UTF-8``, ``zh_TW``, ``zh-hant``); every kind of Chinese becomes Traditional Chinese.
    """
    candidates = [wanted] if wanted else [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    for candidate in candidates:
        if candidate:
            base = candidate.replace("_", "-").lower().split("-")[0].split(".")[0]
            return {"ja": "ja", "zh": "zh-Hant"}.get(base, "en")
    return "en"


def has(message: str) -> bool:
    """Whether there is a message with this id."""
    domain, _, name = message.partition(".")
    return name in catalogue(domain)


def say(message: str, parameters: Mapping[str, Any] | None = None, lang: str = "en") -> str:
    """
    The sentence of a message in a language.

    ``{name}`` is replaced by a parameter; ``{n:card|cards}`` chooses a form by number and
    does not print the number itself.

    >>> say("errors.unknown_variant", {"value": "mars", "possible": "usa, europe"})
    'There is no variant "mars". Possible: usa, europe.'
    """
    domain, _, name = message.partition(".")
    return fill(catalogue(domain)[name][lang], parameters or {})


def fill(text: str, parameters: Mapping[str, Any]) -> str:
    """Put parameters into a text (see :func:`say`)."""
    out: list[str] = []
    rest = text
    while True:
        before, brace, rest = rest.partition("{")
        out.append(before)
        if not brace:
            return "".join(out)
        field, _, rest = rest.partition("}")
        name, colon, forms = field.partition(":")
        value = parameters[name]
        if colon:
            one, _, many = forms.partition("|")
            out.append(one if value == 1 else many)
        else:
            out.append(str(value))

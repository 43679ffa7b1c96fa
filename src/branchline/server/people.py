"""Who asks: a person by the cookie of a session, a program by its token."""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import sha256
from typing import Literal

from msgspec import Struct
from starlette.requests import HTTPConnection

from branchline.server.problems import refuse

COOKIE = "branchline"
COOKIE_SECONDS = 400 * 86400
"""The longest that browsers keep a cookie; whoever comes by has it anew."""
STALE_SECONDS = 86400.0
"""How exactly is kept when a session or token was last used."""
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
UNSEEN = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
TURNING = frozenset("\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
"""Characters that nobody sees, and that make a name look like another or turn the text around it."""


class Person(Struct, frozen=True):
    """Somebody who plays."""

    id: str
    name: str
    colour: str
    language: str
    created: float
    account: bool = False
    """Whether it can sign in; else it is a guest, known by its browser alone."""


Way = Literal["session", "token"]


class Caller(Struct, frozen=True):
    """A person, and by what we know it."""

    person: Person
    way: Way
    id: str
    """The id of the session or token."""
    hash: str
    """As it is kept."""
    used: float
    signed: float
    """When the person last proved who it is; 0 for guests and tokens."""
    blocked: bool
    """Whether the keepers of the server have shut the person out."""


def new_id() -> str:
    """An id that nobody guesses and everybody can read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def new_secret() -> str:
    """256 random bits for a session or token."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """How a session or token is kept: whoever reads the database can't use it."""
    return sha256(secret.encode()).hexdigest()


def clean(name: str) -> str:
    """A name as it is shown: without what nobody sees. Refused if nothing is left."""
    seen = "".join(
        char for char in name if char.isspace() or (unicodedata.category(char) not in UNSEEN and char not in TURNING)
    )
    found = " ".join(unicodedata.normalize("NFC", seen).split())
    if not any(unicodedata.category(char)[0] in "LNPS" for char in found):
        raise refuse("bad_name")
    return found


def cookie(connection: HTTPConnection, secret: str) -> str:
    """The header that gives a browser its session; without a secret, that takes it away."""
    safe = "; Secure" if connection.url.scheme in ("https", "wss") else ""
    seconds = COOKIE_SECONDS if secret else 0
    return f"{COOKIE}={secret}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{safe}"

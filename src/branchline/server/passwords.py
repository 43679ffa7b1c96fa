"""Passwords: which are too simple, how they are kept, and comparing them without telling whose name is known."""

from __future__ import annotations

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from branchline.server.problems import refuse

LEAST, MOST, DIFFERENT = 8, 200, 5
AT_ONCE = 2
"""How many are hashed at the same time: each takes 64 MiB of memory."""
ROWS = ("1234567890", "0987654321", "qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz", "qwertzuiop")
WORN = (
    "password",
    "passwort",
    "letmein",
    "iloveyou",
    "welcome",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "trains",
)


def folded(login: str) -> str:
    """A sign-in name as it is compared: without case, width and outer space."""
    return unicodedata.normalize("NFKC", " ".join(login.split())).casefold()


def normal(password: str) -> bytes:
    """A password as it is hashed: the same from every keyboard."""
    return unicodedata.normalize("NFKC", password).encode()


def check(password: str, login: str) -> None:
    """Refuse what is guessed at once."""
    plain = folded(password)
    if len(password) < LEAST:
        raise refuse("password_short", least=LEAST)
    if len(password) > MOST:
        raise refuse("password_long", most=MOST)
    bare = plain.strip("0123456789!?.*# ")
    in_row = any(plain in row * 2 for row in ROWS)
    if len(set(plain)) < DIFFERENT or bare in WORN or in_row or bare in (folded(login), "branchline", "qwerty", "abc"):
        raise refuse("password_simple")


class Passwords:
    """Hashes and compares in threads, a few at a time."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher()
        self.turn = asyncio.Semaphore(AT_ONCE)
        self.nobodys = ""
        """What an unknown name is compared with, so that it takes as long as a known one."""

    async def hash(self, password: str) -> str:
        """How a password is kept."""
        async with self.turn:
            return await asyncio.to_thread(self.hasher.hash, normal(password))

    async def fits(self, password: str, hash: str | None) -> bool:
        """Whether a password is the one that is kept; for nobody's, never, but not sooner."""
        async with self.turn:
            self.nobodys = self.nobodys or await asyncio.to_thread(self.hasher.hash, b"nobody's")
            right = await asyncio.to_thread(self._fits, normal(password[: MOST + 1]), hash or self.nobodys)
        return right and hash is not None

    def _fits(self, password: bytes, hash: str) -> bool:
        try:
            return self.hasher.verify(hash, password)
        except (VerificationError, InvalidHashError):
            return False

    def old(self, hash: str) -> bool:
        """Whether a hash was made with another cost than today's."""
        return self.hasher.check_needs_rehash(hash)

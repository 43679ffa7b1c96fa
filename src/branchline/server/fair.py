"""
Fair dealing: the server promises a secret before the first card, and everybody can deal again afterwards.

The promise is the SHA-256 of the secret. What chance deals in entry *n* of a table's log comes from
HMAC-SHA256(secret, *n* and the salts of the seats); entry *n* is the start of the game or a move.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256


def promise(secret: bytes) -> str:
    """What is published before anything is dealt."""
    return sha256(secret).hexdigest()


def seed(secret: bytes, number: int, salts: Mapping[int, str]) -> str:
    """The seed of what is dealt in an entry of the log."""
    lines = [str(number), *(f"{seat} {salts[seat]}" for seat in sorted(salts))]
    return hmac.new(secret, "\n".join(lines).encode(), sha256).hexdigest()

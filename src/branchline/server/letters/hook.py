"""Webhooks: what somebody is told as JSON, signed, to a URL of its own."""

from __future__ import annotations

import hmac
from hashlib import sha256

from msgspec import json, structs

from branchline.server.clock import Clock
from branchline.server.letters.letter import Letter, Told, link, sentence
from branchline.server.letters.outside import post


def signature(secret: str, at: int, body: bytes) -> str:
    """What proves that a message is of this server, and how old it is."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, sha256).hexdigest()


class HookCarrier:
    """Posts letters."""

    def __init__(self, home: str, clock: Clock, private: bool) -> None:
        self.home, self.clock, self.private = home, clock, private

    async def deliver(self, letter: Letter) -> None:
        """Post a letter."""
        assert isinstance(letter.body, Told)
        told = [
            {**structs.asdict(item), "link": link(item, self.home), "sentence": sentence(item, letter.language)}
            for item in letter.body.items
        ]
        body = json.encode({"type": "notices", "person": letter.person, "notices": told})
        at = int(self.clock.now())
        headers = {
            "content-type": "application/json",
            "user-agent": "Branchline",
            "branchline-signature": f"t={at},v1={signature(letter.secret, at, body)}",
        }
        await post(letter.address, body, headers, self.private)

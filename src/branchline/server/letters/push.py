"""
Web push: a message to a browser that is closed, through the service that the browser chose.

The service carries it and can't read it (RFC 8291); it knows by a key that we are who asked for it (VAPID, RFC 8292).
"""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import json

from branchline.server.clock import Clock
from branchline.server.letters.letter import GoneError, Letter, Told, link, sentence
from branchline.server.letters.outside import post
from branchline.words import say

CURVE = ec.SECP256R1()
RECORD = 4096
DAY = 86_400
MOST_TEXT = 300


def encoded(data: bytes) -> str:
    """Bytes as text for addresses and headers."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """And back."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, as a point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def fresh_key() -> str:
    """A new key as text."""
    return encoded(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def read_key(text: str) -> ec.EllipticCurvePrivateKey:
    """A key from its text."""
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), CURVE)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """A key from a secret."""
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


def sealed(text: bytes, p256dh: str, auth: str, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """A text that only the browser can read; ``own`` and ``salt`` are made for this one message."""
    theirs = decoded(p256dh)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = derived(shared, decoded(auth), b"WebPush: info\x00" + theirs + public(own), 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(public(own))]) + public(own)
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def pass_for(key: ec.EllipticCurvePrivateKey, endpoint: str, subject: str, now: float) -> str:
    """What tells the service who we are, for half a day."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + DAY // 2, "sub": subject}
    said = ".".join(encoded(json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(SHA256())))
    return f"vapid t={said}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={encoded(public(key))}"


def shown(letter: Letter, lang: str, home: str) -> bytes:
    """What the browser shows: in the language that is read there."""
    assert isinstance(letter.body, Told)
    items = letter.body.items
    body = "\n".join(sentence(item, lang) for item in reversed(items))[:MOST_TEXT]
    target = link(items[0], "") if len({item.table for item in items}) == 1 else "/"
    tag = items[0].table if target != "/" else "branchline"
    told: dict[str, Any] = {"title": "Branchline", "body": body, "lang": lang, "path": target[1:], "tag": tag}
    return json.encode({**told, "more": say("notices.open", {}, lang)})


class PushCarrier:
    """Seals letters and hands them to the services; ``find`` gets a browser by its id, ``key`` that of the server."""

    def __init__(
        self,
        find: Callable[[str], Awaitable[dict[str, Any] | None]],
        key: Callable[[], Awaitable[str]],
        home: str,
        clock: Clock,
        private: bool,
    ) -> None:
        self.find, self.key, self.home, self.clock, self.private = find, key, home, clock, private

    async def deliver(self, letter: Letter) -> None:
        """Hand a letter to the service of a browser."""
        browser = await self.find(letter.address)
        if browser is None:
            raise GoneError(letter.address)
        text = shown(letter, browser["language"], self.home)
        try:
            body = sealed(text, browser["p256dh"], browser["auth"], ec.generate_private_key(CURVE), os.urandom(16))
        except ValueError as error:  # No point of the curve.
            raise GoneError(letter.address) from error
        assert isinstance(letter.body, Told)
        topic = sha256(",".join(sorted({item.table for item in letter.body.items})).encode()).digest()[:24]
        subject = self.home if self.home.startswith("https:") else "mailto:nobody@example.invalid"
        headers = {
            "authorization": pass_for(read_key(await self.key()), browser["endpoint"], subject, self.clock.now()),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(DAY),
            "topic": encoded(topic),
            "urgency": "normal",
        }
        await post(browser["endpoint"], body, headers, self.private)

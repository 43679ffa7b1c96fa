"""How often: a bucket of tokens for each address and each person, which fills again as time goes by."""

from __future__ import annotations

import ipaddress
import math
from collections import Counter, OrderedDict
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from branchline.server.clock import Clock
from branchline.server.config import Config
from branchline.server.problems import refuse

MOST_BUCKETS = 20_000
"""More are not kept; the one that was not used for the longest goes first."""


@dataclass
class Bucket:
    """So many are left, as of a moment."""

    left: float
    at: float


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    a_second: float
    at_once: float


class Limits:
    """All limits of this process. A rate of 0 is no limit."""

    def __init__(self, clock: Clock, config: Config) -> None:
        self.clock = clock
        self.rates = {
            "address": Rate(config.address_rate, config.address_rate * 10),
            "person": Rate(config.person_rate, config.person_rate * 10),
            "message": Rate(config.message_rate, config.message_rate * 10),
            "sign_in": Rate(config.sign_in_rate / 60, config.sign_in_rate * 2),
            "guest": Rate(config.guest_rate / 60, config.guest_rate * 5),
            "picture": Rate(config.picture_rate / 60, config.picture_rate),
            "review": Rate(config.review_rate / 3600, config.review_rate),
            "table": Rate(config.table_rate / 60, config.table_rate * 5),
        }
        self.sockets_most = config.sockets_most
        self.sockets: Counter[str] = Counter()
        self.buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def take(self, kind: str, key: str) -> None:
        """Take a token, or refuse and say how long to wait."""
        rate, now = self.rates[kind], self.clock.now()
        if not rate.a_second:
            return
        bucket = self.buckets.get((kind, key))
        if bucket is None:
            bucket = self.buckets[kind, key] = Bucket(rate.at_once, now)
            if len(self.buckets) > MOST_BUCKETS:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end((kind, key))
        bucket.left = min(rate.at_once, bucket.left + max(0.0, now - bucket.at) * rate.a_second)
        bucket.at = now
        if bucket.left < 1:
            raise refuse("too_often", seconds=math.ceil((1 - bucket.left) / rate.a_second))
        bucket.left -= 1

    def forget(self, kind: str, key: str) -> None:
        """Whoever had this key is gone, and another may get it."""
        self.buckets.pop((kind, key), None)

    def enter(self, address: str) -> None:
        """One more socket of an address."""
        if self.sockets_most and self.sockets[address] >= self.sockets_most:
            raise refuse("too_many_sockets", most=self.sockets_most)
        self.sockets[address] += 1

    def leave(self, address: str) -> None:
        """One less."""
        self.sockets[address] -= 1
        if self.sockets[address] <= 0:
            del self.sockets[address]


def address(connection: HTTPConnection) -> str:
    """Where a request comes from; of IPv6 the network, for one household has as many addresses as it likes."""
    host = connection.client.host if connection.client else ""
    try:
        known = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(known, ipaddress.IPv6Address):
        return str(known.ipv4_mapped or ipaddress.ip_network((known, 64), strict=False))
    return host

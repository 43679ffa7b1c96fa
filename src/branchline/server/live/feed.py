"""Something that one can follow from a number on: the log of a table, its chat, the notices of a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class Feed(Protocol):
    """What a cursor follows."""

    watchers: set[Callable[[], None]]
    """Called whenever ``seq`` has grown; they come back at once."""

    @property
    def seq(self) -> int:
        """The number of the last thing in it."""

    def news(self, seat: int | None, since: int) -> bytes:
        """Everything after a number, as it goes over the wire to whoever looks through the eyes of a seat."""


def always() -> None:
    """Whoever may look, always may."""


@dataclass
class Cursor:
    """How far one follower has come. It is all that is kept for the follower: nothing queues up."""

    feed: Feed
    seat: int | None
    since: int
    check: Callable[[], None] = always
    """Raises a refusal when the follower may not look any more."""
    fresh: bool = True

    @property
    def behind(self) -> bool:
        """Whether there is something to send."""
        return self.fresh or self.feed.seq > self.since

    def take(self) -> bytes:
        """What is to send; it counts as sent."""
        self.check()
        seq = self.feed.seq
        news = self.feed.news(self.seat, self.since)
        self.since, self.fresh = seq, False
        return news

"""Who is here: has a page open and looks at it. Whoever is here needs no letter."""

from __future__ import annotations

from collections import Counter

from branchline.server.bus import Bus, Note
from branchline.server.clock import Clock

KIND = "here"
"""The notes about who is here, from each process now and then."""

LASTS = 45.0
"""How long what another process said holds."""


class Presence:
    """The persons who look at a page of ours, at this process or another."""

    def __init__(self, bus: Bus, clock: Clock) -> None:
        self.bus, self.clock = bus, clock
        self.looking: Counter[str] = Counter()
        self.elsewhere: dict[str, float] = {}
        bus.subscribe(self.heard)

    def come(self, person: str) -> None:
        """A page of a person is looked at."""
        self.looking[person] += 1

    def go(self, person: str) -> None:
        """It is not any more."""
        self.looking[person] -= 1
        if self.looking[person] <= 0:
            del self.looking[person]

    def here(self, person: str) -> bool:
        """Whether a person looks at a page."""
        return person in self.looking or self.elsewhere.get(person, 0.0) > self.clock.now() - LASTS

    async def tell(self) -> None:
        """Tell the other processes who is here, and forget who was elsewhere."""
        before = self.clock.now() - LASTS
        self.elsewhere = {person: at for person, at in self.elsewhere.items() if at > before}
        for person in tuple(self.looking):
            await self.bus.publish(Note(KIND, person, int(self.clock.now())))

    def heard(self, note: Note) -> None:
        """Somebody is here, says some process; what this one says itself is known better."""
        if note.kind == KIND and note.id not in self.looking:
            self.elsewhere[note.id] = self.clock.now()

"""Score sheets: where every point of a seat comes from, line by line, and the result of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from branchline.core import consts as c
from branchline.core.state import Sheet as CoreSheet
from branchline.core.state import State

if TYPE_CHECKING:
    from branchline.game.tables import Tables

FATES = {c.FAILED: "failed", c.COMPLETED: "completed", c.IN_ORDER: "in_order"}
KINDS = ("tracks", "swaps", "tickets", "stations", "longest", "districts", "harbours", "unbuilt")
"""The kinds of lines in the order of the report (section 18)."""


class ScoreLine(Struct, frozen=True):
    """One line: its kind, what it is for, the points."""

    kind: str
    """One of ``KINDS``."""
    points: int
    what: str = ""
    """The track, ticket, district or city; empty for a sum."""
    outcome: str = ""
    """Of a ticket: ``failed``, ``completed`` or ``in_order``."""
    number: int = 0
    """Length of the trail, pieces swapped, stations or harbours not built."""


class Loan(Struct, frozen=True):
    """A track borrowed through a station (STATION-6)."""

    city: str
    track: str | None


class Sheet(Struct, frozen=True):
    """The score of one seat."""

    seat: int
    total: int
    lines: tuple[ScoreLine, ...]
    completed: int
    """Tickets completed (TIE-1)."""
    trail: int
    """Length of the longest trail; 0 where it does not count."""
    loans: tuple[Loan, ...] = ()

    def points(self, kind: str) -> int:
        """The sum of the lines of a kind."""
        return sum(line.points for line in self.lines if line.kind == kind)

    @property
    def sums(self) -> dict[str, int]:
        """The sums by kind, only of the kinds that the sheet has."""
        return {kind: self.points(kind) for kind in KINDS if any(line.kind == kind for line in self.lines)}


class Result(Struct, frozen=True):
    """How a game ended, and for whom."""

    how: str
    """``last_turns``, ``all_passed`` or ``turn_limit`` (cut short)."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    """Several share the victory (TIE-4)."""
    sheets: tuple[Sheet, ...]


def make_sheet(t: Tables, s: State, seat: int, data: bytes) -> Sheet:
    """The readable sheet of the core's numbers."""
    core = CoreSheet.unpack(data)
    m, p = t.map, t.parameters
    sums = core.lines
    lines = [
        ScoreLine("tracks", m.points[m.length[track]], t.tracks[track])
        for track in range(m.n_tracks)
        if s.owned[seat][track // c.WORD] >> track % c.WORD & 1
    ]
    if p.pieces_chosen:
        lines.append(ScoreLine("swaps", sums[c.L_SWAPS], number=s.swapped[seat]))
    for ticket in range(m.n_tickets):
        if s.tickets[seat][ticket // c.WORD] >> ticket % c.WORD & 1:
            fate = core.fate[ticket]
            points = {c.IN_ORDER: m.value, c.COMPLETED: m.any_order}.get(fate, m.penalty)[ticket]
            lines.append(ScoreLine("tickets", -points if fate == c.FAILED else points, t.tickets[ticket], FATES[fate]))
    if p.stations:
        lines.append(ScoreLine("stations", sums[c.L_STATIONS], number=s.stations[seat]))
    if p.longest_bonus:
        lines.append(ScoreLine("longest", sums[c.L_LONGEST], number=sums[c.L_TRAIL]))
    for i, district in enumerate(t.variant.districts):
        if sums[c.L_DISTRICT_BITS] >> i & 1:
            lines.append(ScoreLine("districts", district.points, district.id))
    if p.harbours:
        for city, points in zip(core.harbour_at, core.harbour_line, strict=True):
            if city >= 0:
                lines.append(ScoreLine("harbours", points, t.cities[city]))
        lines.append(ScoreLine("unbuilt", sums[c.L_UNBUILT], number=s.harbours[seat]))
    loans = tuple(
        Loan(t.cities[city], t.tracks[track] if track >= 0 else None)
        for city, track in zip(core.borrowed_at, core.borrowed, strict=True)
        if city >= 0
    )
    return Sheet(seat, sums[c.L_TOTAL], tuple(lines), sums[c.L_COMPLETED], sums[c.L_TRAIL], loans)

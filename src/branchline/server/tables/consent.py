"""What one player wants and others have to agree to: taking back, ending, another pace, what to do with the late."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from branchline.server.problems import refuse
from branchline.server.seats.registry import STAND_IN, bot_text
from branchline.server.tables.absence import Abandoned, StoodIn, TimeGiven, fresh_clocks
from branchline.server.tables.clocks import Rate, late
from branchline.server.tables.log import Asked, Command, Entry, Row, SeatNumber
from branchline.server.tables.table import Table
from branchline.server.tables.takeback import RowNumber, TakenBack


class Matter(Struct, frozen=True, tag_field="about", forbid_unknown_fields=True):
    """The root of all that can be proposed."""

    def check(self, table: Table, now: float) -> None:
        """Refuse what cannot be proposed now."""

    def voters(self, table: Table) -> list[str]:
        """The persons who have a say; the proposer among them."""
        return table.persons

    def needed(self, voters: int) -> int:
        """How many of them must be for it: all of them."""
        return voters

    def outcome(self, table: Table) -> Entry:
        """The entry that it becomes when they are."""
        raise NotImplementedError

    lasts = False
    """Whether it stays open when somebody moves."""


class Back(Matter, frozen=True, tag="back"):
    """Go back to a row: the moves after it do not stand any more."""

    to: RowNumber

    def check(self, table: Table, now: float) -> None:
        if not table.setup.take_back:
            raise refuse("no_take_back")
        if not any(move.row > self.to for move in table.moves) or self.to < table.dealt:
            raise refuse("nothing_to_take_back", to=self.to)

    def outcome(self, table: Table) -> Entry:
        return TakenBack(self.to, agreed=True)


class Abandon(Matter, frozen=True, tag="abandon"):
    """End the game without a result."""

    lasts = True

    def outcome(self, table: Table) -> Entry:
        return Abandoned()


class Switched(Entry, frozen=True, tag="switched"):
    """The table goes on live, or a move now and then, with another clock; everybody has the whole time of it."""

    live: bool
    clock: Rate | None = None

    def apply(self, table: Table, row: Row) -> None:
        table.setup = replace(table.setup, live=self.live, clock=self.clock)
        table.clocks = fresh_clocks(table)
        table.proposal = None


class Switch(Matter, frozen=True, tag="switch"):
    """Play on live, or a move now and then, with another clock."""

    live: bool
    clock: Rate | None = None

    lasts = True

    def outcome(self, table: Table) -> Entry:
        return Switched(self.live, self.clock)


class AboutLate(Matter, frozen=True):
    """The root of what more than half of the others choose when a seat is late."""

    seat: SeatNumber

    def check(self, table: Table, now: float) -> None:
        if table.chair(self.seat).player is not None or not late(table, self.seat, now):
            raise refuse("not_late")

    def voters(self, table: Table) -> list[str]:
        return [person for person in table.persons if person != table.chairs[self.seat].person]

    def needed(self, voters: int) -> int:
        return voters // 2 + 1


class Wait(AboutLate, frozen=True, tag="wait"):
    """Wait: the late seat has its time once more."""

    def check(self, table: Table, now: float) -> None:
        super().check(table, now)
        if table.setup.clock is None:
            raise refuse("no_clock")

    def outcome(self, table: Table) -> Entry:
        return TimeGiven(self.seat)


class Replace(AboutLate, frozen=True, tag="stand_in"):
    """Let a bot stand in for the late seat until its person comes back."""

    bot: str = STAND_IN

    def check(self, table: Table, now: float) -> None:
        super().check(table, now)
        bot_text(self.bot)

    def outcome(self, table: Table) -> Entry:
        return StoodIn(self.seat, bot_text(self.bot), agreed=True)


class End(AboutLate, frozen=True, tag="end"):
    """End the game without a result because a seat is late."""

    def outcome(self, table: Table) -> Entry:
        return Abandoned(self.seat)


AnyMatter = Back | Abandon | Switch | Wait | Replace | End
"""All that can be proposed."""


class Proposal(Struct, frozen=True):
    """A matter on the table, the row that it was proposed in, and who is for and against it."""

    row: int
    matter: AnyMatter
    agreed: tuple[str, ...]
    against: tuple[str, ...] = ()


class Proposed(Entry, frozen=True, tag="proposed"):
    """A player wants something that others have to agree to. It takes the place of what was proposed before."""

    matter: AnyMatter

    def apply(self, table: Table, row: Row) -> None:
        assert row.by is not None
        table.proposal = Proposal(row.seq, self.matter, (row.by,))


class Propose(Command, frozen=True, kw_only=True, tag="propose"):
    """Ask the others for something; if nobody else has a say, it is done at once."""

    matter: AnyMatter

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("playing")
        table.seat_of(asked.by)
        self.matter.check(table, max(asked.now, table.at))
        voters = self.matter.voters(table)
        if asked.by not in voters:
            raise refuse("no_say")
        if self.matter.needed(len(voters)) <= 1:
            return self.matter.outcome(table), ""
        if table.proposal is not None and table.proposal.agreed[0] != asked.by:
            raise refuse("other_proposal")
        return Proposed(self.matter), ""


class Voted(Entry, frozen=True, tag="voted"):
    """Somebody is for or against what was proposed. Who withdraws, or is against what all must agree to, ends it."""

    proposal: int
    agree: bool

    def apply(self, table: Table, row: Row) -> None:
        open_now = table.proposal
        assert open_now is not None
        assert row.by is not None
        agreed = tuple(person for person in open_now.agreed if person != row.by)
        against = tuple(person for person in open_now.against if person != row.by)
        withdrawn = row.by == open_now.agreed[0] and not self.agree
        changed = replace(
            open_now,
            agreed=(*agreed, row.by) if self.agree else agreed,
            against=against if self.agree else (*against, row.by),
        )
        voters = open_now.matter.voters(table)
        possible = len([person for person in voters if person not in changed.against])
        hopeless = possible < open_now.matter.needed(len(voters))
        table.proposal = None if withdrawn or hopeless else changed


class Vote(Command, frozen=True, kw_only=True, tag="vote"):
    """Say yes or no to what was proposed in a row. The last yes that is needed becomes the thing itself."""

    proposal: RowNumber
    agree: bool

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("playing")
        proposal = table.proposal
        if proposal is None or proposal.row != self.proposal:
            raise refuse("no_proposal", value=self.proposal)
        voters = proposal.matter.voters(table)
        if asked.by is None or asked.by not in voters:
            raise refuse("no_say")
        agreed = {person for person in (*proposal.agreed, asked.by) if person in voters}
        if self.agree and len(agreed) >= proposal.matter.needed(len(voters)):
            proposal.matter.check(table, max(asked.now, table.at))
            return proposal.matter.outcome(table), ""
        return Voted(self.proposal, self.agree), ""

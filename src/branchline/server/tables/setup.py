"""What the host chooses for a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

import branchline as bl
from branchline.server.tables.clocks import Rate

Talk = Literal["none", "phrases", "free"]
"""Not at all, with phrases that everybody reads in its own language, or with words of one's own too."""

OptionName = Annotated[str, Meta(max_length=40)]
OptionText = Annotated[str, Meta(max_length=40)]


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game, its options, and how the table is run."""

    variant: Annotated[str, Meta(max_length=40)] = ""
    seats: Annotated[int, Meta(ge=2, le=5)] = 2
    options: Annotated[dict[OptionName, OptionText | int | None], Meta(max_length=40)] = {}
    listed: bool = False
    """Whether the table stands in the open list; else only those come who know its link."""
    live: bool = True
    """Whether the players are there together, or come by now and then."""
    clock: Rate | None = None
    """How long a seat may take."""
    delay: Annotated[int, Meta(ge=0, le=3600)] = 0
    """By how many seconds those without a seat see the game later."""
    take_back: bool = True
    """Whether moves may be taken back at all."""
    talk: Talk = "phrases"
    """How those at the table, and those who look on, may talk."""

    def check(self) -> None:
        """Refuse what the variant does not have."""
        variant = bl.variant(self.variant)
        variant.check_seats(self.seats)
        variant.with_options(dict(self.options))

"""What a viewer may see of a table. Everything that is sent about one is made here."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.game.view import SeatView, make_view
from branchline.server import wire
from branchline.server.fair import promise
from branchline.server.tables.clocks import due
from branchline.server.tables.table import Step, Table


def view(table: Table, seat: int | None, shown: Sequence[SeatView] = ()) -> wire.TableView:
    """A table as a seat may know it, or everybody (None); ``shown`` is what everybody knows of the seats, if known."""
    game = table.game
    seen = make_view(game, seat, len(game.all_events()), shown) if game else None
    return wire.TableView(
        id=table.id,
        seq=table.seq,
        stage=table.stage,
        host=table.host,
        created=table.created,
        setup=table.setup,
        chairs=tuple(table.chairs),
        fair=wire.Fairness(
            promise=promise(table.secret),
            salts=table.salts,
            secret=table.secret.hex() if table.stage == "over" else None,
        ),
        game=seen,
        first=table.first,
        after=table.after,
        rematch=table.rematch,
        clocks=tuple(table.clocks),
        due=due(table),
        proposal=table.proposal,
        ending=table.ending,
        hushed=tuple(sorted(table.hushed)),
        free_back=() if seat is None else tuple(table.free_back(seat)),
    )


def step(step: Step, seat: int | None) -> wire.Step:
    """A row of the log as a seat may know it: the entry without what is sealed, the events as that seat saw them."""
    row = step.row
    return wire.Step(
        seq=row.seq,
        at=row.at,
        by=row.by,
        entry=row.entry,  # type: ignore[arg-type]
        events=tuple(event.seen_by(seat) for event in step.events),  # type: ignore[misc]
    )

"""Writing down what happens, when somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.consts import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


def emit(tape: Tape, event: int, seat: int, a: int, b: int, c: int) -> None:
    """Write one event."""
    if tape.on and tape.n < EVENTS:
        line = tape.events[tape.n]
        line[0] = event
        line[1] = seat
        line[2] = a
        line[3] = b
        line[4] = c
        tape.n += 1


def drawn(tape: Tape, card: int) -> None:
    """Write one card that left a pile."""
    if tape.on and tape.drawn_n < DRAWN:
        tape.drawn[tape.drawn_n] = card
        tape.drawn_n += 1

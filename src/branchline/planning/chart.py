"""The tracks of each city side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *
    from branchline.planning.records import *


def draw_chart(m: Map, chart: Chart) -> None:
    """Fill the chart of a map."""
    at: int = 0
    for city in range(m.n_cities):
        chart.first[city] = at
        for track in range(m.n_tracks):
            if m.end_a[track] == city or m.end_b[track] == city:
                chart.near[at] = track
                chart.far[at] = m.end_b[track] if m.end_a[track] == city else m.end_a[track]
                at += 1
    chart.first[m.n_cities] = at
    for track in range(m.n_tracks):
        chart.of_length[m.length[track]][track // WORD] |= bit(track % WORD)
        chart.of_colour[COLOURS if m.colour[track] == NONE else m.colour[track]][track // WORD] |= bit(track % WORD)
        if m.ferry[track]:
            chart.of_colour[COLOURS + 1][track // WORD] |= bit(track % WORD)
    chart.pieces = m.pieces_chosen
    for piece in range(m.n_pieces):
        if m.pieces_chosen == 0:
            chart.pieces += m.owned_pieces[piece]
        cards: int = 0
        spaces: int = 0
        for kind in range(m.n_kinds):
            colour = m.colour_of[kind]
            if colour != NONE:
                if m.first_kind[piece][colour] == kind:
                    cards += m.copies[kind]
                    spaces += m.copies[kind]
                elif m.second_kind[piece][colour] == kind:
                    cards += m.copies[kind]
                    spaces += m.copies[kind] * m.reach[piece]
        cover: int = 100 * spaces // max(cards, 1)  # spaces that a card covers, in percent
        for n in range(2 * MAX_LENGTH + 1):
            chart.lack[piece][n] = n * 100 // max(cover, 1)

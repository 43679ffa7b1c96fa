"""Every code that can ever occur in a variant: the dense index for learning."""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

from branchline.core import consts as c
from branchline.core.payments import list_pair_payments, list_payments
from branchline.core.plain import Scratch
from branchline.game.variants import Settings, Variant

if TYPE_CHECKING:
    from branchline.game.codes import Codec


def all_codes(codec: Codec) -> list[int]:
    """
    All codes, sorted.

    The core lists the payments of a hand that holds every card, so no rule is written again here.
    """
    m, p = codec.map, codec.tables.parameters
    codes = {c.STOP << c.DEED, c.TAKE << c.DEED, c.DECLINE << c.DEED, c.PASS << c.DEED}
    for kind in range(m.n_kinds):
        codes.update(c.ROW << c.DEED | kind << c.PLACE | refill for refill in ((0, 1, 2) if m.n_decks == 2 else (0,)))
    codes.update(c.BLIND << c.DEED | deck << c.PLACE for deck in range(m.n_decks))
    hand = [*m.copies]

    def payments(base: int, piece: int, colour: int, n: int, wilds: int) -> list[int]:
        out = Scratch()
        return out[: list_payments(m, hand, out, 0, base, piece, colour, n, wilds)]

    for track in range(m.n_tracks):
        base = c.CLAIM << c.DEED | track << c.PLACE
        if m.pair[track]:
            out = Scratch()
            codes.update(out[: list_pair_payments(m, hand, out, 0, base, track)])
        else:
            codes.update(payments(base, m.piece[track], m.colour[track], m.length[track], m.ferry[track]))
    if any(m.tunnel):
        for n in (1, 2, 3):
            codes.update(payments(c.PAY << c.DEED, 0, c.NONE, n, 0))
    for city in range(m.n_cities):
        if m.cities >> city & 1:
            for n in range(1, m.stations + 1):
                codes.update(payments(c.STATION << c.DEED | city << c.PLACE, 0, c.NONE, n, 0))
        if m.ports >> city & 1 and m.harbours:
            base = c.HARBOUR << c.DEED | city << c.PLACE
            codes.add(base | c.ALL_WILD << c.COLOUR | 4)
            for colour in range(m.n_colours):
                for trains in range(3):
                    for ships in range(3):
                        if trains + ships:
                            payment = trains << c.FIRST | ships << c.SECOND_KIND | 4 - trains - ships
                            codes.add(base | colour << c.COLOUR | payment)
    if m.pieces_chosen:
        most = max(m.owned_pieces)
        codes.update(c.SWAP << c.DEED | given << c.PLACE | n for given in (0, 1) for n in range(1, most + 1))
        least = max(0, m.pieces_chosen - m.owned_pieces[1])
        codes.update(c.SPLIT << c.DEED | n for n in range(least, min(m.owned_pieces[0], m.pieces_chosen) + 1))
    codes.update(keep_codes(p.start_tickets + p.start_long, p.start_keep, p.start_return == "deck"))
    codes.update(keep_codes(p.draw_tickets, p.draw_keep, True))
    return sorted(codes)


def longest_list(variant: Variant) -> int:
    """
    A bound on the legal moves of any position: every code there is, under the options that allow most.

    The core lists into an array of ``MAX_CODES``; a number above it only says that there are too many.
    """
    from branchline.game.codes import Codec
    from branchline.game.tables import Tables

    settings = variant.with_options()
    widest = settings.parameters.with_values({"double_ship_overpay": "allow", "pair_two_wilds": "allow"})
    tables = Tables(variant, Settings(settings.options, settings.changed, widest))
    try:
        return len(all_codes(Codec(tables)))
    except IndexError:  # one track alone has too many payments
        return c.MAX_CODES + 1


def keep_codes(most: int, least: int, ordered: bool) -> set[int]:
    """All choices from offers of up to ``most`` tickets."""
    codes: set[int] = set()
    for n in range(1, most + 1):
        for mask in range(1, 1 << n):
            kept = mask.bit_count()
            if kept >= min(least, n):
                orders = factorial(n - kept) if ordered else 1
                codes.update(c.KEEP << c.DEED | mask << c.PLACE | order for order in range(orders))
    return codes

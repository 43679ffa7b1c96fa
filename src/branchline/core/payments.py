"""
Paying with cards: listing every legal choice, and moving the cards.

CLAIM-4 … CLAIM-8, FERRY-1 … FERRY-3, SHIP-1, SHIP-2, PAIR-1 … PAIR-3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.cards import *
from branchline.core.consts import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


def list_colour(
    m: Map, hand: u8s, out: i32s, k: int, base: i32, piece: int, colour: int, n: int, least_wilds: int
) -> int:
    """Payments of n spaces with at least one card of a colour."""
    wilds = hand[m.wild]
    have = hand[m.first_kind[piece][colour]]
    second = m.second_kind[piece][colour]
    base |= colour << COLOUR
    if second == NONE:
        for first in range(max(1, n - wilds), min(have, n - least_wilds) + 1):
            out[k] = base | (first << FIRST) | (n - first)
            k += 1
        return k
    reach = m.reach[piece]
    more = min(hand[second], n)
    for first in range(min(have, n) + 1):
        for seconds in range(min(more, n - first) + 1):
            if first + seconds == 0:
                continue
            short = n - first - reach * seconds  # spaces left for wilds
            fewest = max(short, least_wilds)  # SHIP-2: every card covers a space, a surplus is lost
            most = min(n - first - seconds, wilds)
            if reach > 1 and m.overpay_forbidden:
                most = min(most, short)
            if fewest < 0:
                fewest = 0
            for w in range(fewest, most + 1):
                out[k] = base | (first << FIRST) | (seconds << SECOND_KIND) | w
                k += 1
    return k


def list_payments(
    m: Map, hand: u8s, out: i32s, k: int, base: i32, piece: int, colour: int, n: int, least_wilds: int
) -> int:
    """Payments of n spaces of a colour, or of any colour (NONE: gray), wilds alone included (CLAIM-4, FERRY-2)."""
    if colour != NONE:
        k = list_colour(m, hand, out, k, base, piece, colour, n, least_wilds)
    else:
        for c in range(m.n_colours):
            k = list_colour(m, hand, out, k, base, piece, c, n, least_wilds)
    if hand[m.wild] >= n:
        out[k] = base | (ALL_WILD << COLOUR) | n
        k += 1
    return k


def repeat(out: i32s, k: int, start: int, end: int, change: i32) -> int:
    """List codes start … end once more for another place."""
    for i in range(start, end):
        out[k] = out[i] + change
        k += 1
    return k


def repeat_wild(out: i32s, k: int, start: int, end: int, change: i32, least_wilds: int) -> int:
    """The same, but only the codes with so many wilds (FERRY-1)."""
    for i in range(start, end):
        out[k] = out[i] + change
        k += (out[i] & 15) >= least_wilds
    return k


# ---------------------------------------------------------------- moving the cards
def withhold(m: Map, s: State, p: int, card: int, n: int) -> None:
    """Take cards from a hand; cards that everybody has seen go first."""
    s.hand[p][card] -= n
    s.known[p][card] = max(s.known[p][card] - n, 0)


def spend(m: Map, s: State, p: int, card: int, n: int) -> None:
    """Discard cards from a hand."""
    withhold(m, s, p, card, n)
    put_on_discard(m, s, card, n)


def spend_payment(m: Map, s: State, p: int, piece: int, code: i32) -> None:
    """CLAIM-7: discard a payment from a hand."""
    colour: int = (code >> COLOUR) & 15
    n: int = (code >> FIRST) & 15
    if n:
        spend(m, s, p, m.first_kind[piece][colour], n)
    n = (code >> SECOND_KIND) & 15
    if n:
        spend(m, s, p, m.second_kind[piece][colour], n)
    n = code & 15
    if n:
        spend(m, s, p, m.wild, n)


# ---------------------------------------------------------------- pair tracks
def count_pairs(m: Map, hand: u8s) -> int:
    """How many pairs a hand can make at most: a quick no to most pair tracks (PAIR-1)."""
    wilds = hand[m.wild]
    pairs = 0
    odd = 0
    for c in range(m.n_colours):
        n = hand[m.first_kind[0][c]]
        if m.second_kind[0][c] != NONE:
            n += hand[m.second_kind[0][c]]
        pairs += n >> 1
        odd += n & 1
    return pairs + wilds if wilds <= odd else pairs + odd + ((wilds - odd) >> 1)


def pairs_fit(m: Map, colours: u8s, wilds: int, pairs: int) -> int:
    """PAIR-2: whether cards by colour and wilds make pairs of one colour each."""
    odd = 0
    for c in range(m.n_colours):
        odd += colours[c] & 1
    return odd <= wilds and (wilds <= pairs or not m.two_wilds_forbidden)


def pair_payment_fits(m: Map, colours: u8s, wilds: int, track: int) -> int:
    """PAIR-3: whether the cards split into one ordinary set and pairs."""
    pairs = m.pair[track]
    plain = m.length[track] - pairs
    if plain == 0:
        return pairs_fit(m, colours, wilds, pairs)
    for c in range(m.n_colours):
        if m.colour[track] != NONE and m.colour[track] != c:
            continue
        for n in range(min(colours[c], plain) + 1):
            if plain - n > wilds:
                continue
            colours[c] -= n
            fit = pairs_fit(m, colours, wilds - (plain - n), pairs)
            colours[c] += n
            if fit:
                return 1
    return 0


def list_pair_payments(m: Map, hand: u8s, out: i32s, k: int, base: i32, track: int) -> int:
    """Every payment of a track with pair spaces; the payment is named by the number of its multiset of cards."""
    colours: u8s = [0] * 9
    even: u8s = [0] * 33  # cards of the kinds from here on that can be had without an odd colour
    odd: u8s = [0] * 33  # colours from here on that have a card over
    run = 0
    last = m.pair_kinds
    for at in range(m.pair_kinds - 1, 0, -1):
        run += hand[m.pair_order[at]]
        even[at] = even[last] + run
        odd[at] = odd[last]
        if m.colour_of[m.pair_order[at - 1]] != m.colour_of[m.pair_order[at]]:  # the first kind of its colour
            even[at] -= run & 1
            odd[at] += run & 1
            run = 0
            last = at
    return list_pairs(m, hand, out, k, base, track, 0, m.length[track] + m.pair[track], even, odd, colours, 0, 0)


def list_pairs(
    m: Map,
    hand: u8s,
    out: i32s,
    k: int,
    number: i32,
    track: int,
    at: int,
    left: int,
    even: u8s,
    odd: u8s,
    colours: u8s,
    wilds: int,
    mends: int,
) -> int:
    """
    Go through the card kinds: wilds first, then colour by colour. ``mends`` colours may still be odd: choices that
    need more of them, or more cards than there are, are cut at once.
    """
    if left == 0:  # none of the kinds from here on
        if pair_payment_fits(m, colours, wilds, track):
            out[k] = number
            k += 1
        return k
    card = m.pair_order[at]
    colour = m.colour_of[card]
    after = m.pair_kinds - at - 1
    if after == 0:
        if left <= hand[card]:
            colours[colour] += left
            if pair_payment_fits(m, colours, wilds, track):
                out[k] = number
                k += 1
            colours[colour] -= left
        return k
    whole: int = at > 0 and m.colour_of[m.pair_order[at + 1]] != colour  # the last kind of its colour
    for n in range(min(hand[card], left) + 1):
        can_mend = mends
        if at == 0:
            wilds = n
            # PAIR-2: a wild mends an odd colour; on a track with plain spaces these take what is odd.
            can_mend = n if m.pair[track] == m.length[track] else 15
        else:
            colours[colour] += n
            if whole:
                can_mend -= colours[colour] & 1
        if can_mend >= 0 and left - n <= even[at + 1] + min(can_mend, odd[at + 1]):
            k = list_pairs(m, hand, out, k, number, track, at + 1, left - n, even, odd, colours, wilds, can_mend)
        if at:
            colours[colour] -= n
        number += m.choose[after][left - n]
    return k


def pair_cards(m: Map, track: int, number: i32, cards: u8s) -> None:
    """The cards of a numbered multiset, by kind."""
    left = m.length[track] + m.pair[track]
    for at in range(m.pair_kinds):
        after = m.pair_kinds - at - 1
        n = 0
        if after == 0:
            n = left
        else:
            while number >= m.choose[after][left - n]:
                number -= m.choose[after][left - n]
                n += 1
        cards[m.pair_order[at]] = n
        left -= n

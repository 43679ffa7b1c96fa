"""
Claiming a track, double routes, tunnels.

CLAIM-1 … CLAIM-3, CLAIM-7, DOUBLE-1 … DOUBLE-4, FERRY-4, SHIP-3, TUNNEL-1 … TUNNEL-11.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.cards import *
from branchline.core.consts import *
from branchline.core.payments import *
from branchline.core.tape import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


def payable(m: Map, s: State, p: int, can: u64s) -> None:
    """The tracks of each word that are free for a seat and that its pieces fill and its cards might pay."""
    hand = s.hand[p]
    wilds = hand[m.wild]
    reach: u8s = [0] * 16  # spaces that the cards of a colour and the wilds can cover
    room: u8s = [0] * 2
    for piece in range(m.n_pieces):
        room[piece] = min(s.supply[p][piece], MAX_LENGTH)  # CLAIM-3
        for c in range(m.n_colours):
            spaces = hand[m.first_kind[piece][c]] + wilds
            if m.second_kind[piece][c] != NONE:
                spaces += hand[m.second_kind[piece][c]] * m.reach[piece]
            reach[piece * 8 + c] = min(spaces, MAX_LENGTH)
    for word in range(m.n_words):
        fits: u64 = 0
        tracks: u64 = 0
        for piece in range(m.n_pieces):
            fits |= m.fits[piece][room[piece]][word]
            for c in range(m.n_colours):
                tracks |= m.afford[piece][c][reach[piece * 8 + c]][word]
        tracks = tracks & m.iconed[min(wilds, MAX_LENGTH)][word] | m.pairs[word]
        can[word] = tracks & fits & s.open[word] & ~s.barred[p][word]


def list_claim(m: Map, s: State, out: i32s, k: int, track: int) -> int:
    """Every legal payment of a payable track."""
    hand = s.hand[s.cur]
    base: i32 = (CLAIM << DEED) | (track << PLACE)
    if m.pair[track]:
        if m.pair[track] > count_pairs(m, hand):
            return k
        return list_pair_payments(m, hand, out, k, base, track)
    return list_payments(m, hand, out, k, base, m.piece[track], m.colour[track], m.length[track], m.ferry[track])


def list_claims(m: Map, s: State, out: i32s, k: int) -> int:
    """Every claimable track with every legal payment: as ``list_claim``, but the same spaces are listed only once."""
    hand = s.hand[s.cur]
    grays: i32s = [0] * 26  # where the payments of n gray spaces were listed first, by piece and length
    grays_end: i32s = [0] * 26
    pairs: i32s = [0] * 13  # the same for tracks of pair spaces alone, by length
    pairs_end: i32s = [0] * 13
    tracks: u64s = [0] * 3
    most_pairs = NONE  # not counted yet
    payable(m, s, s.cur, tracks)
    for word in range(m.n_words):
        can: u64 = tracks[word]
        while can:
            track: int = word * WORD + lowest(can)
            can &= can - 1
            base: i32 = (CLAIM << DEED) | (track << PLACE)
            n = m.length[track]
            piece: int = m.piece[track]
            if m.pair[track]:
                if most_pairs == NONE:
                    most_pairs = count_pairs(m, hand)
                if m.pair[track] > most_pairs:
                    continue
                if m.pair[track] == n and pairs_end[n]:
                    k = repeat(out, k, pairs[n], pairs_end[n], base - (out[pairs[n]] & ~65535))
                else:
                    pairs[n] = k
                    k = list_pair_payments(m, hand, out, k, base, track)
                    if m.pair[track] == n and k > pairs[n]:
                        pairs_end[n] = k
            elif m.colour[track] == NONE and m.ferry[track] == 0:
                i: int = piece * 13 + n
                if grays_end[i]:
                    k = repeat(out, k, grays[i], grays_end[i], base - (out[grays[i]] & ~65535))
                else:
                    start: int = k
                    k = list_payments(m, hand, out, k, base, piece, NONE, n, 0)
                    if k > start:
                        grays[i] = start
                        grays_end[i] = k
            elif m.colour[track] == NONE and grays_end[piece * 13 + n]:
                i = piece * 13 + n
                change: i32 = base - (out[grays[i]] & ~65535)
                k = repeat_wild(out, k, grays[i], grays_end[i], change, m.ferry[track])
            else:
                k = list_payments(m, hand, out, k, base, piece, m.colour[track], n, m.ferry[track])
    return k


def claim(m: Map, s: State, tape: Tape, code: i32) -> int:
    """Carry out a claim; whether the turn is over. A tunnel may ask for more cards first."""
    p = s.cur
    track: int = (code >> PLACE) & 255
    if m.tunnel[track]:
        return enter_tunnel(m, s, tape, code)
    emit(tape, EV_CLAIM, p, track, code & 65535, 0)
    if m.pair[track]:
        cards: u8s = [0] * 32
        pair_cards(m, track, code & 65535, cards)
        for kind in range(m.deck_end[0]):
            if cards[kind]:
                spend(m, s, p, kind, cards[kind])
    else:
        spend_payment(m, s, p, m.piece[track], code)
    place_pieces(m, s, p, track)
    return 1


def place_pieces(m: Map, s: State, p: int, track: int) -> None:
    """CLAIM-7: the pieces are placed, the points scored, a twin shut (DOUBLE)."""
    n = m.length[track]
    word = track // WORD
    s.supply[p][m.piece[track]] -= n  # FERRY-4, SHIP-3: by length alone
    s.score[p] += m.points[n]
    s.owned[p][word] |= bit(track % WORD)
    s.open[word] &= ~bit(track % WORD)
    s.touched[p] |= bit(m.end_a[track]) | bit(m.end_b[track])
    shut_twin(m, s, p, track)


def shut_twin(m: Map, s: State, p: int, track: int) -> None:
    """DOUBLE-1, DOUBLE-3: the other track of a double route is shut, to everybody or to the owner."""
    twin: int = m.twin[track]
    if twin >= 0:
        if s.n_seats < m.twins_open_from:
            s.open[twin // WORD] &= ~bit(twin % WORD)
        else:
            s.barred[p][twin // WORD] |= bit(twin % WORD)


# ---------------------------------------------------------------- tunnels
def enter_tunnel(m: Map, s: State, tape: Tape, code: i32) -> int:
    """TUNNEL-1 … TUNNEL-4: set out the base and reveal three cards; whether the turn is over."""
    p = s.cur
    track: int = (code >> PLACE) & 255
    piece = m.piece[track]
    colour: int = (code >> COLOUR) & 15
    emit(tape, EV_TUNNEL, p, track, code & 65535, 0)
    take_base(m, s, p, piece, code)
    s.pending = code
    s.surcharge = 0
    s.shown_n = 0
    while s.shown_n < 3 and supplies(s, piece):  # TUNNEL-3: never from the row
        card = draw_card(m, s, tape, piece)
        s.shown[s.shown_n] = card
        s.shown_n += 1
        match: int = card == m.wild or (colour != ALL_WILD and m.colour_of[card] == colour)  # TUNNEL-4, TUNNEL-5
        if match:
            s.surcharge += 1
        emit(tape, EV_REVEALED, p, card, match, 0)
    if s.surcharge == 0:  # TUNNEL-7
        build_tunnel(m, s, tape, 0)
        return 1
    emit(tape, EV_SURCHARGE, p, s.surcharge, 0, 0)
    s.phase = SURCHARGE
    return 0


def take_base(m: Map, s: State, p: int, piece: int, code: i32) -> None:
    """The base is set out: in nobody's hand, in no discard (TUNNEL-2)."""
    colour: int = (code >> COLOUR) & 15
    n: int = (code >> FIRST) & 15
    if n:
        withhold(m, s, p, m.first_kind[piece][colour], n)
    n = (code >> SECOND_KIND) & 15
    if n:
        withhold(m, s, p, m.second_kind[piece][colour], n)
    n = code & 15
    if n:
        withhold(m, s, p, m.wild, n)


def return_base(m: Map, s: State, p: int, piece: int, code: i32) -> None:
    """TUNNEL-8: the base goes back to the hand; everybody has seen it."""
    colour: int = (code >> COLOUR) & 15
    if colour != ALL_WILD:
        first = m.first_kind[piece][colour]
        s.hand[p][first] += (code >> FIRST) & 15
        s.known[p][first] += (code >> FIRST) & 15
        second = m.second_kind[piece][colour]
        if second != NONE:
            s.hand[p][second] += (code >> SECOND_KIND) & 15
            s.known[p][second] += (code >> SECOND_KIND) & 15
    s.hand[p][m.wild] += code & 15
    s.known[p][m.wild] += code & 15


def list_surcharges(m: Map, s: State, out: i32s, k: int) -> int:
    """TUNNEL-5, TUNNEL-6, TUNNEL-8: every way to pay exactly the surcharge, and to decline."""
    p = s.cur
    hand = s.hand[p]
    piece = m.piece[(s.pending >> PLACE) & 255]
    colour: int = (s.pending >> COLOUR) & 15
    base: i32 = PAY << DEED
    if colour == ALL_WILD:
        if hand[m.wild] >= s.surcharge:
            out[k] = base | (ALL_WILD << COLOUR) | s.surcharge
            k += 1
    else:
        k = list_payments(m, hand, out, k, base, piece, colour, s.surcharge, 0)
    out[k] = DECLINE << DEED
    return k + 1


def build_tunnel(m: Map, s: State, tape: Tape, payment: i32) -> None:
    """TUNNEL-9: base and surcharge are discarded, the track is claimed."""
    p = s.cur
    code: i32 = s.pending
    track: int = (code >> PLACE) & 255
    piece = m.piece[track]
    return_base(m, s, p, piece, code)
    spend_payment(m, s, p, piece, code)
    if payment:
        emit(tape, EV_PAID, p, payment & 65535, 0, 0)
        spend_payment(m, s, p, piece, payment)
    emit(tape, EV_CLAIM, p, track, code & 65535, 1)
    place_pieces(m, s, p, track)
    leave_tunnel(m, s)


def answer_tunnel(m: Map, s: State, tape: Tape, code: i32) -> None:
    """Pay the surcharge, or decline and take the base back."""
    if code >> DEED == DECLINE:
        emit(tape, EV_DECLINED, s.cur, (s.pending >> PLACE) & 255, 0, 0)
        return_base(m, s, s.cur, m.piece[(s.pending >> PLACE) & 255], s.pending)
        leave_tunnel(m, s)
    else:
        build_tunnel(m, s, tape, code)


def leave_tunnel(m: Map, s: State) -> None:
    """TUNNEL-9: the revealed cards are discarded at the end of the turn."""
    for i in range(s.shown_n):
        put_on_discard(m, s, s.shown[i], 1)
        s.shown[i] = 0
    s.shown_n = 0
    s.surcharge = 0
    s.pending = 0

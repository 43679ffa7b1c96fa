"""The records of a game: the only place that names their fields."""

from __future__ import annotations

from branchline.core.consts import *
from branchline.core.kinds import *


class Map(Record):
    """Everything that never changes during a game: the board, the parameters and the options, as tables."""

    # Tracks that k cards of a colour (wilds and the reach of double ships counted in) could pay: [piece][colour][k].
    afford: u64ssss = array(PIECES, COLOURS, MAX_LENGTH + 1, WORDS)
    # Tracks of a piece kind that k pieces can fill.
    fits: u64sss = array(PIECES, MAX_LENGTH + 1, WORDS)
    iconed: u64ss = array(MAX_LENGTH + 1, WORDS)  # tracks with no more wild icons than so many wilds satisfy
    pairs: u64s = array(WORDS)  # tracks with pair spaces
    at: u64ss = array(CITIES, WORDS)  # tracks that end in a city
    ports: u64  # DATA-4
    cities: u64  # without the junctions (DATA-9)
    district: u64s = array(DISTRICTS)  # its cities
    # choose[k][s]: multisets of s cards over k kinds, to number the payments of pair tracks.
    choose: i32ss = array(KINDS, PAIR_CARDS + 1)
    n_cities: i32
    n_tracks: i32
    n_words: i32  # words of track bits in use
    n_tickets: i32  # PAR-9
    twin: i16s = array(TRACKS)  # the other track of a double route as the map declares it (DATA-2), or -1
    value: i16s = array(TICKETS)  # points of a ticket, the high value of a tour
    any_order: i16s = array(TICKETS)  # middle value of a tour
    penalty: i16s = array(TICKETS)
    points: i16s = array(MAX_LENGTH + 1)  # PAR-19
    harbour_points: i16s = array(4)  # HARBOUR-4
    harbour_unbuilt: i16
    station_points: i16
    longest_bonus: i16
    district_points: i16s = array(DISTRICTS)
    row_reset_cap: i32
    turn_limit: i32
    end_a: u8s = array(TRACKS)
    end_b: u8s = array(TRACKS)
    length: u8s = array(TRACKS)
    colour: u8s = array(TRACKS)  # NONE: gray
    piece: u8s = array(TRACKS)
    ferry: u8s = array(TRACKS)  # wild icons; a track may be ferry and tunnel (DATA-3)
    tunnel: u8s = array(TRACKS)
    pair: u8s = array(TRACKS)
    stop: u8ss = array(TICKETS, STOPS)  # cities of a ticket
    stops: u8s = array(TICKETS)
    long: u8s = array(TICKETS)
    # Cards. The kinds of a deck stand side by side; wilds belong to the first deck (DATA-6).
    n_kinds: u8
    n_colours: u8
    n_decks: u8
    n_pieces: u8
    wild: u8
    deck_first: u8s = array(DECKS)
    deck_end: u8s = array(DECKS)
    deck_of: u8s = array(KINDS)
    colour_of: u8s = array(KINDS)
    copies: u8s = array(KINDS)
    first_kind: u8ss = array(PIECES, COLOURS)  # plain train, single ship
    second_kind: u8ss = array(PIECES, COLOURS)  # marked train, double ship; NONE where there is none
    reach: u8s = array(PIECES)  # spaces that a card of the second kind covers
    pair_order: u8s = array(KINDS)  # kinds of the first deck, wild first, then colour by colour
    pair_kinds: u8
    # Parameters (PAR) and options (OPT).
    opening_hand: u8s = array(DECKS)
    row_deal: u8s = array(DECKS)
    row_size: u8
    row_reset_wilds: u8
    owned_pieces: u8s = array(PIECES)
    pieces_chosen: u8
    stations: u8
    harbours: u8
    start_tickets: u8
    start_long: u8
    start_keep: u8
    start_box: u8
    draw_tickets: u8
    draw_keep: u8
    twins_open_from: u8
    end_supply: u8
    last_turns: u8
    has_tours: u8
    n_districts: u8
    district_rule: u8
    tour_direct: u8
    overpay_forbidden: u8
    two_wilds_forbidden: u8
    dry_row_locked: u8
    second_optional: u8
    tie: u8s = array(TIES)


class State(Record):
    """Everything that changes during a game. Cards and pieces are conserved (DATA-8)."""

    open: u64s = array(WORDS)  # tracks that anybody may still claim
    owned: u64ss = array(SEATS, WORDS)
    barred: u64ss = array(SEATS, WORDS)  # twins of own tracks (DOUBLE-1)
    tickets: u64ss = array(SEATS, TICKET_WORDS)
    boxed: u64ss = array(SEATS, TICKET_WORDS)  # put out of the game by this seat (PAR-11)
    touched: u64s = array(SEATS)  # cities where the seat owns a track
    station_cities: u64s = array(SEATS)
    harbour_cities: u64s = array(SEATS)
    rng: u32s = array(4)
    turns: i32
    decisions: i32
    pending: i32  # code of the claim that waits for a surcharge
    choice: i32s = array(SEATS)  # start tickets chosen, as a code; 0 while open
    score: i16s = array(SEATS)  # running
    final: i16s = array(SEATS)  # after final scoring
    swapped: i16s = array(SEATS)
    turns_left: i16  # -1 before the last turns
    hand: u8ss = array(SEATS, KINDS)
    known: u8ss = array(SEATS, KINDS)  # cards of the hand that everybody has seen
    pile: u8s = array(KINDS)  # a pile is counts: a card is decided when it is drawn
    discard: u8s = array(KINDS)
    pile_n: u8s = array(DECKS)
    discard_n: u8s = array(DECKS)
    top: u8ss = array(DECKS, DECK_CARDS)  # known cards on top, the next one last
    top_n: u8s = array(DECKS)
    row: u8s = array(ROW_SLOTS)  # kinds, NONE for a gap
    row_n: u8
    row_wilds: u8
    row_of: u8s = array(DECKS)  # how many of the row come from each deck
    supply: u8ss = array(SEATS, PIECES)
    box: u8ss = array(SEATS, PIECES)
    stations: u8s = array(SEATS)  # in supply
    harbours: u8s = array(SEATS)
    deck: u8s = array(TICKETS)  # the ticket deck, a ring
    deck_by: u8s = array(TICKETS)  # seat + 1 that put the ticket there and so knows it; 0: nobody
    deck_head: u8
    deck_n: u8
    offer: u8ss = array(SEATS, OFFER)
    offer_by: u8ss = array(SEATS, OFFER)
    offer_n: u8s = array(SEATS)
    stage: u8s = array(SEATS)
    split: u8s = array(SEATS)
    shown: u8s = array(3)  # cards revealed for a tunnel
    shown_n: u8
    surcharge: u8
    n_seats: u8
    first: u8
    cur: u8
    phase: u8
    passes: u8
    trigger: u8  # seat that set off the last turns, NONE before
    ended: u8
    fault: u8  # a scripted card was not there
    rank: u8s = array(SEATS)


class Tape(Record):
    """What happened in a step, for those who ask: events of six numbers, and the cards that left the piles."""

    events: i32ss = array(EVENTS, 5)
    n: i32
    drawn_n: i32
    drawn: u8s = array(DRAWN)
    on: u8


class Sheet(Record):
    """The score of one seat, line by line."""

    lines: i32s = array(LINES)
    borrowed: i16s = array(STATIONS)  # track used through each station, or -1
    borrowed_at: i16s = array(STATIONS)  # the station's city, or -1
    harbour_at: i16s = array(HARBOURS)  # city, or -1
    harbour_line: i16s = array(HARBOURS)
    fate: u8s = array(TICKETS)

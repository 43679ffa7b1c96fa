"""The records of the planner: its parameters, a map prepared for it, what each seat intends, and room to work in."""

from __future__ import annotations

from branchline.core.consts import *
from branchline.core.kinds import *


class Params(Record):
    """
    What the planner values, in hundredths of points unless something else is said. ``weights.toml`` has the numbers.

    Nothing here belongs to one map: sizes come from the map itself.
    """

    # What a plan costs.
    turn: i32  # a turn
    card: i32  # a card still missing
    held: i32  # a card of the hand that a track would take
    points: i32  # how much of a track's points lowers its cost, in percent
    loco: i32  # a missing wild of a ferry
    tunnel: i32  # the chance of a surcharge
    risk: i32  # percent of what is lost when a surcharge can't be paid
    greed: i32  # what a ticket must bring, in percent of the cost of its tracks
    pace: i32  # hundredths of a turn for a missing card
    # The clock: how many turns there will be.
    clock_base: i32  # hundredths of turns
    clock_rate: i32  # hundredths of turns for a piece of the seat that has the fewest
    # Tickets.
    choice: i32  # how much the cost of the plan counts when tickets are chosen, in percent
    ticket: i32  # against keeping one more
    draw_own: i32  # draw more tickets with at least so many pieces, in percent of those at the start
    draw_rival: i32  # … and each rival with so many
    draw_hand: i32  # … and so many cards in hand
    # Filling up with tracks of no ticket.
    fillers: i32  # how many tracks to collect for at once
    filler: i32  # how much their cards are wanted, in percent
    longest: i32  # a filler that touches the own network
    piece: i32  # a piece spent on it
    # Claiming.
    claim: i32  # a claim of the plan
    order: i32  # how much of its points says which one comes first, in percent
    single: i32  # there is no second track
    near: i32  # a rival stands at an end
    off: i32  # a claim outside the plan, beside its points
    thin: i32  # leaves fewer pieces than the plan needs, for each
    # What cards are worth.
    want: i32  # a card that the plan lacks
    finish: i32  # one that completes a track
    idle: i32  # any other
    gather: i32  # … for each of its colour in the hand
    want_wild: i32
    blind: i32  # the secrecy of a card drawn blind
    spare: i32  # paying a card that the plan does not need
    pay: i32  # paying one that it needs
    pay_wild: i32
    fade: i32  # cards lose their worth over the last so many hundredths of turns
    # Buildings.
    station: i32  # a station, beside its cards and points
    harbour: i32  # how much the cards of a harbour are wanted, in percent
    build: i32  # a harbour, beside its points
    deny: i32  # a claim that cuts a rival
    share: i32  # more or fewer pieces of the first kind than the plan asks for
    refresh: i32  # in play-outs: make the plan anew after so many decisions


class Chart(Record):
    """A map prepared for finding ways: the tracks of each city side by side."""

    first: i16s = array(CITIES + 1)  # where the tracks of a city begin
    near: u8s = array(2 * TRACKS)  # tracks
    far: u8s = array(2 * TRACKS)  # and the city at their other end
    lack: i32ss = array(PIECES, 2 * MAX_LENGTH + 1)  # hundredths of cards of a colour that so many spaces take
    pieces: i32  # at the start
    of_length: u64ss = array(MAX_LENGTH + 1, WORDS)  # tracks
    of_colour: u64ss = array(COLOURS + 2, WORDS)  # … gray ones, and those with icons of wilds


class Mind(Record):
    """What each seat intends. It holds nothing that the seat may not know."""

    made: u8s = array(SEATS)  # whether there is a plan
    age: u8s = array(SEATS)
    tracks: u64ss = array(SEATS, WORDS)  # to claim for tickets and districts
    filler: u64ss = array(SEATS, WORDS)  # to claim for points
    tickets: u64ss = array(SEATS, TICKET_WORDS)  # held when the plan was made
    planned: u64ss = array(SEATS, TICKET_WORDS)  # that the plan completes
    stations: u64s = array(SEATS)  # cities to build stations in
    worth: i32s = array(SEATS)
    time: i32s = array(SEATS)  # hundredths of turns that the plan takes
    clock: i32s = array(SEATS)  # hundredths of turns that the seat thinks it has
    pieces: i32ss = array(SEATS, PIECES)  # that the plan takes


class Desk(Record):
    """Room to work in while one decision is made."""

    cost: i32s = array(TRACKS)
    time: i32s = array(TRACKS)
    dist: i32s = array(CITIES)
    via: u8s = array(CITIES)  # the track by which the way came
    left: i32ss = array(PIECES, COLOURS)  # spaces that cards not yet spoken for can cover
    wilds: i32  # not yet spoken for
    room: i32s = array(PIECES)  # pieces of a kind that there can be
    total: i32  # pieces of all kinds
    need: i32s = array(PIECES)  # pieces of the plan
    chosen: u64s = array(WORDS)  # tracks of the plan
    loans: u64s = array(WORDS)  # rivals' tracks that it borrows
    borrowing: u64  # cities whose stations are spoken for
    to_build: u64  # stations to build
    planned: u64s = array(TICKET_WORDS)
    worth: i32
    paid: i32  # the cost of its tracks
    spent: i32  # time of the plan
    stale: i32  # colours whose tracks have another price since cards of them were spoken for, as in Chart.of_colour
    clock: i32
    added: u8s = array(TRACKS)  # tracks of the way just found
    added_n: i32
    added_cost: i32s = array(TRACKS)
    value: i32s = array(KINDS)  # of one more card
    surplus: i32s = array(KINDS)  # cards that the plan does not need
    lack: i32ss = array(PIECES, COLOURS)
    missing: i32s = array(TRACKS)  # cards that a track of the plan lacks
    spoken: u8s = array(TRACKS)  # the colour meant for it
    fading: i32  # percent of their worth that cards still have
    harbour_colour: i32
    theirs: u64s = array(WORDS)  # tracks that would cut a rival
    quick: u8  # in a play-out
    scores: i32s = array(MAX_CODES)

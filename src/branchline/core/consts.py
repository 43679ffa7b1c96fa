"""Names for the integers of the state, of the codes and of the events (a C enum when compiled)."""

# Limits of the arrays; the loader refuses a map beyond them.
SEATS, CITIES, TRACKS, TICKETS, KINDS, COLOURS, DECKS, PIECES = 5, 64, 192, 128, 32, 8, 2, 2
WORD, WORDS, TICKET_WORDS = 64, 3, 2
MAX_LENGTH, ROW_SLOTS, OFFER, STOPS, DISTRICTS, PAIR_CARDS = 12, 8, 6, 8, 16, 12
STATIONS, HARBOURS, TIES, DECK_CARDS = 3, 3, 4, 250
MAX_CODES = 16384
NONE = 255

# Phases: which kind of decision is open.
START, TURN, SECOND, KEEPING, SURCHARGE, OVER = 0, 1, 2, 3, 4, 5
# Stages of a seat while the phase is START.
OWES_TICKETS, OWES_SPLIT, READY = 0, 1, 2
# How a game ended.
RUNNING, LAST_TURNS, ALL_PASSED, TURN_LIMIT = 0, 1, 2, 3

# A code is one integer: what is done, where, and with which cards.
#
#    bit   30 ... 24 | 23 ... 16 | 15 ... 12 | 11 .. 8 | 7 .. 4 | 3 .. 0
#          deed      | place     | colour    | first   | second | wilds
#
#    deed     place          the 16 bits below it
#    ROW      card kind      pile that refills the slot, counted from 1; 0: no choice
#    BLIND    deck           0
#    STOP     0              0
#    TAKE     0              0                                          (draw tickets)
#    KEEP     mask of offer  number of the order in which the others go under the deck
#    CLAIM    track          payment; on a pair track the number of the multiset of cards
#    PAY      0              payment
#    DECLINE  0              0
#    STATION  city           payment
#    HARBOUR  city           payment: first = marked trains, second = single ships
#    SWAP     given piece    number of pieces
#    SPLIT    0              number of pieces of the first kind
#    PASS     0              0
#
# A payment names the colour, how many of its first kind (plain train, single ship), of its second kind
# (marked train, double ship) and of wilds; a payment of wilds alone has the colour 8.
ROW, BLIND, STOP, TAKE, KEEP, CLAIM, PAY, DECLINE, STATION, HARBOUR, SWAP, SPLIT, PASS = (
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
)
DEED, PLACE, COLOUR, FIRST, SECOND_KIND = 24, 16, 12, 8, 4
ALL_WILD = 8

# Events: what happened. Each has a seat and three numbers.
EV_ROW_TAKEN, EV_BLIND, EV_ROW_FILLED, EV_ROW_RESET, EV_RESHUFFLE, EV_STOP = 1, 2, 3, 4, 5, 6
EV_OFFERED, EV_KEPT, EV_RETURNED, EV_BOXED, EV_CHOSEN, EV_TICKETS_DONE = 10, 11, 12, 13, 14, 15
EV_CLAIM, EV_TUNNEL, EV_REVEALED, EV_SURCHARGE, EV_PAID, EV_DECLINED = 20, 21, 22, 23, 24, 25
EV_STATION, EV_HARBOUR, EV_SWAP, EV_SPLIT, EV_PASS = 30, 31, 32, 33, 34
EV_LAST_TURNS, EV_OVER, EV_TURN = 40, 41, 42
EVENTS, DRAWN = 9216, 8192

# Choices of the rules (PAR, OPT).
LINKED, VISITED = 0, 1
TIE_NONE, TIE_TICKETS, TIE_FEWEST, TIE_MOST, TIE_LONGEST = 0, 1, 2, 3, 4
# What became of a ticket.
NOT_HELD, FAILED, COMPLETED, IN_ORDER = 0, 1, 2, 3
# Lines of a score sheet.
L_TRACKS, L_SWAPS, L_TICKETS, L_STATIONS, L_LONGEST, L_DISTRICTS, L_HARBOURS, L_UNBUILT = 0, 1, 2, 3, 4, 5, 6, 7
L_TOTAL, L_COMPLETED, L_TRAIL, L_DISTRICT_BITS, LINES = 8, 9, 10, 11, 12

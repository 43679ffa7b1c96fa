"""From the core's events (five numbers each) to readable ones."""

from __future__ import annotations

from branchline.core import consts as c
from branchline.game import events as e
from branchline.game.codes import Codec

RawEvent = tuple[int, int, int, int, int]
HOW = {c.LAST_TURNS: "last_turns", c.ALL_PASSED: "all_passed", c.TURN_LIMIT: "turn_limit"}
HOW_CODES = {name: code for code, name in HOW.items()}


def tell(codec: Codec, raw: list[RawEvent]) -> list[e.AnyEvent]:
    """The events of one step. Ticket lines are gathered into one event a seat."""
    t, m = codec.tables, codec.map
    out: list[e.AnyEvent] = []
    offered: list[str] = []
    kept: list[str] = []
    others: list[str] = []
    last = len(raw) - 1
    for i, (kind, seat, a, b, d) in enumerate(raw):
        if kind == c.EV_ROW_TAKEN:
            out.append(e.RowTaken(seat, t.kinds[a], b))
        elif kind == c.EV_BLIND:
            out.append(e.BlindDrawn(seat, t.decks[b], t.kinds[a]))
        elif kind == c.EV_ROW_FILLED:
            out.append(e.RowFilled(a, t.kinds[b]))
        elif kind == c.EV_TURN:
            out.append(e.TurnBegan(seat, a))
        elif kind == c.EV_CLAIM:
            out.append(e.TrackClaimed(seat, t.tracks[a], track_cards(codec, a, b), m.points[m.length[a]]))
        elif kind == c.EV_OFFERED:
            offered.append(t.tickets[a])
            if i == last or raw[i + 1][0] != c.EV_OFFERED or raw[i + 1][1] != seat:
                out.append(e.TicketsOffered(seat, len(offered), tuple(offered)))
                offered = []
        elif kind == c.EV_KEPT:
            kept.append(t.tickets[a])
        elif kind in (c.EV_RETURNED, c.EV_BOXED):
            others.append(t.tickets[a])
        elif kind == c.EV_TICKETS_DONE:
            out.append(e.TicketsKept(seat, a, b, bool(d), tuple(kept), tuple(others)))
            kept, others = [], []
        elif kind == c.EV_ROW_RESET:
            out.append(e.RowReset(a))
        elif kind == c.EV_RESHUFFLE:
            out.append(e.PileShuffled(t.decks[a], b))
        elif kind == c.EV_STOP:
            out.append(e.DrawStopped(seat))
        elif kind == c.EV_CHOSEN:
            out.append(e.ChoiceMade(seat, "start" if a == c.KEEP else "split"))
        elif kind == c.EV_TUNNEL:
            out.append(e.TunnelEntered(seat, t.tracks[a], track_cards(codec, a, b)))
        elif kind == c.EV_REVEALED:
            out.append(e.TunnelRevealed(seat, t.kinds[a], bool(b)))
        elif kind == c.EV_SURCHARGE:
            out.append(e.SurchargeDue(seat, a))
        elif kind == c.EV_PAID:
            out.append(e.SurchargePaid(seat, codec.payment(0, a)))
        elif kind == c.EV_DECLINED:
            out.append(e.TunnelDeclined(seat, t.tracks[a]))
        elif kind == c.EV_STATION:
            out.append(e.StationBuilt(seat, t.cities[a], codec.payment(0, b)))
        elif kind == c.EV_HARBOUR:
            out.append(e.HarbourBuilt(seat, t.cities[a], codec.harbour_payment(b)))
        elif kind == c.EV_SWAP:
            out.append(e.PiecesSwapped(seat, b, t.pieces[a], t.pieces[1 - a]))
        elif kind == c.EV_SPLIT:
            out.append(e.PiecesSplit(seat, a, b))
        elif kind == c.EV_PASS:
            out.append(e.TurnPassed(seat))
        elif kind == c.EV_LAST_TURNS:
            out.append(e.LastTurnsBegan(seat, a))
        elif kind == c.EV_OVER:
            out.append(e.GameEnded(HOW[a]))
    return out


def track_cards(codec: Codec, track: int, payment: int) -> tuple[str, ...]:
    """The cards that a claim names."""
    if codec.map.pair[track]:
        return codec.pair_payment(track, payment)
    return codec.payment(codec.map.piece[track], payment)

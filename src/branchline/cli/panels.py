"""What a player looks at: the players, the row, the hand, the tickets, the tracks; each a few lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from branchline.cli.board import JUNCTION, PORT, WANTED, Scene, draw, plan
from branchline.cli.common import Context
from branchline.cli.palette import card_style, letter, seat_style, track_style
from branchline.cli.terminal import cells_of, clip, pad
from branchline.game.game import Game
from branchline.game.narrate import Names
from branchline.game.outlook import Outlook, Prospect, open_tracks, shut_tracks
from branchline.game.variants import Track
from branchline.game.view import SeatView, View

NAME_CELLS = 18
LABEL_CELLS = 10


class Panels:
    """The panels of one seat, or of a spectator (None)."""

    def __init__(self, game: Game, seat: int | None, context: Context, names: Names) -> None:
        self.game = game
        self.seat = seat
        self.context = context
        self.names = names
        self.view: View = game.view(seat)
        self.variant = game.variant

    def say(self, message: str, **parameters: object) -> str:
        """A text in the language."""
        return self.context.say(message, **parameters)

    # ------------------------------------------------------------ cards
    def card(self, id: str, number: int = 1) -> str:
        """A card as a coloured chip. Its id is what one types; the word stands before it in other languages."""
        colour, _, _ = id.partition(".")
        word = "" if self.context.lang == "en" else self.names.say("terms.card_wild")
        if colour != "wild" and word:
            word = self.names.colour(colour)
        text = f"{word} {id}".strip() + (f"*{number}" if number > 1 else "")
        return self.context.terminal.paint(f" {text} ", *card_style(colour))

    def labelled(self, label: str, chips: Iterable[str]) -> list[str]:
        """Chips after a label, on as many lines as they take."""
        t = self.context.terminal
        lines = [pad(label, LABEL_CELLS)]
        for chip in chips:
            if cells_of(lines[-1]) + cells_of(chip) + 1 > t.width:
                lines.append(" " * LABEL_CELLS)
            lines[-1] += chip + " "
        return [line.rstrip() for line in lines]

    def row(self) -> list[str]:
        """The row."""
        empty = self.context.terminal.paint(" – ", "hint")
        return self.labelled(self.say("cli.row"), [self.card(card) if card else empty for card in self.view.row])

    def hand(self) -> list[str]:
        """The own hand, a line a deck."""
        hand = self.view.own.hand or {}
        lines: list[str] = []
        for deck in self.variant.cards.decks:
            ids = [kind.id for kind in self.variant.cards.kinds if kind.deck == deck.id and hand.get(kind.id)]
            label = self.say("cli.hand") if not lines else ""
            lines += self.labelled(label, [self.card(id, hand[id]) for id in ids])
        return lines

    def decks(self) -> str:
        """How much is left to draw."""
        parts = []
        for deck in self.view.decks:
            discard = sum(deck.discard.values())
            pile = self.names.pile(deck.deck)
            parts.append(self.say("cli.deck", pile=pile, cards=deck.pile, discard=discard))
        parts.append(self.say("cli.ticket_deck", number=self.view.ticket_deck))
        return " · ".join(parts)

    # ------------------------------------------------------------ players
    def seats(self) -> list[str]:
        """The players: points, pieces, cards, tickets, and the cards that everybody has seen them take."""
        t, p = self.context.terminal, self.variant.parameters
        head = ["", self.say("cli.column_points"), *(self.names.piece(piece, 2) for piece in p.pieces)]
        head += [self.say("cli.column_stations")] * bool(p.stations)
        head += [self.say("cli.column_harbours")] * bool(p.harbours)
        head += [self.say("cli.column_cards"), self.say("cli.column_tickets")]
        rows = [head]
        for player in self.view.seats:
            pieces = [str(player.pieces[piece]) for piece in p.pieces]
            if player.box:
                pieces = [f"{player.pieces[piece]}+{player.box[piece]}" for piece in p.pieces]
            row = [self.seat_name(player), str(player.score), *pieces]
            row += [str(player.stations_left)] * bool(p.stations) + [str(player.harbours_left)] * bool(p.harbours)
            rows.append([*row, str(player.hand_size), str(player.tickets_held)])
        lines = t.table(rows, "l" + "r" * (len(head) - 1))
        room = t.width - max(map(cells_of, lines)) - 2
        seen = [t.paint(self.say("cli.column_seen"), "bold"), *(self.seen(player, room) for player in self.view.seats)]
        widest = t.width - room - 2
        return [f"{pad(line, widest)}  {text}".rstrip() for line, text in zip(lines, seen, strict=True)]

    def seat_name(self, player: SeatView) -> str:
        """The number and name of a seat; an arrow for who is to move."""
        t = self.context.terminal
        arrow = "▸" if player.seat in self.view.waiting else " "
        badge = t.paint(f" {player.seat + 1} ", "reverse", "bold", *seat_style(player.seat))
        name = t.paint(clip(self.names.seat(player.seat), NAME_CELLS), "bold", *seat_style(player.seat))
        return f"{arrow}{badge} {name}"

    def seen(self, player: SeatView, room: int) -> str:
        """Cards of others that everybody has seen, as many as there is room for."""
        if player.seat == self.seat:
            return ""
        text = ""
        for id, number in player.known.items():
            part = id + (f"*{number}" if number > 1 else "")
            if cells_of(text) + cells_of(part) + 2 > room:
                return f"{text}…"
            text += self.context.terminal.paint(part, *track_style(id.partition(".")[0])) + " "
        return text

    # ------------------------------------------------------------ tickets
    def tickets(self) -> list[str]:
        """The own tickets and how they stand."""
        outlook = Outlook(self.game, self.view.own.seat)
        lines = [self.prospect(outlook.of(id)) for id in self.view.own.tickets or ()]
        lines = lines or [self.context.terminal.paint(self.say("cli.no_tickets"), "hint")]
        label = pad(self.say("cli.tickets"), LABEL_CELLS)
        return [(label if i == 0 else " " * LABEL_CELLS) + line for i, line in enumerate(lines)]

    def offer(self) -> list[str]:
        """The tickets to choose from, numbered, and how they would stand."""
        outlook = Outlook(self.game, self.view.own.seat)
        offer = [id for id in self.view.own.offer or () if id]
        return [f"  {number}  {self.prospect(outlook.of(id))}" for number, id in enumerate(offer, 1)]

    def prospect(self, it: Prospect) -> str:
        """A ticket: its points, its cities, how it stands."""
        t = self.context.terminal
        points = str(it.ticket.points)
        if it.ticket.is_tour:
            points += f"/{it.ticket.any_order}/-{it.ticket.penalty}"
        text = f"{points:>3}  {self.names.cities(it.ticket.cities)}"
        if it.done:
            return t.paint(f"✓ {text}", "good")
        if it.hopeless:
            return t.paint(f"✗ {text}  ({self.say('cli.out_of_reach')})", "bad")
        ahead = self.say("cli.to_go", number=it.pieces) if it.pieces else self.say("cli.by_station")
        return f"· {text}" + t.paint(f"  ({ahead})", "hint")

    # ------------------------------------------------------------ the map
    def scene(self) -> Scene:
        """What the map shows."""
        wanted: set[str] = set()
        claims: set[str] = set()
        if self.seat is not None:
            outlook = Outlook(self.game, self.seat)
            held = [*(self.view.own.tickets or ()), *(id for id in self.view.own.offer or () if id)]
            for prospect in map(outlook.of, held):
                if not prospect.done and not prospect.hopeless:
                    wanted.update(prospect.ticket.cities)
            choice = self.view.choice
            claims = {place for claim in choice.claims for place in claim.places} if choice else set()
        seats = self.view.seats
        return Scene(
            owners={track: player.seat for player in seats for track in player.tracks},
            shut=frozenset(shut_tracks(self.game, 0 if self.seat is None else self.seat)),
            open=frozenset(claims),
            stations={city: player.seat for player in seats for city in player.stations},
            harbours={city: player.seat for player in seats for city in player.harbours},
            wanted=frozenset(wanted),
        )

    def map(self, rows: int) -> list[str]:
        """The map, and below it what its signs mean."""
        t = self.context.terminal
        drawing = draw(plan(self.variant, self.context.lang, t.width, rows), self.scene(), t)
        return [*drawing, *self.legend()]

    def legend(self) -> list[str]:
        """What the letters and signs on this map mean."""
        t, tracks = self.context.terminal, self.variant.tracks
        parts = []
        for colour in (*self.variant.cards.colours, None):
            word = self.names.colour(colour) if colour else self.say("cli.legend_any")
            parts.append(t.paint(f"{letter(colour, self.variant)} {word}", *track_style(colour)))
        second = [track for track in tracks if track.piece != next(iter(self.variant.parameters.pieces))]
        signs = [("(3)", "tunnel", any(track.tunnel for track in tracks)), ("~", "ship", bool(second))]
        signs += [("w", "ferry", any(track.ferry for track in tracks))]
        signs += [("p", "pair", any(track.pair for track in tracks))]
        signs += [(PORT, "port", self.variant.parameters.harbours > 0)]
        signs += [(JUNCTION, "junction", any(city.junction for city in self.variant.cities)), ("××", "shut", True)]
        signs += [("1", "player", True), (WANTED, "wanted", self.seat is not None)]
        parts += [f"{sign} {self.say(f'cli.legend_{name}')}" for sign, name, there in signs if there]
        if t.colour and self.seat is not None:
            parts.append(f"{t.paint('R3', 'reverse')} {self.say('cli.legend_now')}")
        return [line.rstrip() for line in flow(parts, t.width)]

    def districts(self) -> list[str]:
        """The districts, their points and their cities (DISTRICT-1)."""
        lines: list[str] = []
        for it in self.variant.districts:
            label = self.say("cli.district", name=self.names.district(it.id), points=it.points)
            text = self.say("cli.labelled", label=label, text=self.names.listed(map(self.names.city, it.cities)))
            lines += self.context.terminal.wrap(text, "    ", "")
        return lines

    # ------------------------------------------------------------ tracks
    def tracks_at(self, city: str) -> list[str]:
        """All tracks of a city."""
        tracks = [track for track in self.variant.tracks if city in (track.a, track.b)]
        return self.track_table(tracks)

    def affordable(self) -> list[str]:
        """The tracks that can be claimed now, best first."""
        choice = self.view.choice
        ids = {place for claim in choice.claims for place in claim.places} if choice else set()
        tracks = [track for track in self.variant.tracks if track.id in ids]
        if not tracks:
            return [self.say("cli.nothing_affordable")]
        return self.track_table(sorted(tracks, key=lambda track: (-track.length, track.id)))

    def track_table(self, tracks: Sequence[Track]) -> list[str]:
        """Tracks with their ids, which one types, their points, and who has them or with what one could pay."""
        t, points = self.context.terminal, self.variant.parameters.track_points
        owners = {track: player.seat for player in self.view.seats for track in player.tracks}
        free = open_tracks(self.game, 0 if self.seat is None else self.seat)
        choice = self.view.choice
        payments = {place: claim.payments for claim in choice.claims for place in claim.places} if choice else {}
        rows: list[list[str]] = [
            [self.say(f"cli.column_{it}") for it in ("track", "kind", "points", "id", "state")],
        ]
        for track in tracks:
            if track.id in owners:
                seat = owners[track.id]
                state = t.paint(self.names.seat(seat), *seat_style(seat))
            elif track.id not in free:
                state = t.paint(self.say("cli.legend_shut"), "hint")
            elif track.id in payments:
                texts = payments[track.id]
                more = self.say("cli.more_payments", number=len(texts) - 1) if len(texts) > 1 else ""
                state = t.paint(f"{texts[0]} {more}".rstrip(), "good")
            else:
                state = self.say("cli.state_open")
            kind = t.paint(self.kind_of(track), *track_style(track.colour))
            rows.append([self.names.track(track.id), kind, str(points[track.length]), track.id, state])
        return t.table(rows, "llrll")

    def kind_of(self, track: Track) -> str:
        """Colour, length and what is special about a track."""
        parts = [f"{self.names.colour(track.colour or 'gray')} {track.length}"]
        if track.piece != next(iter(self.variant.parameters.pieces)):
            parts.append(self.names.piece(track.piece, track.length))
        if track.ferry:
            parts.append(self.say("cli.kind_ferry", number=track.ferry))
        if track.tunnel:
            parts.append(self.say("cli.legend_tunnel"))
        if track.pair:
            parts.append(self.say("cli.kind_pair", number=track.pair))
        return self.names.listed(parts)


def flow(parts: Sequence[str], cells: int) -> list[str]:
    """Parts one after the other, on as many lines as they take."""
    lines = [""]
    for part in parts:
        if lines[-1] and cells_of(lines[-1]) + cells_of(part) > cells:
            lines.append("")
        lines[-1] += part + "  "
    return lines

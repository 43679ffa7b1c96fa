"""``branchline play``: a person at a terminal against bots."""

from __future__ import annotations

import secrets
import shutil
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random

from branchline import bots
from branchline.analysis import advise
from branchline.analysis.advice import WORLDS
from branchline.bots.driver import quiet
from branchline.bots.shelf import OPPONENTS
from branchline.cli.common import (
    Arguments,
    CommandError,
    Context,
    add_seed_and_options,
    find_variant,
    number,
    read_options,
    read_text,
    why,
)
from branchline.cli.hint import advice_text
from branchline.cli.menu import ask_for_game
from branchline.cli.palette import seat_style
from branchline.cli.panels import Panels
from branchline.cli.phrases import phrases
from branchline.cli.reader import MENU_LINES, Reader, make_reader
from branchline.cli.replay import event_lines
from branchline.cli.rules import rules_text
from branchline.cli.sheets import result_text
from branchline.cli.suggest import Suggester
from branchline.errors import BranchlineError, IllegalMoveError, MoveError
from branchline.game import events as ev
from branchline.game.game import Game, seed_number
from branchline.game.narrate import Names, describe_move, explain
from branchline.game.outlook import natural_payment

OTHERS = ("Ada", "Bruno", "Chiyo", "Dana", "Emil")
COMMANDS = ("help", "map", "tracks", "tickets?", "hand", "moves", "log", "why", "hint", "rules", "save", "quit")
QUIET = (ev.TurnBegan, ev.RowFilled)
"""Events that the panels tell anyway."""
MAP_ROWS = 34
LEAST_MAP_ROWS = 16
MOST_LISTED = 30


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``play``."""
    arguments.add("variant", message="cli.variant_help", nargs="?", metavar="VARIANT")
    arguments.add("--seats", message="cli.seats_help", metavar="N")
    arguments.add("--name", message="cli.name_help", metavar="NAME")
    arguments.add("--seat", message="cli.seat_help", default="1", metavar="N")
    arguments.add("--first", message="cli.first_help", action="store_true")
    arguments.add("--bots", message="cli.bots_help", nargs="+", metavar="BOT", default=list(OPPONENTS))
    arguments.add("--limit", message="cli.play_limit_help", default="30s", metavar="TIME")
    add_seed_and_options(arguments)
    arguments.add("--resume", message="cli.resume_help", metavar="FILE")


def run(found: Namespace, context: Context) -> int:
    """Set up a game, play it, show the result."""
    opponents = [bots.describe(name) for text in found.bots for name in bots.split(text)]
    for text in opponents:
        bots.make(text, 0).close()  # what is wrong with it is told before the game
    limit = float(bots.Parameter("--limit", "time", 30.0, 0.001, 86400).read(found.limit))
    seats: int | None = None
    if found.resume:
        game = Game.replay(read_text(found.resume))
    else:
        if found.variant is None:
            chosen = ask_for_game(context, ask_seats=not found.seats)
            if chosen is None:
                return 0
            variant, seats = chosen
        else:
            variant = find_variant(found.variant)
        if found.seats or seats is None:
            seats = number(found.seats or "2", "--seats", *variant.seats)
        seed = found.seed or str(secrets.randbelow(10**9))
        me = number(found.seat, "--seat", 1, seats) - 1
        first = me if found.first else seed_number(f"{seed}/first") % seats
        name = found.name or context.say("cli.player")
        others = [other for other in OTHERS if other != name]
        names = [name if seat == me else others.pop(0) for seat in range(seats)]
        game = Game.new(variant, seats, seed, read_options(found.options), first, names)
    me = number(found.seat, "--seat", 1, game.seats) - 1
    return Session(game, me, context, opponents, limit).run()


def seat_bots(game: Game, me: int, opponents: Sequence[str], limit: float | None) -> dict[int, bots.Driver]:
    """A bot for every other seat, in order; the last one fills the others."""
    drivers = {}
    for place, seat in enumerate(seat for seat in range(game.seats) if seat != me):
        name = opponents[min(place, len(opponents) - 1)]
        bot = bots.make(name, f"{game.seed}/{seat}/bot")
        drivers[seat] = bots.Driver(bot, name, limit, explain=True)
    return drivers


class Session:
    """One game of one person."""

    def __init__(
        self, game: Game, me: int, context: Context, opponents: Sequence[str] = OPPONENTS, limit: float | None = None
    ) -> None:
        self.game = game
        self.me = me
        self.context = context
        self.names = Names(game.variant, context.lang, game.names)
        self.drivers = seat_bots(game, me, opponents, limit)
        self.reasons: dict[int, bots.Remark | None] = {}
        """Why each bot made its last move."""
        self.suggest = Suggester(game, me, context, self.names, COMMANDS)
        self.reader: Reader = make_reader(context, self.suggest)
        self.told = len(game.all_events())
        self.menu: list[str] = []
        self.saved = True
        self.left = False

    def say(self, message: str, **parameters: object) -> str:
        """A text in the language."""
        return self.context.say(message, **parameters)

    def write(self, *lines: str) -> None:
        """Print lines."""
        self.context.write(*lines)

    # ------------------------------------------------------------ the game
    def run(self) -> int:
        """Play until the game is over or the player leaves."""
        t = self.context.terminal
        title = self.say("cli.play_title", variant=self.game.variant.name(self.context.lang), seats=self.game.seats)
        self.write(t.heading(title), *t.wrap(self.say("cli.play_welcome")))
        if self.game.variant.notes.get(self.context.lang):
            self.write(*t.wrap(t.paint(self.game.variant.notes[self.context.lang], "hint")))
        self.write(*(line for seat, driver in self.drivers.items() for line in self.introduce(seat, driver)))
        try:
            while not self.game.is_over and not self.left:
                if self.me in self.game.waiting:
                    self.tell()
                    self.show()
                    self.decide()
                else:
                    self.let_move(self.game.waiting[0])
            if self.game.is_over:
                self.tell()
                self.finish()
        finally:
            for driver in self.drivers.values():
                driver.close()
        return 0

    def introduce(self, seat: int, driver: bots.Driver) -> list[str]:
        """Who a bot is."""
        t = self.context.terminal
        found = bots.entry(driver.name.partition(":")[0])
        about, bot = found.about(self.context.lang), found.title(self.context.lang) if found.level else driver.name
        said = self.say("cli.opponent", name=self.names.seat(seat), bot=bot, about=about)
        return t.wrap(t.paint(said, "hint"))

    def let_move(self, seat: int) -> None:
        """Let a bot move; if it can't, say so."""
        with quiet():
            answer = self.drivers[seat].play(self.game, seat)
        self.reasons[seat] = answer.remark
        if answer.trouble:
            said = answer.trouble.words(self.game.variant, self.context.lang, self.game.names)
            self.write(self.refusal(said))

    def finish(self) -> None:
        """Show the result, and let the player look around."""
        assert self.game.result is not None
        self.write("", *result_text(self.game.result, self.names, self.context))
        if self.reader.interactive:
            self.write("", self.context.terminal.paint(self.say("cli.after_game"), "hint"))
        while not self.left:
            line = self.reader.read(self.prompt())
            if line is None:
                return
            self.obey(line)

    def decide(self) -> None:
        """Ask until a move is made or the player leaves."""
        moves = len(self.game.moves)
        while len(self.game.moves) == moves and not self.left:
            line = self.reader.read(self.prompt())
            if line is None:
                self.write(self.say("cli.input_ended"))
                self.left = True
            else:
                self.obey(line)

    def prompt(self) -> str:
        """What stands before the player's line."""
        return self.context.terminal.paint(f"{self.names.seat(self.me)}> ", "bold", *seat_style(self.me))

    def tell(self) -> None:
        """What has happened since the player last looked."""
        events = self.game.events(self.me, self.told)
        self.told += len(events)
        lines = [
            line
            for event in events
            if not isinstance(event, QUIET)
            for line in event_lines(event, self.game, self.context)
        ]
        if lines:
            self.write("", *lines)

    # ------------------------------------------------------------ what the player sees
    def panels(self) -> Panels:
        """The panels of the state as it is."""
        return Panels(self.game, self.me, self.context, self.names)

    def show(self) -> None:
        """All that the open decision needs."""
        t, panels, kind = self.context.terminal, self.panels(), self.game.decision(self.me)
        lines: list[str] = []
        if kind in ("turn", "start", "split"):
            lines += [*panels.seats(), "", *panels.row(), *panels.hand()]
            lines += panels.tickets() if kind != "start" else []
        elif kind in ("second", "surcharge"):
            lines += [*panels.row(), *panels.hand()]
        if kind in ("start", "keep"):
            lines += ["", self.say("cli.offer"), *panels.offer()]
        title = f"{self.say('cli.turn', number=panels.view.turns + 1)} · {panels.decks()}"
        if panels.view.last_turns is not None:
            lines.append(t.paint(self.say("cli.last_turns", number=panels.view.last_turns), "bad", "bold"))
        lines += t.wrap(self.hint(kind, panels))
        rows = self.room_for_map(len(lines) + 2 + len(panels.legend()))
        if kind in ("turn", "start") and rows:
            lines = [*panels.map(rows), *lines]
        self.write("", t.heading(title), *lines)

    def room_for_map(self, lines: int) -> int:
        """How many rows of the terminal are left for the map; 0 if too few, or if this is no terminal."""
        if not self.reader.interactive:
            return 0
        rows = shutil.get_terminal_size().lines - lines - MENU_LINES
        return min(rows, MAP_ROWS) if rows >= LEAST_MAP_ROWS else 0

    def hint(self, kind: str, panels: Panels) -> str:
        """What can be done now."""
        choice = panels.view.choice
        assert choice is not None
        parameters: dict[str, object] = {}
        if kind in ("start", "keep"):
            parameters = {"least": choice.keep_least}
        elif kind == "split":
            suggested = self.game.variant.parameters.pieces_suggested
            least, most = choice.split_least, choice.split_most
            total = self.game.variant.parameters.pieces_chosen
            parameters = {"least": least, "most": most, "total": total, "pieces": self.piece_names()}
            parameters["suggested"] = " ".join(map(str, suggested or (most, total - most)))
        elif kind == "surcharge" and panels.view.tunnel:
            track = self.names.track(panels.view.tunnel.track)
            parameters = {"number": choice.surcharge, "track": track}
            if not choice.pay:
                return self.say("cli.hint_surcharge_decline", **parameters)
        elif kind == "turn":
            parameters = {"verbs": self.verbs()}
        return self.context.terminal.paint(self.say(f"cli.hint_{kind}", **parameters), "hint")

    def piece_names(self) -> str:
        """The kinds of pieces in the order in which a split names them."""
        return " + ".join(self.names.piece(piece, 2) for piece in self.game.variant.parameters.pieces)

    def verbs(self) -> str:
        """The verbs of the legal moves, with the number of tracks that can be claimed."""
        verbs: dict[str, set[str]] = {}
        for text in self.suggest.legal():
            verb, _, rest = text.partition(" ")
            verbs.setdefault(verb, set()).add(rest.partition(" ")[0])
        shown = [f"{verb} ({len(places)})" if verb == "claim" else verb for verb, places in verbs.items()]
        return "  ".join(shown)

    # ------------------------------------------------------------ what the player says
    def obey(self, line: str) -> None:
        """Carry out a line: a command, a number of the last menu, or a move."""
        word, _, rest = line.partition(" ")
        if word.isdigit() and word.isascii() and not rest:
            if not 1 <= int(word) <= len(self.menu):
                message = "cli.no_menu_line" if self.menu else "cli.no_menu"
                self.write(self.refusal(self.say(message, value=word, most=len(self.menu))))
                return
            line = self.menu[int(word) - 1]
            word = line.partition(" ")[0]
        if not line:
            self.write(self.context.terminal.paint(self.say("cli.empty_line"), "hint"))
        elif word.lower() in ("?", *COMMANDS):
            try:
                self.command(word.lower(), rest.strip())
            except BranchlineError as error:
                self.write(self.refusal(error.say(self.context.lang)))
        elif self.game.is_over:
            self.write(self.say("cli.after_game"))
        else:
            self.play(line)

    def command(self, word: str, rest: str) -> None:
        """Carry out a command."""
        if word in ("help", "?"):
            self.help(rest)
        elif word == "map":
            rows = min(MAP_ROWS, shutil.get_terminal_size((100, 40)).lines - 4)
            panels = self.panels()
            rows = max(LEAST_MAP_ROWS, rows) if self.reader.interactive else MAP_ROWS
            self.write(*panels.map(rows), *panels.districts())
        elif word == "tracks":
            self.tracks(rest)
        elif word == "tickets?":
            self.write(*self.panels().tickets())
        elif word == "hand":
            panels = self.panels()
            self.write(*panels.seats(), "", *panels.row(), *panels.hand(), panels.decks())
        elif word == "moves" and not self.game.is_over:
            self.list_moves(rest)
        elif word == "log":
            events = self.game.events(self.me)
            self.write(*(line for event in events for line in event_lines(event, self.game, self.context)))
        elif word == "why":
            self.explain()
        elif word == "hint" and not self.game.is_over:
            advice = advise(self.game.view(self.me), Random(len(self.game.moves)), WORLDS)
            self.write(*advice_text(advice, self.game, WORLDS, self.context))
        elif word == "rules":
            self.write(*rules_text(self.game.variant, rest or None, self.context))
        elif word == "save":
            self.save(rest)
        elif word == "quit":
            self.quit()
        else:
            self.write(self.say("cli.after_game"))

    def explain(self) -> None:
        """Why the others made their last moves."""
        told = [(seat, reason) for seat, reason in sorted(self.reasons.items()) if reason]
        for seat, reason in told:
            said = reason.words(self.game.variant, self.context.lang, self.game.names)
            self.write(*self.context.terminal.wrap(f"{self.names.seat(seat)}: {said}", "  ", ""))
        if not told:
            self.write(self.say("cli.no_reasons"))

    def play(self, line: str) -> None:
        """Play what was typed: a move, or a place to pay for."""
        text = phrases(self.game.variant, self.context.lang).to_ids(line)
        if not self.offer_payments(text, line):
            self.make_move(text, line)

    def make_move(self, text: str, typed: str) -> None:
        """Play a move, or say why it can't be."""
        try:
            move = self.game.play(text, self.me)
        except IllegalMoveError as error:
            reason = error.reason
            sentence = explain(reason, self.game.variant, self.context.lang, self.game.names)
            more = self.say("cli.see_rules", clause=reason.clause)
            self.write(self.refusal(f"{sentence} ({reason.clause})"), self.context.terminal.paint(more, "hint"))
        except MoveError as error:
            self.write(self.refusal(error.say(self.context.lang)))
        else:
            self.menu = []
            self.saved = False
            if str(move) != typed:
                said = describe_move(move, self.game.variant, self.context.lang, self.offer_before())
                self.write(self.context.terminal.paint(f"= {move}: {said}", "hint"))

    def offer_before(self) -> tuple[str, ...]:
        """The tickets that the last move of the player chose from."""
        kept = [event for event in self.game.events(self.me) if isinstance(event, ev.TicketsOffered)]
        own = [event.tickets for event in kept if event.seat == self.me and event.tickets]
        return own[-1] if own else ()

    def offer_payments(self, text: str, typed: str) -> bool:
        """When a place is named without cards: play the only payment, or list what one could pay."""
        words = text.split()
        if len(words) != 2 or words[0] not in ("claim", "station", "harbour"):
            return False
        if words[0] == "claim":
            try:
                words[1] = self.game.variant.track(words[1]).id
            except BranchlineError:
                return False
        ways = [move for move in self.suggest.legal() if move.split()[:2] == words]
        if len(ways) > 1:
            self.show_menu(sorted(ways, key=lambda way: way.count("wild")), self.say("cli.choose_payment"))
            return True
        # With one way to pay that is what was meant; with none, the rules say of a natural payment why not.
        self.make_move(ways[0] if ways else " ".join([*words, *natural_payment(self.game, self.me, *words)]), typed)
        return True

    def refusal(self, text: str) -> str:
        """A text that says no."""
        return self.context.terminal.paint("✗ ", "bad", "bold") + text

    # ------------------------------------------------------------ commands
    def help(self, verb: str) -> None:
        """How to play, or how one verb is written."""
        t = self.context.terminal
        if verb:
            known = f"cli.help_{verb.lower()}" if verb.lower() in HELPED else "cli.help_unknown"
            self.write(*t.wrap(self.say(known, value=verb)))
            return
        rows = [[t.paint(verb, "bold"), self.say(f"cli.verb_{verb}")] for verb in HELPED if self.has(verb)]
        self.write(self.say("cli.help_moves"), *t.table(rows, "lw", header=False))
        rows = [[t.paint(it, "bold"), self.say(self.about(it))] for it in COMMANDS]
        self.write("", self.say("cli.help_commands"), *t.table(rows, "lw", header=False), "")
        self.write(*t.wrap(self.say("cli.help_more")))

    def has(self, verb: str) -> bool:
        """Whether the variant has such moves at all."""
        p, tracks = self.game.variant.parameters, self.game.variant.tracks
        tunnels = any(track.tunnel for track in tracks)
        needs = {"station": p.stations, "harbour": p.harbours, "swap": p.pieces_chosen, "split": p.pieces_chosen}
        needs |= {"pay": tunnels, "decline": tunnels, "stop": self.game.options["second_draw"] == "optional"}
        return bool(needs.get(verb, True))

    def about(self, command: str) -> str:
        """The id of what a command does."""
        return "cli.command_tickets_status" if command == "tickets?" else f"cli.command_{command}"

    def tracks(self, city: str) -> None:
        """The tracks of a city, or those that can be claimed now."""
        panels = self.panels()
        if not city:
            self.write(*panels.affordable())
            return
        id = phrases(self.game.variant, self.context.lang).to_ids(city).replace(" ", "_")
        self.write(*panels.tracks_at(self.game.variant.city(id).id))

    def list_moves(self, start: str) -> None:
        """The legal moves that begin with some words, numbered."""
        head = phrases(self.game.variant, self.context.lang).to_ids(start).split()
        found = [text for text in self.suggest.legal() if text.split()[: len(head)] == head]
        self.show_menu(found, self.say("cli.moves_title", number=len(found)))

    def show_menu(self, texts: list[str], title: str) -> None:
        """Moves with numbers, by which they can be played."""
        t = self.context.terminal
        self.menu = texts[:MOST_LISTED]
        if not texts:
            self.write(self.say("cli.no_such_moves"))
            return
        offer = tuple(id for id in self.panels().view.own.offer or () if id)
        rows = []
        for i, text in enumerate(self.menu, 1):
            said = describe_move(self.game.parse(text), self.game.variant, self.context.lang, offer)
            rows.append([f"{i:>3}", t.paint(text, "bold"), said])
        self.write(title, *t.table(rows, "rlw", header=False))
        if len(texts) > len(self.menu):
            self.write(self.say("cli.more_moves", number=len(texts) - len(self.menu)))

    def save(self, path: str) -> None:
        """Write the record: JSON if the name ends so, else text."""
        if not path:
            raise CommandError("cli.save_where")
        record = self.game.record()
        text = record.to_json() + "\n" if path.lower().endswith(".json") else record.to_text()
        try:
            Path(path).write_text(text, "utf-8")
        except (OSError, ValueError) as error:
            raise CommandError("cli.cannot_write", {"value": path, "why": why(error)}) from None
        self.saved = True
        self.write(*self.context.terminal.wrap(self.say("cli.saved", file=path)))

    def quit(self) -> None:
        """Leave; ask first whether to keep the game."""
        if self.reader.interactive and not self.saved:
            path = self.reader.read(self.say("cli.save_before_leaving"))
            if path:
                self.save(path)
        self.left = True


HELPED = (
    "row",
    "blind",
    "stop",
    "claim",
    "tickets",
    "keep",
    "pay",
    "decline",
    "station",
    "harbour",
    "swap",
    "split",
    "pass",
)
"""The verbs in the order of the help."""

"""What can be typed next: verbs, then cards, places and payments that are legal now, and the commands of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from branchline.cli.common import Context
from branchline.cli.phrases import phrases
from branchline.game.game import Game
from branchline.game.narrate import Names, describe_move
from branchline.game.rulebook import rules_of

MOST = 200


class Suggester:
    """Suggestions for one seat of a game."""

    def __init__(self, game: Game, seat: int, context: Context, names: Names, commands: Sequence[str]) -> None:
        self.game = game
        self.seat = seat
        self.context = context
        self.names = names
        self.commands = commands
        self.made_at = -1
        self.texts: list[str] = []

    def legal(self) -> list[str]:
        """The texts of the legal moves, made once a decision."""
        if self.made_at != len(self.game.moves):
            self.made_at = len(self.game.moves)
            self.texts = [str(move) for move in self.game.legal(self.seat)]
        return self.texts

    def __call__(self, typed: str) -> Iterable[tuple[str, int, str]]:
        """Suggestions for what stands before the cursor: text, characters replaced, meaning."""
        words = typed.split(" ")
        before, last = [word for word in words[:-1] if word], words[-1]
        wanted = phrases(self.game.variant, self.context.lang).to_ids(last)
        found = list(self.after(before))
        fitting = [(text, meaning) for text, meaning in found if text.startswith(wanted)]
        fitting += [it for it in found if it not in fitting and (wanted in it[0] or last.lower() in it[1].lower())]
        for text, meaning in fitting[:MOST]:
            yield text, len(last), meaning

    def after(self, before: list[str]) -> Iterable[tuple[str, str]]:
        """What can follow some words."""
        if not before:
            yield from self.verbs()
        elif before[0] == "tracks":
            yield from ((city.id, city.name(self.context.lang)) for city in self.game.variant.cities)
        elif before[0] == "rules":
            yield from self.clauses()
        elif before[0] == "help":
            verbs = dict.fromkeys(text.split()[0] for text in self.legal())
            yield from ((verb, "") for verb in verbs)
        else:
            yield from self.moves(before)

    def verbs(self) -> Iterable[tuple[str, str]]:
        """The verbs of the legal moves, then the commands."""
        verbs: dict[str, int] = {}
        for text in self.legal():
            verb = text.partition(" ")[0]
            verbs[verb] = verbs.get(verb, 0) + 1
        for verb in verbs:
            yield verb, self.context.say(f"cli.verb_{verb}")
        for command in self.commands:
            yield command, self.context.say(f"cli.command_{command.rstrip('?')}" + "_status" * command.endswith("?"))

    def clauses(self) -> Iterable[tuple[str, str]]:
        """The clauses and sections of the rules."""
        for id, clause in rules_of(self.game.variant).items():
            yield id.lower(), clause.titles[self.context.lang]

    def moves(self, before: list[str]) -> Iterable[tuple[str, str]]:
        """The next words of the legal moves that begin with some words; after a place, whole payments."""
        head = phrases(self.game.variant, self.context.lang).to_ids(" ".join(before)).split()
        whole = len(head) >= 2 and head[0] in ("claim", "station", "harbour")
        seen: set[str] = set()
        for text in self.legal():
            words = text.split()
            if words[: len(head)] != head or len(words) == len(head):
                continue
            following = " ".join(words[len(head) :]) if whole else words[len(head)]
            if following not in seen:
                seen.add(following)
                last = whole or len(words) == len(head) + 1
                yield following, self.meaning(head, following, text if last else None)

    def meaning(self, head: list[str], word: str, move: str | None) -> str:
        """What a word means in its place."""
        variant, lang = self.game.variant, self.context.lang
        if head[0] == "claim" and len(head) == 1:
            track = variant.track(word)
            points = variant.parameters.track_points[track.length]
            return f"{self.names.track(word)}, {self.context.say('cli.points', number=points)}"
        if head[0] in ("station", "harbour") and len(head) == 1:
            return self.names.city(word)
        if move and head[0] != "keep":
            return describe_move(self.game.parse(move), variant, lang)
        if head[0] == "keep" and word.isdigit():
            offer = self.game.view(self.seat).own.offer or ()
            return self.names.ticket(offer[int(word) - 1] or "") if int(word) <= len(offer) else ""
        return ""

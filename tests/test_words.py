"""Words: every id has its sentence with the parameters that are given, and people read names, not ids."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from scale import games

import branchline as bl
from branchline.game import events as ev
from branchline.game import moves as mv
from branchline.game.narrate import Names, describe_move, explain, narrate
from branchline.game.position_reading import DECISION_KEYS
from branchline.game.reasons import Reason, reason
from branchline.game.sheet import FATES, KINDS
from branchline.game.telling import HOW_CODES
from branchline.words import LANGUAGES, catalogue

GAME = Path(bl.__file__).parent / "game"
ALL = (*bl.variants(), "mini")
ANN_AND_BO = ("Ann", "Bo")


# ---------------------------------------------------------------- ids in the source
@cache
def source(file: str) -> ast.Module:
    return ast.parse((GAME / file).read_text("utf-8"))


def literals(node: ast.expr | None) -> list[str]:
    """The strings that an argument can be; [] if it is worked out elsewhere."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def keys(node: ast.expr | None) -> set[str]:
    """The keys of parameters that are written out."""
    assert isinstance(node, ast.Dict), ast.dump(node) if node else node
    return {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}


def calls(file: str) -> Iterator[tuple[str, ast.Call]]:
    """The calls of a file with the last name of what is called."""
    for node in ast.walk(source(file)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            yield name, node


def said_errors(file: str) -> Iterator[tuple[str, set[str]]]:
    """The errors of a file with the parameters that they are given."""
    for name, call in calls(file):
        named = {keyword.arg for keyword in call.keywords if keyword.arg}
        first = literals(call.args[0]) if call.args else []
        last = literals(call.args[-1]) if call.args else []
        if name == "problem":
            yield from ((message, named) for message in literals(call.args[1]))
        elif name == "refuse":
            yield from ((message, {"text", "value", "possible"}) for message in first)
        elif name in ("name", "names") and len(call.args) == 4:
            yield from ((message, {"value"}) for message in last)
        elif name == "one_of":
            yield from ((f"move_{what}", {"text", "value", "possible"}) for what in literals(call.args[2]))
        elif name == "Problem" or name.endswith("Error"):
            for message in first:
                if message.startswith("errors."):
                    yield message.removeprefix("errors."), keys(call.args[1]) if len(call.args) > 1 else set()


def shown(entry: dict[str, str]) -> set[str]:
    """The parameters that the texts of a message use."""
    return {name for text in entry.values() for name in re.findall(r"\{(\w+)", text)}


@pytest.mark.parametrize("file", ["game.py", "notation.py", "position_reading.py", "record.py"])
def test_errors_have_words_for_what_they_are_given(file: str) -> None:
    errors = catalogue("errors")
    found = list(said_errors(file))
    assert len(found) > 4
    for message, given in found:
        assert message in errors, message
        assert shown(errors[message]) <= given, message


def test_no_error_is_unused() -> None:
    """An error with the ending `_close` is chosen by :func:`branchline.game.shapes.unknown`."""
    written = {
        node.value.removeprefix("errors.")
        for file in (*GAME.glob("*.py"), GAME.parent / "errors.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    written |= {message for message, _ in said_errors("notation.py")}
    assert [name for name in catalogue("errors") if name.removesuffix("_close") not in written] == []


def given_reasons() -> dict[str, set[str]]:
    """The reasons with their parameters."""
    found: dict[str, set[str]] = {}
    for file in ("game.py", "reasons.py"):
        for name, call in calls(file):
            if name == "reason":
                for id in literals(call.args[0]):
                    found.setdefault(id, {keyword.arg for keyword in call.keywords if keyword.arg})
            elif name == "city_blocked":
                found.update((id, {"city", "seat"}) for id in literals(call.args[2]))
    return found


def test_reasons_and_their_words_are_the_same() -> None:
    found, reasons = given_reasons(), catalogue("reasons")
    assert set(reasons) == set(found)
    for id, given in found.items():
        assert shown(reasons[id]) <= given, id


def test_events_and_their_words_are_the_same() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in get_args(ev.AnyEvent)} - {"choice_made"}
    endings = {"choice_made_start", "choice_made_split", "tunnel_revealed_counts"}
    endings |= {"tickets_kept_under", "tickets_kept_boxed"}
    assert set(catalogue("events")) == tags | endings


def test_terms_are_those_that_are_needed() -> None:
    maps = [bl.variant(id) for id in ALL]
    needed = {f"colour_{colour}" for it in maps for colour in (*it.cards.colours, "gray")}
    needed |= {f"card_{kind.form}" for it in maps for kind in it.cards.kinds}
    needed |= {f"piece_{id}" for it in maps for id in (*it.parameters.pieces, *(deck.id for deck in it.cards.decks))}
    needed |= {f"decision_{kind}" for kind in (*DECISION_KEYS, "split", "wait")}
    needed |= {f"move_{kind.__struct_config__.tag}" for kind in get_args(mv.AnyMove)}
    needed |= {"move_row_refill", "move_keep_under"}
    needed |= {f"how_{how}" for how in HOW_CODES} | {f"score_{kind}" for kind in KINDS}
    needed |= {f"outcome_{outcome}" for outcome in FATES.values()}
    needed |= {f"action_{action}" for action in ("station", "harbour", "swap", "split")}
    text = (GAME / "narrate.py").read_text("utf-8")
    needed |= set(re.findall(r'"terms\.(\w+)"', text))
    assert set(catalogue("terms")) == needed


@pytest.mark.parametrize("domain", ["errors", "reasons", "events", "terms"])
def test_entries_are_complete(domain: str) -> None:
    """Three languages with the same parameters; what only chooses an English form need not be elsewhere."""
    for name, entry in catalogue(domain).items():
        assert tuple(entry) == LANGUAGES, name
        assert all(text.strip() for text in entry.values()), name
        printed = [set(re.findall(r"\{(\w+)\}", text)) for text in entry.values()]
        assert printed[1] == printed[2], name
        assert printed[0] <= printed[1] <= set(re.findall(r"\{(\w+)", entry["en"])), name
        for text in entry.values():
            assert text.count("{") == text.count("}") == len(re.findall(r"\{\w+(?::[^{}|]*\|[^{}|]*)?\}", text)), name


def test_importing_reads_no_words() -> None:
    program = "import branchline.words, branchline; print(branchline.words.catalogue.cache_info().currsize)"
    environment = {"PYTHONPATH": str(GAME.parent.parent)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "0"


# ---------------------------------------------------------------- sentences
def readable(text: str, lang: str, variant: bl.Variant | None) -> str:
    """The text, if nothing of an id is left in it."""
    if variant:  # junctions and districts have no names
        nameless = [city.id for city in variant.cities if city.junction] + [it.id for it in variant.districts]
        text = re.sub("|".join(nameless) or "$", "", text)
    assert text.strip()
    assert not re.search(r"[{}_*]|None", text), text
    if lang != "en":
        assert not re.search(r"[a-z]{2}", re.sub("Ann|Bo|under", "", text)), text
    return text


EUROPE, WORLD, MINI = bl.variant("europe"), bl.variant("world"), bl.variant("mini")
SENTENCES: list[tuple[bl.Variant, ev.Event, str]] = [
    (EUROPE, ev.RowTaken(0, "orange", 2), "Ann took an orange card from the row."),
    (WORLD, ev.RowTaken(0, "red.double", 2), "Ann took a red double-ship card from the row."),
    (EUROPE, ev.BlindDrawn(0, "train", None), "Ann drew a card from the pile."),
    (WORLD, ev.BlindDrawn(1, "ship", "red.ship"), "Bo drew a red single-ship card from the ship pile."),
    (EUROPE, ev.RowFilled(0, "wild"), "The row got a wild card."),
    (EUROPE, ev.RowReset(3), "The row showed 3 wilds, so all of it was discarded."),
    (EUROPE, ev.PileShuffled("train", 1), "1 discarded card was shuffled back into the pile."),
    (EUROPE, ev.DrawStopped(1), "Bo stopped after one card."),
    (EUROPE, ev.TicketsOffered(0, 1, None), "Ann drew 1 ticket."),
    (EUROPE, ev.TicketsOffered(0, 1, ("cadiz-stockholm",)), "Ann drew 1 ticket (Cádiz – Stockholm)."),
    (WORLD, ev.TicketsKept(0, 2, 0, False, None, None), "Ann kept 2 tickets."),
    (WORLD, ev.TicketsKept(0, 2, 1, False, None, None), "Ann kept 2 tickets and put 1 ticket under the deck."),
    (EUROPE, ev.TicketsKept(0, 2, 1, True, None, None), "Ann kept 2 tickets and put 1 ticket out of the game."),
    (EUROPE, ev.ChoiceMade(0, "start"), "Ann has chosen start tickets."),
    (WORLD, ev.ChoiceMade(0, "split"), "Ann has chosen pieces."),
    (
        EUROPE,
        ev.TrackClaimed(0, "paris-zurich", ("red", "red", "wild"), 4),
        "Ann claimed Paris – Zurich for 4 points (2 red, 1 wild).",
    ),
    (
        EUROPE,
        ev.TunnelEntered(0, "paris-zurich", ("red", "wild")),
        "Ann tried the tunnel Paris – Zurich (1 red, 1 wild).",
    ),
    (EUROPE, ev.TunnelRevealed(0, "red", False), "The tunnel turned up a red card."),
    (EUROPE, ev.TunnelRevealed(0, "red", True), "The tunnel turned up a red card, which costs one card more."),
    (EUROPE, ev.SurchargeDue(0, 1), "Ann has to pay 1 card more, or decline."),
    (EUROPE, ev.SurchargePaid(0, ("wild", "wild")), "Ann paid the surcharge (2 wild)."),
    (EUROPE, ev.TunnelDeclined(0, "paris-zurich"), "Ann declined the tunnel Paris – Zurich and took the cards back."),
    (EUROPE, ev.StationBuilt(0, "roma", ("blue",)), "Ann built a station in Rome (1 blue)."),
    (
        WORLD,
        ev.HarbourBuilt(1, "lima", ("red.mark", "red.mark", "wild", "wild")),
        "Bo built a harbour in Lima (2 marked red, 2 wild).",
    ),
    (WORLD, ev.PiecesSwapped(0, 1, "train", "ship"), "Ann swapped 1 train for 1 ship."),
    (WORLD, ev.PiecesSplit(0, 25, 35), "Ann starts with 25 trains and 35 ships."),
    (EUROPE, ev.TurnPassed(0), "Ann passed."),
    (EUROPE, ev.TurnBegan(1, 4), "Turn 5: Bo."),
    (EUROPE, ev.LastTurnsBegan(0, 2), "Ann is running out of pieces: 2 more turns, then the game ends."),
    (EUROPE, ev.GameEnded("last_turns"), "The game is over: the last turns have been taken."),
    (EUROPE, ev.GameEnded("all_passed"), "The game is over: everybody had to pass."),
    (EUROPE, ev.GameEnded("turn_limit"), "The game is over: it was cut short at the turn limit."),
]


@pytest.mark.parametrize(("variant", "event", "sentence"), SENTENCES, ids=[line[2] for line in SENTENCES])
def test_a_sentence_for_every_event(variant: bl.Variant, event: ev.Event, sentence: str) -> None:
    assert narrate(event, variant, "en", ANN_AND_BO) == sentence
    for lang in LANGUAGES:
        readable(narrate(event, variant, lang), lang, variant)


def test_every_kind_of_event_has_an_example() -> None:
    assert {type(event) for _, event, _ in SENTENCES} == set(get_args(ev.AnyEvent))


def test_sentences_in_japanese_and_chinese() -> None:
    claimed = ev.TrackClaimed(0, "paris-zurich", ("red", "red", "wild"), 4)
    assert narrate(claimed, EUROPE, "ja") == "席1がパリ–チューリッヒを獲得しました: 4点（赤2枚、ワイルド1枚）。"
    assert narrate(claimed, EUROPE, "zh-Hant") == "座位1佔據了巴黎–蘇黎世，得4分（紅色牌2張、萬用牌1張）。"
    split = ev.PiecesSplit(1, 25, 35)
    assert narrate(split, WORLD, "ja", ANN_AND_BO) == "Boは列車25個と船35個で始めます。"
    assert narrate(split, WORLD, "zh-Hant", ANN_AND_BO) == "Bo以列車25個和船35個開始。"


def played(id: str, seed: int) -> bl.Game:
    """A game that is part of the way or over, played by chance."""
    random = Random(seed)
    variant = bl.variant(id)
    seats = random.randint(*variant.seats)
    options = {"second_draw": "optional"} if seed % 2 else {}
    game = bl.Game.new(variant, seats=seats, seed=seed, options=options)
    for _ in range(random.choice((20, 1000))):
        if game.is_over:
            break
        game.play(random.choice(game.legal()))
    return game


@pytest.mark.parametrize("id", ALL)
def test_games_told_in_every_language(id: str) -> None:
    for seed in range(games(4, 1)):
        game = played(id, seed)
        for lang in LANGUAGES:
            for seat in (None, 0, 1):
                for event in game.events(seat):
                    readable(narrate(event, game.variant, lang), lang, game.variant)


@pytest.mark.parametrize("id", ALL)
def test_secrets_are_not_told(id: str) -> None:
    """What a sentence tells a seat follows from what the seat was told (INFO-2)."""
    game = played(id, 2)
    for event in game.all_events():
        theirs = event.seen_by(None)
        if theirs != event:
            sentence = narrate(theirs, game.variant)
            assert len(sentence) < len(narrate(event, game.variant))
            assert "(" not in sentence
            assert not set(sentence.split()) & {"wild", *game.variant.cards.colours}


@pytest.mark.parametrize("id", ALL)
def test_moves_described_in_every_language(id: str) -> None:
    for seed in range(games(4, 1)):
        random = Random(seed)
        game = bl.Game.new(id, seed=seed)
        while not game.is_over and len(game.moves) < 200:
            legal = game.legal()
            for move in random.sample(list(legal), min(3, len(legal))):
                for lang in LANGUAGES:
                    readable(describe_move(move, game.variant, lang), lang, game.variant)
            game.play(random.choice(legal))


def test_moves_in_words() -> None:
    assert describe_move(mv.ClaimTrack("paris-zurich", ("red",) * 3), EUROPE) == "Claim Paris – Zurich (3 red)"
    assert describe_move(mv.TakeRow("wild"), EUROPE, "ja") == "場札からワイルド1枚を取る"
    assert describe_move(mv.DrawBlind("ship"), WORLD) == "Draw a card from the ship pile"
    assert describe_move(mv.DrawBlind(), EUROPE) == "Draw a card from the pile"
    assert describe_move(mv.KeepTickets((1, 3)), EUROPE) == "Keep ticket 1, ticket 3"
    offer = ("cadiz-stockholm", "brest-petrograd")
    assert describe_move(mv.KeepTickets((2,)), EUROPE, offer=offer) == "Keep Brest – Petrograd"
    keep = mv.KeepTickets((1,), (3, 2))
    assert describe_move(keep, WORLD) == "Keep ticket 1; under the deck go ticket 3, ticket 2"
    take = mv.TakeRow("red.mark", "ship")
    assert describe_move(take, WORLD) == "Take a marked red card from the row and fill the gap from the ship pile"
    assert describe_move(mv.SwapPieces(1, "ship", "train"), WORLD) == "Swap 1 ship for 1 train"
    assert describe_move(mv.PaySurcharge(("red",)), EUROPE) == "Pay the surcharge (1 red)"
    for move in (mv.StopDrawing(), mv.DrawTickets(), mv.DeclineTunnel(), mv.PassTurn(), mv.SplitPieces(20, 40)):
        assert " " in readable(describe_move(move, WORLD), "en", WORLD) or describe_move(move, WORLD) == "Pass"


# ---------------------------------------------------------------- reasons
VALUES: dict[str, Any] = {
    "action": "harbour",
    "card": "red.ship",
    "city": "millbrook",
    "colour": "red",
    "colours": "red, blue",
    "deck": "ship",
    "decision": "surcharge",
    "move": "PASS",
    "piece": "train",
    "possible": "train, ship",
    "seat": 0,
    "taken": "ship",
    "to_move": 1,
    "track": "birchwick-highpass",
    "twin": "birchwick-highpass",
}
GIVEN = {"swap_most": "train", "wrong_colour": "red, blue"}


def sample(id: str) -> Reason:
    """A reason with values that fit the names of its parameters."""
    given = {name: VALUES.get(name, 2) for name in given_reasons()[id]}
    if "given" in given:
        given["given"] = GIVEN.get(id, 1)
    return reason(id, "TURN-1", **given)


@pytest.mark.parametrize("id", sorted(given_reasons()))
def test_every_reason_in_words(id: str) -> None:
    for lang in LANGUAGES:
        readable(explain(sample(id), MINI, lang), lang, MINI)
        readable(explain(sample(id), MINI, lang, ANN_AND_BO), lang, MINI)
        assert explain(sample(id), None, lang).strip()
        assert sample(id).words(lang).strip()


def test_reasons_read_well() -> None:
    short = reason("pieces_short", "CLAIM-3", track="paris-zurich", piece="train", need=3, have=2)
    assert explain(short, EUROPE) == "You have 2 trains left, Paris – Zurich needs 3."
    assert explain(short) == "You have 2 trains left, paris-zurich needs 3."
    assert explain(short, EUROPE, "ja") == "パリ–チューリッヒには列車が3個必要ですが、残りは2個です。"
    assert explain(short, EUROPE, "zh-Hant") == "巴黎–蘇黎世需要列車3個，你只剩2個。"
    lacking = reason("cards_lacking", "CLAIM-8", card="red.double", need=2, have=1)
    assert explain(lacking, WORLD) == "You have 1 red double-ship card, and 2 are needed."
    assert explain(lacking, WORLD, "ja") == "赤のダブル船は2枚必要ですが、1枚しかありません。"
    assert explain(lacking, WORLD, "zh-Hant") == "需要2張紅色雙船卡，你只有1張。"
    wait = reason("other_decision", "TURN-3", decision="second", move="pass")
    assert explain(wait, EUROPE) == '"pass" has to wait: now it is time to choose a second card.'
    taken = reason("station_taken", "STATION-2", city="roma", seat=1)
    assert explain(taken, EUROPE, "en", ANN_AND_BO) == "Bo has built a station in Rome, and each city holds only one."


TRIES = """
pass, tickets, stop, decline, blind, blind ship, row wild, row red, row wild refill ship, keep 1, keep 9, pay wild,
pay red*2, split 1 1, swap 99 train ship, swap 1 ship ship, station {city} wild, station {city} red blue,
harbour {city} wild*4, claim {track} red,
claim {track} red blue, claim {track} wild*3, claim {track} wild*9, claim {track} red.ship*2
"""


@pytest.mark.parametrize("id", ALL)
def test_refusals_in_every_language(id: str) -> None:
    """Moves tried at random moments: whatever stands against them can be said."""
    for seed in range(games(3, 1)):
        game, random = played(id, seed), Random(seed)
        for text in TRIES.split(","):
            city, track = random.choice(game.variant.cities).id, random.choice(game.variant.tracks).id
            try:
                refused = game.why_not(text.strip().format(city=city, track=track))
            except bl.MoveError:
                continue
            if refused is None or "move" in refused.parameters:  # a move is repeated as it was typed
                continue
            for lang in LANGUAGES:
                readable(explain(refused, game.variant, lang), lang, game.variant)


# ---------------------------------------------------------------- names
def test_tracks_between_the_same_cities_are_told_apart() -> None:
    for id in ALL:
        variant = bl.variant(id)
        for lang in LANGUAGES:
            names = [Names(variant, lang).track(track.id) for track in variant.tracks]
            assert len(set(names)) == len(names), [name for name in names if names.count(name) > 1]


def test_unknown_words_are_shown_as_they_are() -> None:
    """Own maps may use colours, pieces and decks of their own."""
    n = Names(None, "ja")
    assert n.colour("teal") == "teal"
    assert n.card("teal.ship") == "tealのシングル船"
    assert n.pieces("balloon", 2) == "balloon2個"
    assert n.pile("balloon") == "balloonの山札"
    assert n.track("here-there") == "here-there"
    assert n.seat(2) == "席3"


def test_score_sheets_in_words() -> None:
    game = played("mini", 4)
    for lang in LANGUAGES:
        n = Names(game.variant, lang)
        for seat in range(game.seats):
            for line in game.sheet(seat).lines:
                readable(n.score_line(line), lang, game.variant)
        assert all(readable(n.score_kind(kind), lang, None) != kind for kind in KINDS)

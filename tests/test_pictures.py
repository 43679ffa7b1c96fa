"""Pictures: drawn by the client's board code, plain for every program, moving where a whole game is shown."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

import branchline as bl
from branchline.cli.main import main

pytest.importorskip("py_mini_racer", reason="pictures need the extra render")
if not (Path(bl.__file__).parent / "pictures/script/board.js").exists():
    pytest.skip("the board for pictures is not built: make web", allow_module_level=True)

from branchline.pictures import PictureError, Scene, moving, picture, png
from branchline.pictures.moving import MOST_FRAMES, Change, changes, joined
from branchline.pictures.plain import SVG, plain, variables

STYLES = """<style id="a">.a .b:where(.x) { fill: var(--ink); } g.a ~ path { stroke: var(--none, red); }
 .b:focus { fill: blue; } @media print { .b { fill: white; } } .gone { display: none; }</style>"""


@pytest.fixture(scope="module")
def game() -> bl.Game:
    """A game of the map that has a bit of everything, to its end."""
    game, random = bl.Game.new("mini", seats=2, seed=4), Random(4)
    while not game.is_over:
        legal = game.legal()
        game.play(random.choice([move for move in legal if str(move).startswith(("claim", "station"))] or legal))
    return game


def test_styles_become_attributes() -> None:
    body = """<div><!--[--><svg viewBox="0 0 9 9"><defs>
      <path id="p" class="b x" d="M0 0" style="fill: var(--seat)"></path></defs>
      <g class="a" style="--seat: #123"><path class="b x" d="M1 1"></path><use href="#p" transform="scale(2)"></use></g>
      <path d="M2 2"></path><path class="gone" d="M3 3"></path></svg></div>"""
    made = plain(body, STYLES, {"--ink": "#000"})
    text = ET.tostring(made, "unicode")
    assert "var(" not in text
    assert "class=" not in text
    group = made.find(f"{{{SVG}}}g")
    assert group is not None
    assert group[0].get("fill") == "#000"
    assert group[1].tag.endswith("}g"), "what takes its colour from where it is used is copied"
    assert (group[1].get("transform"), group[1][0].get("fill"), group[1][0].get("id")) == ("scale(2)", "#123", None)
    assert [path.get("stroke") for path in made.findall(f"{{{SVG}}}path")] == ["red"]


def test_a_theme_has_its_variables() -> None:
    theme = ':root{--ink:#111;--map-font:A}:root:lang(ja){--map-font:B}:root[data-theme="dark"]{--ink:#eee}'
    assert variables(theme, dark=False, lang="en") == {"--ink": "#111", "--map-font": "A"}
    assert variables(theme, dark=True, lang="ja") == {"--ink": "#eee", "--map-font": "B"}


@pytest.mark.parametrize("id", ["mini", "london"])
def test_a_position_is_drawn_with_everything_on_it(id: str) -> None:
    game = bl.Game.new(id, seats=2, seed=1)
    svg = picture(Scene(game, 900, "ja", names=("アダ", "ベン")))
    root = ET.fromstring(svg)
    assert root.get("width") == "900"
    assert not re.search(r"var\(|class=|<style|data-|http(?!://www.w3.org/2000/svg)", svg)
    texts = "".join(text for text in root.itertext())
    assert "アダ" in texts
    shown = [city.names["ja"] for city in game.variant.cities if city.names.get("ja") and city.names["ja"] in texts]
    assert len(shown) > len(game.variant.cities) / 2


def test_pieces_have_the_colour_of_their_seat(game: bl.Game) -> None:
    bare = picture(Scene(bl.Game.new("mini", seats=2, seed=4), legend=False))
    full = picture(Scene(game, colours=("yellow", ""), legend=False))
    assert "#f2c418" not in bare
    assert "#f2c418" in full


def test_themes_differ_and_bounds_hold(game: bl.Game) -> None:
    assert picture(Scene(game, theme="dark")) != picture(Scene(game))
    for wrong in ({"wide": 5}, {"wide": 10**6}, {"theme": "pink"}):
        with pytest.raises(PictureError):
            Scene(game, **wrong)  # type: ignore[arg-type]


def test_pixels(game: bl.Game) -> None:
    from PIL import Image

    image = Image.open(BytesIO(png(picture(Scene(game, 400)), 400)))
    assert image.size[0] == 400
    assert len(image.convert("RGB").getcolors(10**6) or ()) > 50


def test_a_record_moves(game: bl.Game) -> None:
    record = game.record()
    steps = changes(record)
    claimed = sum(len(seat.tracks) for seat in game.view(None).seats)
    assert sum(name == "data-track" for step in steps for name, _ in step.parts) == claimed
    assert game.result is not None
    assert steps[-1].scores == tuple(game.result.scores)
    svg = moving(record, Scene(game, 600), "svg").decode()
    assert svg.count("<animate") > 2 * claimed
    times = [float(time) for times in re.findall('keyTimes="([^"]*)"', svg) for time in times.split(";")]
    assert all(0 <= time <= 1 for time in times)


def test_long_games_show_several_things_at_once() -> None:
    many = [Change(frozenset({("data-track", str(i))}), (i,)) for i in range(200)]
    few = joined(many)
    assert len(few) <= MOST_FRAMES
    assert frozenset().union(*(step.parts for step in few)) == frozenset().union(*(step.parts for step in many))
    assert few[-1].scores == (199,)


def test_the_command(game: bl.Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, position, out = tmp_path / "game.json", tmp_path / "position.json", tmp_path / "picture.svg"
    record.write_text(game.record().to_json(), "utf-8")
    position.write_text('{"variant": "mini", "players": [{"tracks": ["birchwick-highpass"]}, {}]}', "utf-8")
    assert main(["render", f"{record}#3", "--out", str(out), "--width", "500"]) == 0
    assert 'width="500"' in out.read_text("utf-8")
    assert main(["render", str(position), "--out", str(out), "--bare", "--lang", "ja"]) == 0
    assert str(out) in capsys.readouterr().out
    for wrong in (
        [str(record)],
        [str(record), "--out", "picture.pdf"],
        [f"{record}#9999", "--out", str(out)],
        [str(position), "--out", str(tmp_path / "picture.gif")],
        [],
    ):
        assert main(["render", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1

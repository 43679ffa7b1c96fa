"""Variants and views in mid-game as JSON, to look at boards without a server.

``python tools/board_fixtures.py web/gallery/fixtures``; then open ``/gallery/?map=usa`` of the development server.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import branchline as bl


def main(folder: str) -> None:
    """Write a file for each map."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for id in (*bl.variants(), "mini"):
        variant = bl.variant(id)
        game = bl.Game.new(id, seats=variant.parameters.seats[1], seed=5)
        random = Random(3)
        for _ in range(60 if id != "mini" else 22):
            if game.is_over:
                break
            legal = game.legal()
            claims = [move for move in legal if str(move).startswith(("claim", "station", "harbour"))]
            game.play(random.choice(claims or legal))
        data = {"variant": variant.data(layout=True), "view": game.view(0).data()}
        (target / f"{id}.json").write_text(json.dumps(data, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])

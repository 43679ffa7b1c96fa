"""Running the script that draws the board: one engine for a process, one drawing at a time."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from threading import Lock
from typing import Any

from branchline.errors import BranchlineError

MEMORY = 512 * 1024 * 1024
SECONDS = 60.0


class PictureError(BranchlineError):
    """A picture that can't be made."""


class Drawer:
    """A script engine with the board in it."""

    def __init__(self) -> None:
        try:
            from py_mini_racer import MiniRacer
        except ImportError as error:
            raise PictureError("pictures.not_installed", {"value": error.name or "mini-racer"}) from None
        script = resources.files("branchline.pictures").joinpath("script", "board.js")
        if not script.is_file():
            raise PictureError("pictures.not_built", {})
        self.engine = MiniRacer()
        self.engine.set_hard_memory_limit(MEMORY)
        self.engine.eval(script.read_text("utf-8"))
        self.lock = Lock()

    def __call__(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Draw: the board as text, its styles, its size."""
        with self.lock:
            told: dict[str, Any] = json.loads(self.engine.call("draw", json.dumps(asked), timeout_sec=SECONDS))
        return told


@cache
def drawer() -> Drawer:
    """The engine of this process."""
    import atexit

    made = Drawer()
    atexit.register(made.engine.close)
    return made

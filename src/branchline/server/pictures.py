"""Pictures of games for links: made one at a time in a thread, and kept while there is room."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from branchline.pictures import PictureError
from branchline.server.problems import refuse

MOST_BYTES = 32 * 1024 * 1024
"""More is not kept; what nobody asked for the longest goes first."""
MOST_WAITING = 8
"""So many may wait for their picture; the next is told to come later."""


class Pictures:
    """The pictures that this process has made."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, bytes] = OrderedDict()
        self.size = 0
        self.waiting = 0
        self.turn = asyncio.Lock()

    def find(self, key: str) -> bytes | None:
        """A picture that is there already."""
        if key in self.kept:
            self.kept.move_to_end(key)
        return self.kept.get(key)

    async def make(self, key: str, drawn: Callable[[], bytes]) -> bytes:
        """A picture; refused if too many are waiting, or if this server can't draw."""
        if self.waiting >= MOST_WAITING:
            raise refuse("unavailable")
        self.waiting += 1
        try:
            async with self.turn:
                found = self.find(key)  # Somebody who waited before may have wanted the same.
                return found if found is not None else self.keep(key, await asyncio.to_thread(drawn))
        except PictureError as error:
            if error.message in ("pictures.not_installed", "pictures.not_built"):
                raise refuse("no_pictures") from None
            raise
        finally:
            self.waiting -= 1

    def keep(self, key: str, data: bytes) -> bytes:
        """Keep a picture."""
        self.kept[key] = data
        self.size += len(data)
        while self.size > MOST_BYTES and len(self.kept) > 1:
            _, gone = self.kept.popitem(last=False)
            self.size -= len(gone)
        return data

"""
Pictures of games: a position as SVG or PNG, a record as a moving picture.

The board is drawn by the client's own board code, which the build renders to one script (``web/pictures``); here it is
run, its styles are made plain, and what is around it is added. Needs the extra ``render``.
"""

from __future__ import annotations

from branchline.pictures.moving import FORMATS as MOVING
from branchline.pictures.moving import moving
from branchline.pictures.picture import LARGEST, SMALLEST, THEMES, PictureError, Scene, picture, png

__all__ = ["LARGEST", "MOVING", "SMALLEST", "THEMES", "PictureError", "Scene", "moving", "picture", "png"]

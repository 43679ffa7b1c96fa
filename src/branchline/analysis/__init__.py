"""
What moves were worth, from what the player could know.

:func:`advise` weighs the moves of a seat now, :func:`review` those of a game that is over.
"""

from branchline.analysis.advice import Advice, Choice, Guess, advise
from branchline.analysis.review import CLASSES, Judgement, Review, review

__all__ = ["CLASSES", "Advice", "Choice", "Guess", "Judgement", "Review", "advise", "review"]

"""Playing a plan: block after block, here or by a crew."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator

from branchline.arena.blocks import Block, Plan, play_block
from branchline.arena.crews import Crew, Processes
from branchline.bots.driver import quiet

AHEAD = 4
"""Blocks for each hand of a crew that are given out in advance."""

Stop = Callable[[Block], bool]


def play(
    plan: Plan,
    jobs: int = 1,
    done: Collection[tuple[int, int]] = (),
    stop: Stop | None = None,
    crew: Callable[[], Crew] | None = None,
) -> Iterator[Block]:
    """
    The blocks of a plan that are not done yet, in their order, whoever plays them.

    When ``stop`` says so after a block, no more are played.
    """
    ahead = [block for block in plan.blocks if block not in set(done)]
    if crew is None and (jobs == 1 or len(ahead) < 2):
        for lineup, deal in ahead:
            with quiet():
                block = play_block(plan, lineup, deal)
            yield block
            if stop and stop(block):
                return
    elif ahead:
        hired = crew() if crew else Processes(min(jobs, len(ahead)))
        try:
            yield from played_by(hired, plan, ahead, stop)
        finally:
            hired.close()


def played_by(crew: Crew, plan: Plan, ahead: Collection[tuple[int, int]], stop: Stop | None) -> Iterator[Block]:
    """The blocks, so many of them given out that nobody waits for work."""
    coming = iter(ahead)
    waiting = deque(crew.begin(plan, *block) for _, block in zip(range(crew.hands * AHEAD), coming, strict=False))
    while waiting:
        block = waiting.popleft()()
        if following := next(coming, None):
            waiting.append(crew.begin(plan, *following))
        yield block
        if stop and stop(block):
            return

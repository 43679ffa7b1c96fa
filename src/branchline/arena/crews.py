"""Who plays the blocks: processes of this machine, or a Ray cluster of many."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from branchline.arena.blocks import Block, Plan, play_block
from branchline.errors import BotError, quoted


class Crew(Protocol):
    """Plays blocks beside each other."""

    hands: int
    """How many at once."""

    def begin(self, plan: Plan, lineup: int, deal: int) -> Callable[[], Block]:
        """Have a block played; call what comes back to wait for it."""

    def close(self) -> None:
        """Nothing more is wanted."""


class Processes:
    """Processes of this machine."""

    def __init__(self, hands: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self.hands = hands
        # Started afresh, not forked: the same on every platform, and safe beside threads.
        self.pool = ProcessPoolExecutor(hands, get_context("spawn"), start_worker)

    def begin(self, plan: Plan, lineup: int, deal: int) -> Callable[[], Block]:
        """Have a block played."""
        from concurrent.futures.process import BrokenProcessPool

        future = self.pool.submit(play_block, plan, lineup, deal)

        def result() -> Block:
            try:
                return future.result()
            except BrokenProcessPool:
                raise BotError("arena.process_ended") from None

        return result

    def close(self) -> None:
        """End the processes."""
        self.pool.shutdown(wait=True, cancel_futures=True)


class Cluster:
    """A Ray cluster, whose machines have the same release of Branchline installed."""

    def __init__(self, address: str) -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise BotError("arena.no_ray") from None
        self.ray = ray
        try:
            ray.init(address=address, log_to_driver=False, configure_logging=False)
        except Exception as error:
            raise BotError("arena.no_cluster", {"value": quoted(address), "why": quoted(str(error), 200)}) from None
        self.hands = max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self.task = ray.remote(max_retries=2)(play_block)
        self.plans: dict[int, Any] = {}
        self.open: list[Any] = []

    def begin(self, plan: Plan, lineup: int, deal: int) -> Callable[[], Block]:
        """Have a block played by whoever is free."""
        if id(plan) not in self.plans:
            self.plans[id(plan)] = self.ray.put(plan)
        answer = self.task.remote(self.plans[id(plan)], lineup, deal)
        self.open.append(answer)

        def result() -> Block:
            try:
                block: Block = self.ray.get(answer)
            except self.ray.exceptions.RayError as error:
                raise BotError("arena.task_lost", {"why": quoted(str(error), 300)}) from None
            self.open.remove(answer)
            return block

        return result

    def close(self) -> None:
        """Let the cluster go on without us."""
        for answer in self.open:
            self.ray.cancel(answer)
        self.ray.shutdown()


def start_worker() -> None:
    """What each process does first: an interrupt is the business of the one that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.getLogger("branchline.bots").setLevel(logging.CRITICAL)

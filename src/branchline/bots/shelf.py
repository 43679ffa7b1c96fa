"""The bots of the package, weakest first within each family."""

from __future__ import annotations

from branchline.bots.registry import Entry, Parameter

LEVELS = ("momo", "otis", "lotte", "tomas", "vera", "kenji", "ines", "augusta")
"""The levels, from a child's first opponent to the full search; each is a character with a name."""
OPPONENTS = ("lotte", "otis", "tomas", "vera")
"""Who sits at the other seats when nobody says who: different characters, none of them too strong to begin with."""

PLAYOUTS = {"ines": 300, "augusta": 1200}
"""Games that a level plays out in its head for a decision; the others go by their plans."""


def level(name: str) -> Entry:
    """One of the levels."""
    about, number = f"levels.about_{name}", LEVELS.index(name) + 1
    if name not in PLAYOUTS:
        return Entry(name, "branchline.bots.characters:Character", preset={"who": name}, message=about, level=number)
    playouts = Parameter("playouts", "number", PLAYOUTS[name], 1, 1_000_000, message="plans.parameter_playouts")
    trial = f"{name}:playouts=8"
    return Entry(name, "branchline.bots.search:SearchBot", (playouts,), message=about, level=number, trial=trial)


SHELF: tuple[Entry, ...] = (
    Entry("random", "branchline.bots.chance:RandomBot"),
    # de Mesentier Silva et al. 2017
    Entry("path", "branchline.bots.silva:Path"),
    Entry("one_step", "branchline.bots.silva:OneStep"),
    Entry("long_route", "branchline.bots.silva:LongRoute"),
    Entry("hungry", "branchline.bots.silva:Hungry"),
    # wqparker 2026
    Entry("greedy", "branchline.bots.tempo:Greedy"),
    Entry("wary", "branchline.bots.tempo:Wary"),
    Entry("racer", "branchline.bots.tempo:Racer", (Parameter("length", "number", 6, 1, 20),)),
    # Cowling, Powley and Whitehouse 2012
    Entry(
        "ismcts",
        "branchline.bots.ismcts:Ismcts",
        (
            Parameter("iterations", "number", 400, 1),
            Parameter("budget", "time", 0.0, 0, 3600),
            Parameter("exploration", "decimal", 0.7, 0, 100),
            Parameter("reward", "word", "both", choices=("win", "points", "both")),
        ),
        trial="ismcts:iterations=10",
    ),
    Entry("planner", "branchline.bots.planner:PlannerBot", message="plans.about_planner"),
    Entry(
        "search",
        "branchline.bots.search:SearchBot",
        (
            Parameter("time", "time", 1.0, 0.001, 3600, message="plans.parameter_time"),
            Parameter("playouts", "number", 0, 0, 100_000_000, message="plans.parameter_playouts"),
            Parameter("threads", "number", 1, 1, 256, message="plans.parameter_threads"),
            Parameter("doubt", "decimal", 1.0, 0, 10, message="plans.parameter_doubt"),
        ),
        message="plans.about_search",
        trial="search:playouts=8",
    ),
    # the levels
    *(level(name) for name in LEVELS),
    # of others
    Entry("python", "branchline.bots.plugin:load", (Parameter("bot", "text", ""),), trial="-"),
    Entry("stdio", "branchline.bots.stdio:StdioBot", (Parameter("command", "text", ""),), trial="-"),
)

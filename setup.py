"""Compile the rules where a C compiler is found; install them as plain Python where it is not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent / "tools"))


class BestEffort(build_ext):
    """A missing or broken compiler costs speed, not the installation."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if os.environ.get("BRANCHLINE_BUILD") == "must":
                raise
            print(f"warning: the rules stay uncompiled (about 60 times slower): {error}", file=sys.stderr)
            self.extensions = []


def extensions() -> list[Extension]:
    """The compiled core; none if BRANCHLINE_BUILD=none or Cython is missing."""
    if os.environ.get("BRANCHLINE_BUILD") == "none":
        return []
    try:
        import compile_core
        from Cython.Build import cythonize
    except ImportError:
        if os.environ.get("BRANCHLINE_BUILD") == "must":
            raise
        return []
    compile_core.write()
    flags = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0", "-fno-strict-aliasing", "-ffp-contract=off"]
    flags += os.environ.get("BRANCHLINE_CFLAGS", "").split()
    links = os.environ.get("BRANCHLINE_LDFLAGS", "").split()
    limited = [("Py_LIMITED_API", "0x030B0000"), ("CYTHON_LIMITED_API", "1")]
    units = [
        Extension(
            f"branchline.{unit.folder.name}.{name}",
            [f"src/branchline/{unit.folder.name}/{name}.{ending}"],
            define_macros=limited,
            py_limited_api=True,
            extra_compile_args=flags,
            extra_link_args=links,
        )
        for unit in compile_core.UNITS
        for name, ending in ((unit.name, "py"), ("_native", "pyx"))
    ]
    return list(cythonize(units, include_path=["src"], quiet=True, build_dir="build/c"))


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BestEffort},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if os.environ.get("BRANCHLINE_BUILD") != "none" else {},
)

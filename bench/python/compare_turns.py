"""Compares the CPU of a turn in two checkouts of the Python package, against one server.

    git worktree add ../older COMMIT
    python bench/python/compare_turns.py --older ../older

The checkouts play the same episodes in turn, in short windows. A figure is the median of all
windows; a ratio is the median of the pairs, newer divided by older. CPU is that of the Python
process: `turn` with templates and tokenizer, `link` without, `link alone` from windows that use no
tokenizer. The tokenizer is made from this repository's documents; it takes transformers and trl
(`pip install --no-deps trl` is enough). The server is the built one of this checkout.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
MAKE_TOKENIZER = """
import sys
from pathlib import Path
from backchannel.tiny_model import make_tokenizer
texts = (path.read_text() for path in sorted(Path("docs").glob("*.md")))
make_tokenizer(texts).save_pretrained(sys.argv[1])
"""


@contextmanager
def process(*command: str, **tree: str) -> Iterator[subprocess.Popen[str]]:
    child = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | tree,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def line_of(stream: IO[str] | None, pattern: str) -> str:
    """The first line that has the pattern: what of it was found."""
    assert stream is not None
    for line in stream:
        match = re.search(pattern, line)
        if match:
            return match.group(0)
    raise RuntimeError("a process ended early; run turns.py by itself to see why")


def window(player: subprocess.Popen[str]) -> dict[str, float]:
    assert player.stdin is not None
    player.stdin.write("\n")
    player.stdin.flush()
    figures: dict[str, float] = json.loads(line_of(player.stdout, r"^{.*}$"))
    return figures


def compare(options: argparse.Namespace, url: str, rollouts: int, tokenizer: str | None) -> list[Any]:
    """Figures of one case: pairs of the older and the newer checkout."""
    turns = str(Path(__file__).with_name("turns.py"))
    words = ["--windows", "--url", url, "--rollouts", str(rollouts)]
    words += [] if tokenizer is None else ["--tokenizer", tokenizer]
    with ExitStack() as stack:
        players = [
            stack.enter_context(process(sys.executable, turns, *words, BENCH_TREE=str(tree)))
            for tree in (options.older, options.newer)
        ]
        pairs = [[window(player) for player in players] for _ in range(options.pairs + 1)]
    # The first pair warms up.
    return pairs[1:]


def told(name: str, rollouts: int, figure: str, pairs: list[Any]) -> str:
    older, newer = ([pair[side][figure] for pair in pairs] for side in (0, 1))
    ratio = statistics.median(new / older_value for older_value, new in zip(older, newer, strict=True))
    before, after = (1e3 * statistics.median(each) for each in (older, newer))
    return f"{name:<12}{rollouts:>5} {before:>12.0f} us {after:>9.0f} us {ratio:>7.2f} x"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--older", type=Path, required=True, help="a checkout; its package is used")
    parser.add_argument("--newer", type=Path, default=ROOT)
    parser.add_argument("--rollouts", type=int, nargs="+", default=[64, 512])
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args()
    options.older, options.newer = options.older.resolve(), options.newer.resolve()
    serve = ["node", "bin/backchannel", "serve", "--port", "0", "--db", ":memory:"]
    with TemporaryDirectory() as folder, process(*serve, "--log-level", "warn") as server:
        url = line_of(server.stdout, r"http://127\.0\.0\.1:\d+")
        package = str(options.newer / "src/train-bridge/python")
        make = [sys.executable, "-c", MAKE_TOKENIZER, folder]
        subprocess.run(make, cwd=ROOT, env=os.environ | {"PYTHONPATH": package}, check=True)
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {options.pairs} pairs")
        print(f"{'':<12}{'size':>5} {'older':>15} {'newer':>12} {'ratio':>9}")
        for rollouts in options.rollouts:
            pairs = compare(options, url, rollouts, None)
            print(told("link alone", rollouts, "link", pairs), flush=True)
            pairs = compare(options, url, rollouts, folder)
            for figure in ("link", "turn"):
                print(told(figure, rollouts, figure, pairs), flush=True)


if __name__ == "__main__":
    main()

"""How the rollouts of a task are opened: side by side, or in waves that are shown critiques."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

#: How many rollouts of a group each wave has, by arm; without waves all are opened at once.
WAVES = {"plain": None, "clean": (2, 3, 3)}


@dataclass(frozen=True)
class Schedule:
    """The groups of a run, each of one task.

    :param generation: what tells this life of a run from those before it
    """

    run: str
    generation: str
    size: int
    waves: tuple[int, ...] | None

    def requests(self, tasks: Sequence[int]) -> Iterator[list[dict[str, Any]]]:
        """The openings of a batch, wave after wave: what waits for others comes after them."""
        begin = 0
        for count in self.waves or (self.size,):
            yield [
                {"split": "stream", "index": index, "group": self.place(index, position)}
                for index in tasks
                for position in range(begin, begin + count)
            ]
            begin += count

    def place(self, index: int, position: int) -> dict[str, Any]:
        place = {
            "run": self.run,
            "id": str(index),
            "index": position,
            "size": self.size,
            "generation": self.generation,
            "mode": "independent",
        }
        if self.waves is None:
            return place
        schedule = {"waves": list(self.waves), "clean_share": 2 / self.size, "show": "summary"}
        return {**place, "mode": "feedback", "feedback": schedule}

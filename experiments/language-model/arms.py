"""The arms: how the rollouts of a group are opened, and what later ones see of earlier failures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

#: Sizes of the waves of a group with feedback.
WAVES = (2, 3, 3)
#: Share of the rollouts without earlier attempts in the prompt: the first wave.
CLEAN_SHARE = 0.25


@dataclass(frozen=True)
class Arm:
    title: str
    #: Without waves all rollouts of a group are independent.
    waves: tuple[int, ...] | None = None
    #: Whether prompts contain critiques. Otherwise they only say that earlier attempts failed.
    has_critiques: bool = True


ARMS = {
    "plain": Arm("plain"),
    "guided": Arm("critiques in the prompt, clean-prompt loss", WAVES),
    "placebo": Arm("only that attempts failed, clean-prompt loss", WAVES, has_critiques=False),
}


@dataclass(frozen=True)
class Schedule:
    """The groups of a run, each of one task.

    :param generation: tells this process of a run from earlier ones, which its groups do not see
    """

    run: str
    generation: str
    size: int
    waves: tuple[int, ...] | None

    def requests(self, tasks: Sequence[int]) -> Iterator[list[dict[str, Any]]]:
        """The openings of a batch, wave after wave."""
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
        schedule = {"waves": list(self.waves), "clean_share": CLEAN_SHARE, "show": "summary"}
        return {**place, "mode": "feedback", "feedback": schedule}

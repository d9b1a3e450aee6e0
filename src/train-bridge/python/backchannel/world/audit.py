"""Functions that conformance and baselines use to check that a world is fair."""

import random
from collections.abc import Mapping
from typing import ClassVar

from .contract import Action, Event, Json, Message, Task


class Audit:
    """Every function may be left out; conformance reports what it could not check then."""

    blind_play: ClassVar[Mapping[str, Json] | None] = None
    """What is won without the work: {"plan": in a few words, "is_the_task": True if the task is
    to copy, "pay": thousandths paid on average where the plan does not win}. None: nothing. See also `blind_win`."""

    def solve(self, task: Task, events: list[Event], transcript: list[Message]) -> Action:
        """The next turn of a player who knows everything, after these events.

        :param transcript: for a world without events
        """
        raise NotImplementedError

    def sample_actions(
        self, events: list[Event], random: random.Random, transcript: list[Message]
    ) -> list[Action]:
        """Plausible next turns for someone who sees only the conversation."""
        raise NotImplementedError

    def hidden_variant(self, task: Task, seed: int) -> Task | None:
        """The same task with one hidden fact changed; None for a task that hides nothing."""
        return None

    def revealed(self, state: Json) -> bool:
        """Whether that fact has been revealed in this state."""
        return False

    def blind_win(self, task: Task) -> bool:
        """Whether the plan of `blind_play` wins this task."""
        return True

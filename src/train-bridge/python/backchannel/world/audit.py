"""Functions that conformance and baselines use to check that a world is fair."""

import random
from collections.abc import Mapping
from typing import ClassVar

from .contract import Action, Event, Json, Message, Task


class Audit:
    """Every function is optional. Conformance reports what it cannot check without one."""

    blind_play: ClassVar[Mapping[str, Json] | None] = None
    """The rewards of a plan that does not solve the task: {"plan": a few words, "is_the_task": True
    if copying is the task, "pay": mean reward in thousandths if the plan does not win}. None means
    no reward. `blind_win` names the tasks that the plan wins."""

    def solve(self, task: Task, events: list[Event], transcript: list[Message]) -> Action:
        """The next turn of a player who knows the whole task, after these events.

        :param transcript: for worlds without events
        """
        raise NotImplementedError

    def sample_actions(
        self, events: list[Event], random: random.Random, transcript: list[Message]
    ) -> list[Action]:
        """Plausible next turns of a player who sees only the conversation."""
        raise NotImplementedError

    def hidden_variant(self, task: Task, seed: int) -> Task | None:
        """The same task with another value of one hidden fact; None for a task without one."""
        return None

    def revealed(self, state: Json) -> bool:
        """Whether this state has revealed that fact to the agent."""
        return False

    def blind_win(self, task: Task) -> bool:
        """Whether the plan of `blind_play` wins this task."""
        return True

"""The part of a world that makes its tasks."""

from collections.abc import Mapping
from typing import ClassVar

from .contract import Json, Task


class TaskData:
    """Makes each task from its split and index alone."""

    splits: ClassVar[Mapping[str, int]] = {"train": 1000, "val": 100, "test": 100}
    """The number of tasks in each split. Names have lower-case letters only."""
    task_schema: ClassVar[Mapping[str, Json]] = {}
    """JSON schemas of the members that `generate` returns, by name."""

    def generate(self, split: str, index: int) -> Task:
        """The contents of a task. The server adds `id`, `split`, `index`, `seed`, `difficulty`."""
        raise NotImplementedError

    def public_task(self, task: Task) -> dict[str, Json]:
        """Further members that lists of tasks show besides id, split, index and difficulty."""
        return {}

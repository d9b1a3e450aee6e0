"""Where tasks come from: the part of a world that makes them."""

from collections.abc import Mapping
from typing import ClassVar

from .contract import Json, Task


class TaskData:
    """Tasks that follow from their split and number."""

    splits: ClassVar[Mapping[str, int]] = {"train": 1000, "val": 100, "test": 100}
    """How many tasks each split has; names of lower-case letters."""
    task_schema: ClassVar[Mapping[str, Json]] = {}
    """JSON schemas of what `generate` answers, by name."""

    def generate(self, split: str, index: int) -> Task:
        """The contents of a task; `id`, `split`, `index`, `seed`, `difficulty` are added to it."""
        raise NotImplementedError

    def public_task(self, task: Task) -> dict[str, Json]:
        """What may be listed of a task besides its id, split, index and difficulty."""
        return {}

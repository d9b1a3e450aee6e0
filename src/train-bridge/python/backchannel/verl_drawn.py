"""Counts what verl samples for a step: trained groups, and groups that its buffer drops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import transfer_queue as tq


class Dropped:
    """Counts what verl's replay buffer has dropped untrained since the last step.

    verl replaces groups without difference and discards surplus ones; all of them were sampled.
    """

    def __init__(self, buffer: Any) -> None:
        self._buffer = buffer
        self._clear = buffer._clear_groups
        self._tasks = 0
        self._episodes = 0
        self._tokens = 0
        buffer._clear_groups = self._count_and_clear

    def with_trained(self, keys: Iterable[str], tokens: int) -> dict[str, float]:
        """The metrics of a step that trains these rows with `tokens` tokens. Resets the counts."""
        # A row is `{uid}_{session}_{segment}`; the uid is that of the task in this batch.
        episodes = {key.rsplit("_", 1)[0] for key in keys}
        tasks = {episode.rsplit("_", 1)[0] for episode in episodes}
        figures = {
            "drawn/tasks": float(self._tasks + len(tasks)),
            "drawn/episodes": float(self._episodes + len(episodes)),
            "drawn/tokens": float(self._tokens + tokens),
        }
        self._tasks = self._episodes = self._tokens = 0
        return figures

    def _count_and_clear(self, partition_id: str, uids: set[str]) -> None:
        if partition_id != "val" and uids:
            rows = [k for k in self._buffer.partitions[partition_id] if k.split("_")[0] in uids]
            self._tasks += len(uids)
            self._episodes += len({key.rsplit("_", 1)[0] for key in rows})
            self._tokens += _count_tokens(rows, partition_id)
        self._clear(partition_id, uids)


def _count_tokens(keys: list[str], partition_id: str) -> int:
    if not keys:
        return 0
    data = tq.kv_batch_get(keys=keys, partition_id=partition_id, select_fields=["extra_fields"])
    extra_fields = data.pop("extra_fields").tolist()
    return sum(int(fields.get("sampled_tokens", 0)) for fields in extra_fields)

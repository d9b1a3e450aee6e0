"""The response of a rollout, as the one stream of tokens that a trainer learns from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Stream:
    """Tokens so far, which of them the model wrote, and their log-probabilities."""

    #: The most tokens that it may have.
    room: int
    ids: list[int] = field(default_factory=list)
    #: 1 for tokens of the model, 0 for those of the world.
    mask: list[int] = field(default_factory=list)
    log_probs: list[float] = field(default_factory=list)
    #: After each step that the world has answered: where the model goes on.
    bounds: list[int] = field(default_factory=list)
    #: How many tokens were sampled for it, those of an earlier fork not counted.
    sampled: int = 0

    @property
    def left(self) -> int:
        return self.room - len(self.ids)

    def wrote(self, token_ids: Sequence[int], log_probs: Sequence[float] | None) -> None:
        """Appends what the model wrote, as far as there is room; what is not known counts 0."""
        kept = list(token_ids[: self.left])
        known = list(log_probs or [])[: len(kept)]
        self.sampled += len(kept)
        self.ids += kept
        self.mask += [1] * len(kept)
        self.log_probs += known + [0.0] * (len(kept) - len(known))

    def read(self, token_ids: Sequence[int]) -> bool:
        """Appends what the world said; answers False, and appends nothing, if it does not fit."""
        if len(token_ids) >= self.left:
            return False
        self.ids += token_ids
        self.mask += [0] * len(token_ids)
        self.log_probs += [0.0] * len(token_ids)
        self.bounds.append(len(self.ids))
        return True

    def fork(self, step: int) -> Stream:
        """Another stream that goes on behind the first `step` steps, which it does not learn."""
        end = self.bounds[step - 1]
        begun = (self.ids[:end], [0] * end, self.log_probs[:end], self.bounds[:step])
        return Stream(self.room, *begun)

    def leave_out(self, step: int) -> None:
        """Learns nothing of the first `step` steps."""
        end = self.bounds[step - 1]
        self.mask[:end] = [0] * end

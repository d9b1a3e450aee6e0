"""Collects the tokens of a rollout, and marks those that a trainer learns from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

#: The tokens before a turn that the model writes next, and before an earlier turn.
Head = tuple[list[int], list[int]]


class PastTurns(Protocol):
    """How `tokens.Template` rewrites earlier turns without their thoughts."""

    def without_thought(self, token_ids: Sequence[int]) -> list[int] | None: ...
    def heads(self) -> Sequence[Head]: ...


@dataclass(frozen=True)
class Segment:
    """A training sequence: the tokens after the prompt, with their mask and log-probabilities."""

    ids: list[int]
    #: 1 for tokens of the model that this segment trains, 0 for all others.
    mask: list[int]
    log_probs: list[float]
    #: How many tokens to remove from the end of the rollout's prompt.
    cut: int = 0
    #: The turns sampled in this segment, as (number in the episode, start, end) in `ids`.
    answers: tuple[tuple[int, int, int], ...] = ()

    def prompt(self, prompt_ids: list[int]) -> list[int]:
        """The prompt of this segment, made from the prompt of the rollout."""
        return prompt_ids[: len(prompt_ids) - self.cut]


@dataclass
class _Turn:
    start: int
    end: int
    #: The tokens without the thought; None if the turn has no thought to hide.
    visible: list[int] | None = None


@dataclass
class Stream:
    """The tokens so far, which of them the model wrote, and their log-probabilities.

    When a thoughts policy hides earlier thoughts, the current segment ends and a new one starts.
    All segments of a rollout share one reward.
    """

    #: The maximum number of tokens in the response.
    max_tokens: int
    ids: list[int] = field(default_factory=list)
    #: 1 for tokens of the model, 0 for tokens of the environment.
    mask: list[int] = field(default_factory=list)
    log_probs: list[float] = field(default_factory=list)
    #: For each step that the environment answered, the offset where the model's next turn starts.
    step_ends: list[int] = field(default_factory=list)
    #: The number of tokens that were sampled, without those that a fork shares.
    sampled: int = 0
    #: The number of the model's tokens that forks share, which are not trained.
    shared: int = 0
    #: The segments before the current one.
    finished: list[Segment] = field(default_factory=list)
    #: The number of turns that the model has written, including those that a fork shares.
    turns: int = 0
    _cut: int = 0
    _answers: list[tuple[int, int, int]] = field(default_factory=list)
    _past_turns: list[_Turn] = field(default_factory=list)

    @property
    def remaining(self) -> int:
        """How many more tokens the response may have."""
        return self.max_tokens - len(self.ids)

    @property
    def trained(self) -> int:
        """The number of trained tokens in all segments."""
        return sum(sum(each.mask) for each in self.finished) + sum(self.mask)

    @property
    def of_model(self) -> int:
        """The number of the model's tokens in all segments, including those that forks share."""
        return self.shared + self.trained

    def model_input(self, prompt_ids: list[int]) -> list[int]:
        """The prompt and the response so far, from which the model writes its next turn."""
        return prompt_ids[: len(prompt_ids) - self._cut] + self.ids

    def segments(self) -> list[Segment]:
        """The segments with trained tokens, in order. If none has any, the last segment alone."""
        last = Segment(self.ids, self.mask, self.log_probs, self._cut, tuple(self._answers))
        trained = [segment for segment in (*self.finished, last) if any(segment.mask)]
        return trained or [last]

    def append_turn(self, token_ids: Sequence[int], log_probs: Sequence[float] | None) -> None:
        """Appends a turn of the model, cut to `remaining`. Missing log-probabilities become 0."""
        kept_ids = list(token_ids[: self.remaining])
        kept_log_probs = list(log_probs or [])[: len(kept_ids)]
        start, end = len(self.ids), len(self.ids) + len(kept_ids)
        self._past_turns.append(_Turn(start, end))
        self._answers.append((self.turns, start, end))
        self.turns += 1
        self.sampled += len(kept_ids)
        self.ids += kept_ids
        self.mask += [1] * len(kept_ids)
        self.log_probs += kept_log_probs + [0.0] * (len(kept_ids) - len(kept_log_probs))

    def append_observation(self, token_ids: Sequence[int]) -> bool:
        """Appends an observation. Returns False and appends nothing if it does not fit."""
        if len(token_ids) >= self.remaining:
            return False
        self.append_untrained(token_ids)
        self.step_ends.append(len(self.ids))
        return True

    def append_untrained(self, token_ids: Sequence[int]) -> None:
        """Appends tokens that the model did not sample."""
        self.ids += token_ids
        self.mask += [0] * len(token_ids)
        self.log_probs += [0.0] * len(token_ids)

    def hide_thoughts(self, policy: str, template: PastTurns) -> None:
        """Removes the thoughts that the model no longer sees. Call it after each turn.

        :param policy: one of `thoughts.POLICIES`
        """
        if policy == "keep" or not self._past_turns:
            return
        last = self._past_turns[-1]
        last.visible = template.without_thought(self.ids[last.start : last.end])
        hidden = self._past_turns if policy == "drop" else self._past_turns[:-1]
        if all(turn.visible is None for turn in hidden):
            return
        self.finished.append(
            Segment(self.ids, self.mask, self.log_probs, self._cut, tuple(self._answers))
        )
        heads = template.heads()
        ids: list[int] = []
        turns: list[_Turn] = []
        offset = 0
        for turn in self._past_turns:
            context_ids, turn_ids = self.ids[offset : turn.start], self.ids[turn.start : turn.end]
            offset, visible = turn.end, turn.visible
            if visible is not None and any(turn is each for each in hidden):
                context_ids = self._with_past_head(context_ids, heads)
                turn_ids, visible = visible, None
            start = len(ids) + len(context_ids)
            turns.append(_Turn(start, start + len(turn_ids), visible))
            ids += context_ids + turn_ids
        self.ids, self.mask, self.log_probs = ids, [0] * len(ids), [0.0] * len(ids)
        self._past_turns, self._answers = turns, []

    def _with_past_head(self, before: list[int], heads: Sequence[Head]) -> list[int]:
        if not before:
            # The head of the first turn is the end of the prompt.
            now, past = heads[0]
            if now == past:
                return before
            self._cut = len(now)
            return past
        for now, past in heads:
            if before[len(before) - len(now) :] == now:
                return before if now == past else before[: len(before) - len(now)] + past
        raise ValueError(
            "the chat template writes the heads of two turns differently: set thoughts to keep"
        )

    def zero_log_probs(self) -> None:
        """Sets every sampling probability to 1, as `clean_loss.luffy_loss` requires."""
        self.log_probs = [0.0] * len(self.ids)
        self.finished = [replace(each, log_probs=[0.0] * len(each.ids)) for each in self.finished]

    def exclude_all(self) -> None:
        """Excludes all tokens from training."""
        self.mask = [0] * len(self.ids)
        self.finished.clear()

    def fork(self, step: int) -> Stream:
        """Returns a stream that continues after the first `step` steps and does not train them.

        Call `exclude_steps` before.
        """
        end = self.step_ends[step - 1]
        shared_part = (self.ids[:end], [0] * end, self.log_probs[:end], self.step_ends[:step])
        return Stream(self.max_tokens, *shared_part, turns=step, shared=self.shared)

    def exclude_steps(self, step: int) -> None:
        """Excludes the first `step` steps from training."""
        end = self.step_ends[step - 1]
        self.shared += sum(self.mask[:end])
        self.mask[:end] = [0] * end

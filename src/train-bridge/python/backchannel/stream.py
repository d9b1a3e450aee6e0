"""Converts the response of a rollout into the token streams that a trainer learns from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol


class PastTurns(Protocol):
    """What `tokens.Template` knows of turns without their thoughts."""

    def without_thought(self, token_ids: Sequence[int]) -> list[int] | None: ...
    def heads(self) -> tuple[list[int], list[int]]: ...


@dataclass(frozen=True)
class Segment:
    """A sequence that is trained: tokens behind the prompt of the rollout, and what was sampled."""

    ids: list[int]
    #: 1 for tokens of the model that are trained here, 0 for all others.
    mask: list[int]
    log_probs: list[float]
    #: How many tokens at the end of the prompt this segment does without.
    cut: int = 0
    #: The turns that were sampled here: their number in the episode, and from where to where.
    answers: tuple[tuple[int, int, int], ...] = ()

    def behind(self, prompt_ids: list[int]) -> list[int]:
        """The prompt of this segment, of that of the rollout."""
        return prompt_ids[: len(prompt_ids) - self.cut]


@dataclass
class _Turn:
    start: int
    end: int
    #: What is left of it without its thought; None if there is none to leave out.
    visible: list[int] | None = None


@dataclass
class Stream:
    """Tokens so far, which of them the model wrote, and their log-probabilities.

    Where a policy of thoughts hides what the model was shown before, the stream ends as a segment
    and goes on as another one. All segments of a rollout have one reward.
    """

    #: The maximum number of tokens in the response.
    room: int
    ids: list[int] = field(default_factory=list)
    #: 1 for tokens of the model, 0 for those of the world.
    mask: list[int] = field(default_factory=list)
    log_probs: list[float] = field(default_factory=list)
    #: After each step that the world has answered: where the model goes on.
    bounds: list[int] = field(default_factory=list)
    #: How many tokens were sampled for it, those of an earlier fork not counted.
    sampled: int = 0
    #: The segments before this one.
    done: list[Segment] = field(default_factory=list)
    #: Turns that the model has written, also those that are trained elsewhere.
    turns: int = 0
    _cut: int = 0
    _answers: list[tuple[int, int, int]] = field(default_factory=list)
    _shown: list[_Turn] = field(default_factory=list)

    @property
    def left(self) -> int:
        return self.room - len(self.ids)

    @property
    def trained(self) -> int:
        """The number of trained tokens in all segments."""
        return sum(sum(each.mask) for each in self.done) + sum(self.mask)

    def behind(self, prompt_ids: list[int]) -> list[int]:
        """All that the model is given next."""
        return prompt_ids[: len(prompt_ids) - self._cut] + self.ids

    def segments(self) -> list[Segment]:
        """What is trained, in order; one that trains nothing only if there is no other."""
        last = Segment(self.ids, self.mask, self.log_probs, self._cut, tuple(self._answers))
        found = [each for each in (*self.done, last) if any(each.mask)]
        return found or [last]

    def wrote(self, token_ids: Sequence[int], log_probs: Sequence[float] | None) -> None:
        """Appends what the model wrote, as far as there is room; what is not known counts 0."""
        kept = list(token_ids[: self.left])
        known = list(log_probs or [])[: len(kept)]
        start, end = len(self.ids), len(self.ids) + len(kept)
        self._shown.append(_Turn(start, end))
        self._answers.append((self.turns, start, end))
        self.turns += 1
        self.sampled += len(kept)
        self.ids += kept
        self.mask += [1] * len(kept)
        self.log_probs += known + [0.0] * (len(kept) - len(known))

    def read(self, token_ids: Sequence[int]) -> bool:
        """Appends the observation. Returns False and appends nothing if it does not fit."""
        if len(token_ids) >= self.left:
            return False
        self.ids += token_ids
        self.mask += [0] * len(token_ids)
        self.log_probs += [0.0] * len(token_ids)
        self.bounds.append(len(self.ids))
        return True

    def hide_thoughts(self, policy: str, template: PastTurns) -> None:
        """Called behind a turn: leaves out those thoughts that the model is shown no longer.

        :param policy: one of `thoughts.POLICIES`
        """
        if policy == "keep" or not self._shown:
            return
        last = self._shown[-1]
        last.visible = template.without_thought(self.ids[last.start : last.end])
        hidden = self._shown if policy == "drop" else self._shown[:-1]
        if all(turn.visible is None for turn in hidden):
            return
        self.done.append(
            Segment(self.ids, self.mask, self.log_probs, self._cut, tuple(self._answers))
        )
        heads = template.heads()
        ids: list[int] = []
        turns: list[_Turn] = []
        place = 0
        for turn in self._shown:
            before, said = self.ids[place : turn.start], self.ids[turn.start : turn.end]
            place, visible = turn.end, turn.visible
            if visible is not None and any(turn is each for each in hidden):
                before = self._with_past_head(before, *heads)
                said, visible = visible, None
            turns.append(_Turn(len(ids) + len(before), len(ids) + len(before) + len(said), visible))
            ids += before + said
        self.ids, self.mask, self.log_probs = ids, [0] * len(ids), [0.0] * len(ids)
        self._shown, self._answers = turns, []

    def _with_past_head(self, before: list[int], now: list[int], past: list[int]) -> list[int]:
        if now == past:
            return before
        if not before:
            # The head of the first turn is the end of the prompt.
            self._cut = len(now)
            return past
        if before[-len(now) :] != now:
            raise ValueError("the head of a turn is not as the chat template writes it elsewhere")
        return before[: -len(now)] + past

    def forget_sampling(self) -> None:
        """Takes the probability of every token in sampling for 1, as `clean_loss.luffy_loss` does."""
        self.log_probs = [0.0] * len(self.ids)
        self.done = [replace(each, log_probs=[0.0] * len(each.ids)) for each in self.done]

    def fork(self, step: int) -> Stream:
        """Returns a stream that continues after the first `step` steps and does not train them."""
        end = self.bounds[step - 1]
        begun = (self.ids[:end], [0] * end, self.log_probs[:end], self.bounds[:step])
        return Stream(self.room, *begun, turns=step)

    def leave_out(self, step: int) -> None:
        """Excludes the first `step` steps from training."""
        end = self.bounds[step - 1]
        self.mask[:end] = [0] * end

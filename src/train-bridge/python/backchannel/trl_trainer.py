"""GRPO of TRL for episodes: rollouts of several segments, and advantages of turns.

TRL trains one sequence for each prompt. Here the further segments of a rollout become further rows
of the batch once TRL has worked out the advantages. The loss must be a mean over tokens: others
would count a rollout once for each of its segments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from accelerate.utils import gather_object
from torch.nn.functional import pad
from trl import GRPOTrainer

from .checks import check
from .credit import CREDITS, turn_advantages
from .stream import Segment

_COLUMNS = ("prompt_ids", "prompt_mask", "completion_ids", "completion_mask")

#: Losses that divide by the number of tokens of the whole batch.
TOKEN_MEANS = ("dapo", "cispo")


@dataclass
class Row:
    """A row of the batch beyond those of TRL."""

    #: The place of its rollout among the rows of TRL.
    place: int
    prompt_ids: list[int]
    segment: Segment


class EpisodeTrainer(GRPOTrainer):
    """`GRPOTrainer` for `RolloutFunction`, with all segments of its rollouts.

    :param credit: `episode`, or `turn`: each turn has an advantage of its own, of the rewards that
        the environment gave for it and for later ones; see `credit.turn_advantages`
    """

    #: That a rollout may have several segments.
    trains_segments = True

    def __init__(self, *args: Any, credit: str = "episode", **kwargs: Any) -> None:
        check("credit", credit, CREDITS)
        self._credit = credit
        super().__init__(*args, **kwargs)

    def _generate_and_score_completions(self, inputs: Any) -> Any:
        output = super()._generate_and_score_completions(inputs)
        if not self.model.training:
            return output
        self._rescore(output, inputs)
        rows = self._further_rows(output, inputs)
        answers = [row.get("answers", ()) for row in inputs]
        places = list(range(len(inputs)))
        if max(gather_object([len(rows)])) > 0:
            # All processes work the probabilities of their rows out together.
            rows = rows or [self._nothing(output)] * self.args.steps_per_generation
            self._add_rows(output, rows)
            answers += [row.segment.answers for row in rows]
            places += [row.place for row in rows]
        if self._credit == "turn":
            own = self._of_turns(inputs)
            advantages = torch.zeros_like(output["completion_ids"], dtype=torch.float32)
            for row, (place, spans) in enumerate(zip(places, answers, strict=True)):
                for turn, start, end in spans:
                    # A lost rollout has no turns.
                    advantages[row, start:end] = own[place][turn] if own[place] else 0.0
            output["advantages"] = advantages
        self._learn_from_teachers(output, inputs)
        return output

    def _learn_from_teachers(self, output: Any, inputs: Any) -> None:
        """SDPO on sampled tokens: log q - log p, with q of the model that is shown the critique."""
        taught = [place for place, row in enumerate(inputs) if row.get("teacher")]
        shares = gather_object([len(taught) / len(inputs)])
        self._metrics["train"]["distill/rollouts"].append(sum(shares) / len(shares))
        if max(shares) == 0:
            return
        # All processes work probabilities out together.
        rows = taught or [0]
        own = {name: output[name][rows] for name in _COLUMNS}
        prompts = [inputs[row]["teacher"][0] if taught else [self._filler] for row in rows]
        shown = {
            **own,
            "prompt_ids": filled(prompts, self._filler, left=True).to(own["prompt_ids"].device),
            "prompt_mask": filled([[1] * len(each) for each in prompts], 0, left=True).to(
                own["prompt_ids"].device
            ),
        }
        gained = self._log_probs(shown) - self._log_probs(own)
        advantages = output["advantages"]
        if advantages.dim() == 1:
            advantages = advantages.unsqueeze(1).repeat(1, output["completion_ids"].shape[1])
        for place, row in enumerate(taught):
            first = inputs[row]["teacher"][1] or 0
            advantages[row] = 0.0
            for turn, start, end in inputs[row]["answers"]:
                if turn >= first:
                    advantages[row, start:end] = gained[place, start:end].to(advantages.dtype)
        output["advantages"] = advantages

    def _rescore(self, output: Any, inputs: Any) -> None:
        """Changes the advantages of rollouts, before any of their further segments has them."""

    def _of_turns(self, inputs: Any) -> list[list[float]]:
        """The advantages of the turns of this process's rollouts."""
        rewards = gather_object([row["turn_rewards"] for row in inputs])
        groups = [place // self.num_generations for place in range(len(rewards))]
        found = turn_advantages(rewards, groups, divides=self.scale_rewards == "group")
        first = self.accelerator.process_index * len(inputs)
        return found[first : first + len(inputs)]

    def _further_rows(self, output: Any, inputs: Any) -> list[Row]:
        # TRL has left out answers that were cut off: with them go the segments before.
        is_trained = (output["completion_mask"].sum(dim=1) > 0).tolist()
        rows = [
            Row(place, prompt_ids, segment)
            for place, row in enumerate(inputs)
            if is_trained[place]
            for prompt_ids, segment in row.get("segments") or ()
        ]
        # Batches are split into equal parts.
        parts = self.args.steps_per_generation
        while (len(inputs) + len(rows)) % parts > 0:
            rows.append(self._nothing(output))
        return rows

    def _nothing(self, output: Any) -> Row:
        """A row that trains nothing."""
        return Row(0, prompt_of(output, 0), Segment([self._filler], [0], [0.0]))

    @property
    def _filler(self) -> int:
        return int(self._tokenizer.pad_token_id)

    def _add_rows(self, output: Any, rows: Sequence[Row]) -> None:
        if self.beta != 0.0 or self.loss_type not in TOKEN_MEANS:
            raise ValueError(
                f"rollouts of several segments are trained without KL (beta is {self.beta}) and by "
                f"a mean over tokens (loss_type is {self.loss_type!r}: give one of {TOKEN_MEANS})"
            )
        new = self._tensors(output, rows)
        for name, values in new.items():
            output[name] = joined(output[name], values, left=name.startswith("prompt"))
        mask = output["completion_mask"] * output["tool_mask"]
        output["num_items_in_batch"] = self.accelerator.gather(mask.sum()).sum()

    def _tensors(self, output: Any, rows: Sequence[Row]) -> dict[str, Any]:
        """The further rows, by the names of TRL's columns that the batch has."""
        device = output["completion_ids"].device
        filler = self._filler
        parts = [row.segment for row in rows]
        new = {
            "prompt_ids": filled([row.prompt_ids for row in rows], filler, left=True),
            "prompt_mask": filled([[1] * len(row.prompt_ids) for row in rows], 0, left=True),
            "completion_ids": filled([part.ids for part in parts], filler),
            "completion_mask": filled([[1] * len(part.ids) for part in parts], 0),
            "tool_mask": filled([part.mask for part in parts], 0),
        }
        new = {name: values.to(device) for name, values in new.items()}
        sampled = filled([part.log_probs for part in parts], 0.0).float().to(device)
        new["advantages"] = output["advantages"][[row.place for row in rows]]
        if "sampling_per_token_logps" in output:
            new["sampling_per_token_logps"] = sampled
        if "old_per_token_logps" in output:
            new["old_per_token_logps"] = old = self._log_probs(new)
            if "importance_sampling_ratio" in output:
                apart = (old - sampled) * new["completion_mask"] * new["tool_mask"]
                most = self.vllm_importance_sampling_clip_max
                new["importance_sampling_ratio"] = torch.exp(apart).clamp(max=most)
        return new

    def _log_probs(self, rows: dict[str, Any]) -> Any:
        """Of the completions under the model as it is now, worked out by all processes together."""
        with torch.no_grad():
            found, _, _ = self._get_per_token_logps_and_entropies(
                self.model,
                torch.cat([rows["prompt_ids"], rows["completion_ids"]], dim=1),
                torch.cat([rows["prompt_mask"], rows["completion_mask"]], dim=1),
                rows["completion_ids"].shape[1],
                batch_size=self.args.per_device_train_batch_size,
            )
        return found


def prompt_of(output: Any, row: int) -> list[int]:
    """The prompt of a row, without what fills it up."""
    kept: list[int] = output["prompt_ids"][row][output["prompt_mask"][row] > 0].tolist()
    return kept


def filled(rows: Sequence[Sequence[Any]], filler: Any, *, left: bool = False) -> Any:
    """Rows of one length, filled up at one of their ends."""
    width = max((len(row) for row in rows), default=0)
    fill = [[filler] * (width - len(row)) for row in rows]
    both = zip(rows, fill, strict=True)
    whole = [[*more, *row] if left else [*row, *more] for row, more in both]
    return torch.tensor(whole).reshape(len(rows), width)


def joined(one: Any, other: Any, *, left: bool = False) -> Any:
    """Both, one below the other, as wide as the wider one; what is filled up is masked."""
    if one.dim() > 1:
        width = max(one.shape[1], other.shape[1])
        one, other = (
            pad(each, (width - each.shape[1], 0) if left else (0, width - each.shape[1]))
            for each in (one, other)
        )
    return torch.cat([one, other.to(one.dtype)])

"""TRL's GRPO for rollouts of several segments, and with an advantage for each turn.

TRL trains one sequence per prompt. After TRL has computed the advantages, this trainer adds a row
for each further segment. The loss must be a mean over tokens: a mean over rows would count a
rollout once per segment.
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

#: Losses that divide by the number of tokens in the whole batch.
TOKEN_MEANS = ("dapo", "cispo")


@dataclass
class Row:
    """A row that is added to TRL's batch."""

    #: The index of its rollout among TRL's rows.
    index: int
    prompt_ids: list[int]
    segment: Segment


class EpisodeTrainer(GRPOTrainer):
    """`GRPOTrainer` for `RolloutFunction`, which trains all segments of its rollouts.

    :param credit: `episode`, or `turn`: the advantage of each turn comes from the rewards of that
        turn and later ones; see `credit.turn_advantages`
    """

    #: `RolloutFunction` checks this before it makes several segments.
    trains_segments = True

    def __init__(self, *args: Any, credit: str = "episode", **kwargs: Any) -> None:
        check("credit", credit, CREDITS)
        #: `ProgramRollouts` checks this, because it has no rewards of turns.
        self.credit = credit
        super().__init__(*args, **kwargs)
        if credit == "turn" and self.scale_rewards == "batch":
            raise ValueError(
                "advantages of turns are divided by the deviation of their group or not at all: "
                'set scale_rewards to "group" or "none" (it is "batch")'
            )

    def _generate_and_score_completions(self, inputs: Any) -> Any:
        output = super()._generate_and_score_completions(inputs)
        if not self.model.training:
            return output
        self._rescore(output, inputs)
        rows = self._further_rows(output, inputs)
        answers = [row.get("answers", ()) for row in inputs]
        rollouts = list(range(len(inputs)))
        if max(gather_object([len(rows)])) > 0:
            # All processes must compute log-probabilities together, so each one adds rows.
            rows = rows or [self._empty_row(output)] * self.args.steps_per_generation
            self._add_rows(output, rows)
            answers += [row.segment.answers for row in rows]
            rollouts += [row.index for row in rows]
        if self.credit == "turn":
            of_turns = self._turn_advantages(inputs)
            advantages = torch.zeros_like(output["completion_ids"], dtype=torch.float32)
            for row, (rollout, spans) in enumerate(zip(rollouts, answers, strict=True)):
                for turn, start, end in spans:
                    # A lost rollout has no turns.
                    advantages[row, start:end] = of_turns[rollout][turn] if of_turns[rollout] else 0
            output["advantages"] = advantages
        self._distill(output, inputs)
        return output

    def _distill(self, output: Any, inputs: Any) -> None:
        """Advantages of SDPO on sampled tokens: log q - log p.

        q is the probability of the same model whose prompt has the critique.
        """
        taught_rows = [index for index, row in enumerate(inputs) if row.get("teacher")]
        shares = gather_object([len(taught_rows) / len(inputs)])
        self._metrics["train"]["distill/rollouts"].append(sum(shares) / len(shares))
        if max(shares) == 0:
            return
        # All processes must compute log-probabilities together.
        rows = taught_rows or [0]
        student = {name: output[name][rows] for name in _COLUMNS}
        prompts = [inputs[row]["teacher"][0] if taught_rows else [self._filler] for row in rows]
        device = student["prompt_ids"].device
        masks = [[1] * len(prompt) for prompt in prompts]
        teacher = {
            **student,
            "prompt_ids": padded_rows(prompts, self._filler, left=True).to(device),
            "prompt_mask": padded_rows(masks, 0, left=True).to(device),
        }
        gained = self._log_probs(teacher) - self._log_probs(student)
        advantages = output["advantages"]
        if advantages.dim() == 1:
            advantages = advantages.unsqueeze(1).repeat(1, output["completion_ids"].shape[1])
        for number, row in enumerate(taught_rows):
            first = inputs[row]["teacher"][1] or 0
            advantages[row] = 0.0
            for turn, start, end in inputs[row]["answers"]:
                if turn >= first:
                    advantages[row, start:end] = gained[number, start:end].to(advantages.dtype)
        output["advantages"] = advantages

    def _rescore(self, output: Any, inputs: Any) -> None:
        """Replaces the advantages of rollouts. Further segments then copy them."""

    def _turn_advantages(self, inputs: Any) -> list[list[float]]:
        """The advantages of the turns of this process's rollouts."""
        rewards = gather_object([row["turn_rewards"] for row in inputs])
        groups = [index // self.num_generations for index in range(len(rewards))]
        advantages = turn_advantages(rewards, groups, divides=self.scale_rewards == "group")
        first = self.accelerator.process_index * len(inputs)
        return advantages[first : first + len(inputs)]

    def _further_rows(self, output: Any, inputs: Any) -> list[Row]:
        # If TRL masked an answer that was cut off, the earlier segments are not trained either.
        is_trained = (output["completion_mask"].sum(dim=1) > 0).tolist()
        rows = [
            Row(index, prompt_ids, segment)
            for index, row in enumerate(inputs)
            if is_trained[index]
            for prompt_ids, segment in row.get("segments") or ()
        ]
        # TRL splits the batch into equal parts.
        parts = self.args.steps_per_generation
        while (len(inputs) + len(rows)) % parts > 0:
            rows.append(self._empty_row(output))
        return rows

    def _empty_row(self, output: Any) -> Row:
        """A row without trained tokens."""
        return Row(0, unpadded_prompt(output, 0), Segment([self._filler], [0], [0.0]))

    @property
    def _filler(self) -> int:
        return int(self._tokenizer.pad_token_id)

    def _add_rows(self, output: Any, rows: Sequence[Row]) -> None:
        if self.beta != 0.0 or self.loss_type not in TOKEN_MEANS:
            raise ValueError(
                "rollouts of several segments need a loss without KL and with a mean over tokens: "
                f"set beta to 0 (it is {self.beta}) and loss_type to one of {TOKEN_MEANS} "
                f"(it is {self.loss_type!r})"
            )
        new = self._tensors(output, rows)
        for name, values in new.items():
            output[name] = stacked(output[name], values, left=name.startswith("prompt"))
        mask = output["completion_mask"] * output["tool_mask"]
        output["num_items_in_batch"] = self.accelerator.gather(mask.sum()).sum()

    def _tensors(self, output: Any, rows: Sequence[Row]) -> dict[str, Any]:
        """The added rows, as TRL's columns that the batch has."""
        device = output["completion_ids"].device
        filler = self._filler
        segments = [row.segment for row in rows]
        new = {
            "prompt_ids": padded_rows([row.prompt_ids for row in rows], filler, left=True),
            "prompt_mask": padded_rows([[1] * len(row.prompt_ids) for row in rows], 0, left=True),
            "completion_ids": padded_rows([each.ids for each in segments], filler),
            "completion_mask": padded_rows([[1] * len(each.ids) for each in segments], 0),
            "tool_mask": padded_rows([each.mask for each in segments], 0),
        }
        new = {name: values.to(device) for name, values in new.items()}
        sampled = padded_rows([each.log_probs for each in segments], 0.0).float().to(device)
        new["advantages"] = output["advantages"][[row.index for row in rows]]
        if "sampling_per_token_logps" in output:
            new["sampling_per_token_logps"] = sampled
        if "old_per_token_logps" in output:
            new["old_per_token_logps"] = old_log_probs = self._log_probs(new)
            if "importance_sampling_ratio" in output:
                mask = new["completion_mask"] * new["tool_mask"]
                new["importance_sampling_ratio"] = sampling_weights(
                    (old_log_probs - sampled) * mask,
                    self.vllm_importance_sampling_mode,
                    self.vllm_importance_sampling_clip_min,
                    self.vllm_importance_sampling_clip_max,
                )
        return new

    def _log_probs(self, rows: dict[str, Any]) -> Any:
        """Log-probabilities of the completions under the current model. All processes must call."""
        ids = torch.cat([rows["prompt_ids"], rows["completion_ids"]], dim=1)
        mask = torch.cat([rows["prompt_mask"], rows["completion_mask"]], dim=1)
        count = len(ids)
        # A divided model needs as many forward passes in each process: some repeat a row.
        missing = max(gather_object([count])) - count
        with torch.no_grad():
            found, _, _ = self._get_per_token_logps_and_entropies(
                self.model,
                torch.cat([ids, ids[:1].expand(missing, -1)]),
                torch.cat([mask, mask[:1].expand(missing, -1)]),
                rows["completion_ids"].shape[1],
                batch_size=self.args.per_device_train_batch_size,
            )
        return found[:count]


def sampling_weights(log_ratios: Any, mode: str, lower: float | None, upper: float | None) -> Any:
    """The weights for the difference of vLLM and the trainer, as TRL computes them.

    :param log_ratios: of tokens, 0 where none is trained
    :param mode: `token` or `sequence`, which have a column for each token or one, and `_truncate`
        or `_mask`, which limit a ratio beyond the bounds or replace it by 0
    """
    # vLLM does not score every token. TRL weights the others with 1.
    log_ratios = torch.nan_to_num(log_ratios, nan=0.0)
    is_of_sequence = mode.startswith("sequence")
    ratios = torch.exp(log_ratios.sum(dim=-1, keepdim=True) if is_of_sequence else log_ratios)
    limited = ratios.clamp(
        -torch.inf if lower is None else lower, torch.inf if upper is None else upper
    )
    if mode.endswith("_truncate"):
        return limited
    return torch.where(limited == ratios, ratios, 0.0)


def unpadded_prompt(output: Any, row: int) -> list[int]:
    """The prompt of a row without padding."""
    ids: list[int] = output["prompt_ids"][row][output["prompt_mask"][row] > 0].tolist()
    return ids


def padded_rows(rows: Sequence[Sequence[Any]], filler: Any, *, left: bool = False) -> Any:
    """A tensor of the rows, padded to one width on the right, or on the left."""
    width = max((len(row) for row in rows), default=0)
    padding = [[filler] * (width - len(row)) for row in rows]
    pairs = zip(rows, padding, strict=True)
    table = [[*more, *row] if left else [*row, *more] for row, more in pairs]
    return torch.tensor(table).reshape(len(rows), width)


def stacked(one: Any, other: Any, *, left: bool = False) -> Any:
    """The rows of both tensors, padded with 0 to the width of the wider one."""
    if one.dim() > 1:
        width = max(one.shape[1], other.shape[1])
        one, other = (
            pad(each, (width - each.shape[1], 0) if left else (0, width - each.shape[1]))
            for each in (one, other)
        )
    return torch.cat([one, other.to(one.dtype)])

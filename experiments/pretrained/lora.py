"""A pretrained model with LoRA: one copy learns, and one with the adapter merged in plays."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from peft import LoraConfig, get_peft_model, get_peft_model_state_dict, set_peft_model_state_dict
from peft.tuners.lora import LoraLayer
from points import ADAPTER, Points
from settings import Settings
from sft import padded
from torch import Tensor

NAME = "HuggingFaceTB/SmolLM2-135M-Instruct"
#: Tokens that are trained on at once, by device.
TOKENS = {"cpu": 2_048, "cuda": 16_384}
MOMENTS = {"moment-1": "exp_avg", "moment-2": "exp_avg_sq"}

#: Tokens, which of them are learnt, and the weight of the row.
Row = tuple[Sequence[int], Sequence[bool], float]


class Lora:
    """Weights, optimizer and what is saved of both."""

    def __init__(self, base: Any, settings: Settings) -> None:
        torch.manual_seed(0)
        self.player = base.eval()
        self.device = next(base.parameters()).device
        config = LoraConfig(
            r=settings.rank,
            lora_alpha=settings.alpha,
            target_modules="all-linear",
            task_type="CAUSAL_LM",
        )
        self.learner = get_peft_model(copy.deepcopy(base), config)
        self.trained = {
            name: one for name, one in self.learner.named_parameters() if one.requires_grad
        }
        self.optimizer = torch.optim.Adam(self.trained.values(), betas=(0.9, 0.95))
        self.adam_steps = 0

    def step(self, rows: Sequence[Row], rate: float, count: float) -> tuple[float, float]:
        """A step of Adam on sums of weighted losses over `count`. Returns loss and gradient norm."""
        loss = 0.0
        for part in parts_of(sorted(rows, key=lambda row: len(row[0])), TOKENS[self.device.type]):
            with torch.autocast(self.device.type, torch.bfloat16):
                part_loss = self.loss(part) / count
            part_loss.backward()
            loss += float(part_loss.detach())
        norm = torch.nn.utils.clip_grad_norm_(self.trained.values(), 1.0)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.adam_steps += 1
        return loss, float(norm)

    def loss(self, rows: Sequence[Row]) -> Tensor:
        """The sum over rows of their weights times the negative log-likelihood of what is learnt."""
        ids = padded([ids for ids, _, _ in rows], torch.long).to(self.device)
        learnt = padded([learnt for _, learnt, _ in rows], torch.bool).to(self.device)
        weights = torch.tensor([weight for _, _, weight in rows], device=self.device)
        model = self.learner.get_base_model()
        # Padding is behind all that is learnt, and a causal model does not see it from there.
        hidden = model.model(input_ids=ids, use_cache=False).last_hidden_state
        row, place = torch.nonzero(learnt[:, 1:], as_tuple=True)
        logits = model.lm_head(hidden[row, place]).float()
        losses = F.cross_entropy(logits, ids[row, place + 1], reduction="none")
        return (losses * weights[row]).sum()

    @torch.no_grad()
    def merge(self) -> None:
        """Gives the playing copy the weights of the learning one."""
        for name, layer in self.learner.get_base_model().named_modules():
            if isinstance(layer, LoraLayer):
                base = layer.get_base_layer().weight.float()
                delta = layer.get_delta_weight("default").float()
                self.player.get_submodule(name).weight.copy_(base + delta)

    def save(self, points: Points, number: int, record: dict[str, Any]) -> None:
        """Saves a point in half precision, and goes on from what was saved.

        So a piece that continues after a stop computes what it would have without one.
        """
        adapter = get_peft_model_state_dict(self.learner, save_embedding_layers=False)
        files = {
            ADAPTER: {name: one.half().cpu() for name, one in adapter.items()},
            **{file: self._moment(key) for file, key in MOMENTS.items()},
        }
        record = {**record, "adam_steps": self.adam_steps}
        points.save(number, files, record, self._config())
        self.load(points, number)

    def load(self, points: Points, number: int, *, with_optimizer: bool = True) -> None:
        adapter = points.tensors(number, ADAPTER)
        set_peft_model_state_dict(self.learner, adapter)
        if not with_optimizer:
            return
        self.adam_steps = points.record(number)["adam_steps"]
        moments = {key: points.tensors(number, file) for file, key in MOMENTS.items()}
        for name, one in self.trained.items():
            state = {key: moments[key][name].float().to(self.device) for key in moments}
            self.optimizer.state[one] = {"step": torch.tensor(float(self.adam_steps)), **state}

    def _config(self) -> dict[str, Any]:
        """What `peft` needs to load the adapter on its own."""
        config = self.learner.peft_config["default"].to_dict()
        names = sorted(config["target_modules"])
        return {**config, "target_modules": names, "base_model_name_or_path": NAME}

    def _moment(self, key: str) -> dict[str, Tensor]:
        zero = torch.zeros(())
        return {
            name: self.optimizer.state[one].get(key, zero.expand(one.shape)).bfloat16().cpu()
            for name, one in self.trained.items()
        }


def parts_of(rows: Sequence[Row], tokens: int) -> Iterator[list[Row]]:
    """Rows in order of length, in parts of at most so many tokens with padding."""
    part: list[Row] = []
    for row in rows:
        if part and (len(part) + 1) * len(row[0]) > tokens:
            yield part
            part = []
        part.append(row)
    if part:
        yield part

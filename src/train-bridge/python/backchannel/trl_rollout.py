"""Rollouts for TRL's GRPO: whole groups of episodes, in waves if feedback is on.

TRL passes only prompts to a rollout function. So each prompt is one user message, whose text is the
task reference that `backchannel export --format prompts` writes. The server supplies the opening
messages, the tools and everything after them.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import uuid
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from functools import partial
from time import perf_counter
from typing import Any

from . import aio
from .checks import check
from .dialects import find_dialect
from .distill import DISTILLS, add_teachers
from .ends import end_tokens, model_configs
from .errors import BackchannelError
from .link import WOULD_WAIT
from .protocols import Trainer
from .rollout import TASK_MEMBERS, RolloutSettings
from .stream import Stream
from .thinking import arguments_in_one_mode
from .thoughts import check_policy
from .tokenizer_thread import keep_heap
from .tokens import Template
from .trainer_options import GENERATION_VARIABLE, TOKEN_VARIABLE, trainer_options
from .trl_draws import DRAWS_MAX, is_uniform, other_prompts
from .trl_generate import Generate, any_process, generate_with_trainer
from .trl_played import BatchRollout, to_columns
from .trl_rows import task_reference


class RolloutFunction:
    """Plays the episodes of a batch. Pass an instance to `GRPOTrainer(rollout_func=…)`.

    The model generates a turn for all rollouts that can continue. A rollout that waits for earlier
    attempts of its group opens as soon as these end. Use `trl_rows.episode_reward` as the reward
    function.

    Its settings are those of `rollout.RolloutSettings`, and the ones below. The trainer needs
    `baseline: clean` too, and `trl_loss.CleanPromptTrainer` for `train_prompt: clean`.

    :param thinking: whether the model may think; by default the trainer's `chat_template_kwargs`
        decide
    :param filter_groups: whether to replace a group in which all succeeded or all failed by one of
        another task, in a few draws at most (DAPO's dynamic sampling)
    :param distill: one of `distill.DISTILLS`; `rollout` and `from_failure` rescore failed clean
        rollouts under their critique. They need `trl_trainer.EpisodeTrainer`, as does any
        `thoughts` but `keep`
    :param generate: replaces the trainer's model or vLLM, for tests
    """

    def __init__(
        self,
        server_url: str,
        *,
        max_prompt_tokens: int = 4096,
        chat_template_kwargs: Mapping[str, Any] | None = None,
        thinking: bool | None = None,
        filter_groups: bool = False,
        distill: str = "none",
        generate: Generate | None = None,
        **settings: Any,
    ) -> None:
        self._settings = RolloutSettings(server_url, **settings)
        check("distill", distill, DISTILLS)
        if distill != "none" and self._settings.mode != "feedback":
            raise ValueError("distill needs critiques: set mode to feedback")
        if distill != "none" and self._settings.thoughts != "keep":
            raise ValueError("distill rescores a single segment per rollout: set thoughts to keep")
        self._distill = distill
        self._filter_groups = filter_groups
        self._max_prompt_tokens = max_prompt_tokens
        self._template_options = dict(chat_template_kwargs or {})
        self._thinking = thinking
        self._generate = generate
        self._ends: tuple[int, ...] = ()
        # All processes of a trainer share it. It changes after a restart.
        self._generation = os.environ.get(GENERATION_VARIABLE) or uuid.uuid4().hex
        self._batches = 0
        #: Whether the server has been reached before.
        self._has_played = False

    def __call__(self, prompts: Sequence[Any], trainer: Trainer) -> dict[str, Any]:
        """Plays one episode per prompt. The equal prompts of a group must be neighbours."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(self._play(prompts, trainer))
        # A notebook already runs an event loop, so this one needs its own thread.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self._play(prompts, trainer)).result()

    async def _play(self, prompts: Sequence[Any], trainer: Trainer) -> dict[str, Any]:
        rollouts = self._groups(prompts, trainer)
        keep_heap()
        async with AsyncExitStack() as stack:
            client = await self._connect(stack, rollouts)
            try:
                await self._play_to_end(client, rollouts, trainer)
                for draw in range(DRAWS_MAX - 1):
                    if not self._redraw(rollouts, trainer, draw):
                        break
                    await self._play_to_end(client, rollouts, trainer)
            except BaseException as error:
                unfinished = [r.episode for r in rollouts if r.episode and r.is_playing]
                await asyncio.gather(*(episode.leave(error) for episode in unfinished))
                raise
        return self._results(rollouts, trainer)

    async def _play_to_end(
        self, client: aio.AsyncClient | None, rollouts: Sequence[BatchRollout], trainer: Trainer
    ) -> None:
        while any_process(trainer, any(not r.is_over for r in rollouts)):
            if client is not None:
                await self._open_ready(client, rollouts, trainer)
            await self._play_turns(rollouts, trainer)

    def _redraw(self, rollouts: list[BatchRollout], trainer: Trainer, draw: int) -> bool:
        """Replaces uniform groups by groups of other tasks. Returns whether any process did."""
        if not self._filter_groups or not trainer.model.training:
            return False
        size = trainer.num_generations
        starts = [
            start
            for start in range(0, len(rollouts), size)
            if is_uniform(rollouts[start : start + size])
        ]
        prompts = other_prompts(trainer, len(starts), f"{self._batches}/{draw}")
        groups = self._groups([prompt for prompt in prompts for _ in range(size)], trainer)
        for number, start in enumerate(starts):
            group = groups[number * size : (number + 1) * size]
            for index, rollout in enumerate(group):
                rollout.draws = rollouts[start].draws + 1
                rollout.dropped_tokens = rollouts[start + index].drawn_tokens
            rollouts[start : start + size] = group
        return any_process(trainer, bool(starts))

    async def _connect(
        self, stack: AsyncExitStack, rollouts: Sequence[BatchRollout]
    ) -> aio.AsyncClient | None:
        """Connects. If the server is lost during training, the batch is lost: returns None."""
        token = os.environ.get(TOKEN_VARIABLE)
        try:
            connecting = await aio.connect(
                self._settings.server_url, token=token, **trainer_options()
            )
        except BackchannelError as error:
            # If the server was never reached, the address is wrong, and no later batch would work.
            if not error.retryable or not self._has_played:
                raise
            await asyncio.gather(*(rollout.lose(error) for rollout in rollouts))
            return None
        client = await stack.enter_async_context(connecting)
        self._has_played = True
        return client

    def _groups(self, prompts: Sequence[Any], trainer: Trainer) -> list[BatchRollout]:
        size = trainer.num_generations if trainer.model.training else trainer.num_generations_eval
        if len(prompts) % size != 0:
            raise ValueError(
                f"{len(prompts)} prompts are no whole groups of {size}: make "
                "per_device_train_batch_size a multiple of num_generations, so that no group is "
                "split over processes"
            )
        is_training = bool(trainer.model.training)
        if is_training:
            self._check_trainer(trainer)
        self._batches += 1
        # Found before any episode opens: without the dialect, every tool call would fail.
        options = self._template_options = self._options_for(trainer)
        settings = self._settings
        dialect = settings.dialect or find_dialect(trainer.processing_class, options)
        check_policy(settings.thoughts, dialect)
        self._ends = end_tokens(trainer.processing_class, dialect, model_configs(trainer.model))
        step = int(trainer.state.global_step)
        max_tokens = int(trainer.max_completion_length)
        rank = int(getattr(trainer.accelerator, "process_index", 0))
        rollouts: list[BatchRollout] = []
        for position, prompt in enumerate(prompts):
            reference = task_reference(prompt)
            text = json.dumps([reference, rank, self._batches, position // size], sort_keys=True)
            group = settings.group(
                id=f"step-{step}-{hashlib.sha256(text.encode()).hexdigest()[:16]}",
                index=position % size,
                size=size,
                mode=settings.mode if is_training else "independent",
                generation=self._generation,
                is_validation=not is_training,
            )
            rollouts.append(
                BatchRollout(
                    Stream(max_tokens),
                    group=group,
                    reference=reference,
                    dialect=dialect,
                    weights=str(step),
                    is_validation=not is_training,
                )
            )
            if settings.branch != "none" and is_training and position % size > 0:
                rollouts[-1].first = rollouts[position - position % size]
        return rollouts

    def _check_trainer(self, trainer: Trainer) -> None:
        """Raises `ValueError` if the trainer does not support the options of this object."""
        if self._settings.train_prompt == "clean" and not getattr(
            trainer, "trains_clean_prompts", False
        ):
            raise ValueError(
                "train_prompt is clean, and GRPOTrainer would treat the answers as sampled under "
                "the clean prompt: use backchannel.trl_loss.CleanPromptTrainer instead"
            )
        trains_segments = getattr(trainer, "trains_segments", False)
        if self._settings.thoughts != "keep" and not trains_segments:
            raise ValueError(
                f"thoughts is {self._settings.thoughts}, which divides a rollout into several "
                "segments: use backchannel.trl_trainer.EpisodeTrainer instead of GRPOTrainer"
            )
        if self._distill != "none" and not trains_segments:
            raise ValueError(
                f"distill is {self._distill}: use backchannel.trl_trainer.EpisodeTrainer instead "
                "of GRPOTrainer"
            )
        if getattr(trainer, "credit", "episode") == "turn":
            self._check_turn_credit()
        has_clean_baseline = getattr(trainer, "compares_with_clean", False)
        if has_clean_baseline != (self._settings.baseline == "clean"):
            raise ValueError(
                f"baseline is {self._settings.baseline}, and the trainer's differs: give the same "
                "one to RolloutFunction and to backchannel.trl_loss.CleanPromptTrainer"
            )

    def _check_turn_credit(self) -> None:
        """Raises `ValueError` for options that the advantages of turns would ignore."""
        settings = self._settings
        unused = [
            name
            for name, is_used in (
                ("reward_rule", not settings.shapes_rewards),
                ("baseline", settings.baseline == "group"),
                ("branch", settings.branch == "none"),
                ("distill", self._distill == "none"),
            )
            if not is_used
        ]
        if unused:
            raise ValueError(
                "the trainer's credit is turn, which compares what the environment gives for each "
                f"turn: leave {unused[0]} out, or set credit to episode"
            )

    def _options_for(self, trainer: Trainer) -> dict[str, Any]:
        of_trainer = getattr(getattr(trainer, "args", None), "chat_template_kwargs", None)
        tokenizer = trainer.processing_class
        return arguments_in_one_mode(tokenizer, self._thinking, self._template_options, of_trainer)

    async def _open_ready(
        self, client: aio.AsyncClient, rollouts: Sequence[BatchRollout], trainer: Trainer
    ) -> None:
        """Opens each rollout that need not wait for another one of its group."""
        waiting = [r for r in rollouts if r.episode is None and not r.is_over]
        await _gather(self._open(client, rollout, trainer) for rollout in waiting)
        if waiting and not any(rollout.is_playing for rollout in rollouts):
            # All wait for a lease to expire or a critique to arrive, so ask again soon.
            await asyncio.sleep(0.05)

    async def _open(self, client: aio.AsyncClient, rollout: BatchRollout, trainer: Trainer) -> None:
        reference = rollout.reference
        if rollout.first is not None and not rollout.first.is_over:
            return
        labels = self._labels(rollout, trainer)
        try:
            if rollout.first is not None and rollout.first.trunk is not None:
                await rollout.fork(rollout.first.trunk, labels)
                return
            opening = client.open(
                reference["env"],
                **{name: reference.get(name) for name in TASK_MEMBERS},
                labels=labels,
                # The server puts forks in no group, so their first rollout joins none either.
                group=None if self._settings.branch != "none" else rollout.group,
                dialect=rollout.dialect,
                wait=False,
            )
            episode = await rollout.spent.on_environment(opening)
        except BackchannelError as error:
            if error.code == WOULD_WAIT:
                return
            if not error.is_infrastructure:
                raise
            await rollout.lose(error)
            return
        rollout.episode = episode
        await rollout.spent.on_tokens(self._write_opening, rollout, episode, trainer)

    def _labels(self, rollout: BatchRollout, trainer: Trainer) -> dict[str, str]:
        step, is_validation = trainer.state.global_step, rollout.is_validation
        return self._settings.labels_at(step, rollout.reference, is_validation=is_validation)

    def _write_opening(
        self, rollout: BatchRollout, episode: aio.AsyncEpisode, trainer: Trainer
    ) -> None:
        template = Template(
            trainer.processing_class,
            episode.tools,
            self._template_options,
            rollout.dialect,
            model_configs(trainer.model),
        )
        trains_clean = self._settings.train_prompt == "clean"
        rollout.write_opening(template, self._max_prompt_tokens, trains_clean=trains_clean)

    async def _play_turns(self, rollouts: Sequence[BatchRollout], trainer: Trainer) -> None:
        """Plays one turn in each rollout that can continue."""
        active = [rollout for rollout in rollouts if rollout.is_playing]
        prompts = [r.stream.model_input(r.prompt_ids) for r in active]
        longest = max((r.stream.remaining for r in active), default=1)
        # This blocks the event loop, because the trainer is not reentrant.
        start = perf_counter()
        generate = self._generate or partial(generate_with_trainer, ends=self._ends)
        generated = generate(trainer, prompts, longest)
        for rollout in active:
            rollout.spent.model += perf_counter() - start
        await _gather(
            self._submit_turn(rollout, *answer)
            for rollout, answer in zip(active, generated, strict=True)
        )
        for first in {id(r.first): r.first for r in rollouts if r.first is not None}.values():
            if first.account is not None and first.trunk is None:
                first.trunk = first.make_trunk(first.group["id"])

    async def _submit_turn(
        self, rollout: BatchRollout, ids: list[int], log_probs: list[float]
    ) -> None:
        try:
            await rollout.submit(
                ids,
                log_probs,
                thoughts=self._settings.thoughts,
                model_version=rollout.weights,
            )
        except BackchannelError as error:
            await rollout.lose(error)

    def _results(self, rollouts: Sequence[BatchRollout], trainer: Trainer) -> dict[str, Any]:
        rewards = [None if rollout.is_lost else self._reward(rollout) for rollout in rollouts]
        for rollout in rollouts:
            self._settings.prepare_loss(rollout)
        if self._distill != "none" and trainer.model.training:
            size = trainer.num_generations
            for start in range(0, len(rollouts), size):
                add_teachers(rollouts[start : start + size], self._max_prompt_tokens)
            if self._distill == "rollout":
                for rollout in rollouts:
                    rollout.failed_turn = 0
        tokenizer = trainer.processing_class
        end = tokenizer.eos_token_id
        filler = tokenizer.pad_token_id if end is None else end
        processes = int(getattr(trainer.accelerator, "num_processes", 1))
        return to_columns(rollouts, rewards, 0 if filler is None else filler, processes)

    def _reward(self, rollout: BatchRollout) -> float:
        assert rollout.account is not None
        return self._settings.reward(
            rollout.account, rollout.stream.of_model, is_validation=rollout.is_validation
        )


async def _gather(coroutines: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Waits for all, then raises the first error. So nothing continues after the error."""
    for result in await asyncio.gather(*coroutines, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result

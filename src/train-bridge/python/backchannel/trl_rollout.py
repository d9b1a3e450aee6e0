"""Rollouts for TRL's GRPO: whole groups of episodes, in waves where feedback is on.

TRL hands a rollout function nothing but prompts, so a prompt is a single user message whose text is
the task reference that `backchannel export --format prompts` writes. The opening, the tools and
everything after them come from the server.
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
from .attempts import fit_opening
from .baselines import BASELINES
from .branches import BRANCHES, Trunk, grown
from .checks import check
from .clean_loss import check_weights
from .close_episodes import VALIDATION
from .dialects import find_dialect
from .distill import DISTILLS, add_teachers, is_failed_turn
from .ends import configs_of, end_tokens
from .errors import BackchannelError
from .link import WOULD_WAIT
from .protocols import Trainer
from .shaping import RewardRule
from .stream import Stream
from .thinking import arguments_in_one_mode
from .thoughts import check_policy
from .tokenizer_thread import keep_heap
from .tokens import Template
from .trainer_options import TOKEN_VARIABLE, trainer_options
from .trl_draws import DRAWS_MAX, is_uniform, other_prompts
from .trl_generate import Generate, any_process, generate_with_trainer
from .trl_played import Rollout, columns_of
from .trl_rows import task_reference

GENERATION_VARIABLE = "BACKCHANNEL_GENERATION"


class RolloutFunction:
    """Plays the episodes of a batch; give an instance to `GRPOTrainer(rollout_func=…)`.

    Rollouts that may go on are generated together; those that must wait for earlier attempts of
    their group open as soon as these are over. Every result has the reward of its episode in the
    column `episode_reward`: use `episode_reward` as the reward function.

    :param run: name of the run on the server
    :param mode: `independent`, or `feedback`
    :param feedback: the schedule of `mode: feedback`, such as `{"waves": [1, 3], "show": "hint",
        "hint_steps": 200, "when": "all_failed"}`: sizes of the waves, which attempts are shown, the
        training step at which hints have shrunk to nothing, and whether a success in the first wave
        leaves the others without. What is left out comes from the server; docs/groups.md has all
    :param train_prompt: `guided`, or `clean`: train under the prompt without the shown attempts
    :param clean_weights: how answers weigh that are trained under the clean prompt, as
        `trl_loss.CleanPromptTrainer` has it too
    :param baseline: `group`; `per_condition`: subtract the run's mean reward in the condition; or
        `clean`, which the trainer must have too
    :param thinking: whether the model may think; left out, as the trainer's `chat_template_kwargs`
    :param dialect: the form of the model's tool calls; found by its chat template, if left out
    :param branch: `none`, or `step`: the first rollout of a group is played, the others are forks of
        it at a step that the group's name decides; what they share is not trained
    :param reward_rule: what a rollout is worth in training, as `shaping.RewardRule` takes it; left
        out, what the environment says
    :param filter_groups: whether groups that all succeeded or all failed are replaced by groups of
        other tasks of the trainer's data, as long as a few draws find some (DAPO's dynamic sampling)
    :param thoughts: which thoughts of earlier turns the model is shown, of `thoughts.POLICIES`; where
        some are hidden, a rollout has several segments, which `trl_trainer.EpisodeTrainer` trains
    :param distill: `none`; `rollout`, or `from_failure`: failed clean rollouts are scored again by the
        model that is shown their critique, which `trl_trainer.EpisodeTrainer` does
    :param generate: how tokens are made, for tests; the trainer's own model or vLLM by default
    """

    def __init__(
        self,
        server_url: str,
        *,
        run: str,
        mode: str = "independent",
        feedback: Mapping[str, Any] | None = None,
        train_prompt: str = "guided",
        clean_weights: str = "truncated",
        baseline: str = "group",
        max_prompt_tokens: int = 4096,
        labels: Mapping[str, str] | None = None,
        chat_template_kwargs: Mapping[str, Any] | None = None,
        thinking: bool | None = None,
        dialect: str | None = None,
        branch: str = "none",
        reward_rule: Mapping[str, Any] | None = None,
        filter_groups: bool = False,
        thoughts: str = "keep",
        distill: str = "none",
        generate: Generate | None = None,
    ) -> None:
        check("mode", mode, ("independent", "feedback"))
        check("train_prompt", train_prompt, ("guided", "clean"))
        check("baseline", baseline, BASELINES)
        check("branch", branch, BRANCHES)
        if branch != "none" and mode != "independent":
            raise ValueError("forks are shown no attempts: branch goes with mode independent")
        self._branch = branch
        self._reward_rule = RewardRule(**(reward_rule or {}))
        self._filter_groups = filter_groups
        if thoughts != "keep" and branch != "none":
            raise ValueError(
                "forks go on in the tokens of their trunk: branch goes with thoughts keep"
            )
        self._thoughts = thoughts
        check("distill", distill, DISTILLS)
        if distill != "none" and mode != "feedback":
            raise ValueError("distill needs critiques: set mode to feedback")
        self._distill = distill
        self._url = server_url
        self._run = run
        self._mode = mode
        self._feedback = dict(feedback or {})
        self._train_prompt = train_prompt
        self._clean_weights = check_weights(clean_weights)
        self._baseline = baseline
        self._max_prompt_tokens = max_prompt_tokens
        self._labels = dict(labels or {})
        self._template_options = dict(chat_template_kwargs or {})
        self._thinking = thinking
        self._dialect = dialect
        self._generate = generate
        self._ends: tuple[int, ...] = ()
        # The same in every process of the trainer, and new after a restart.
        self._generation = os.environ.get(GENERATION_VARIABLE) or uuid.uuid4().hex
        self._batches = 0
        #: Whether the server has been reached before.
        self._has_played = False

    def __call__(self, prompts: Sequence[Any], trainer: Trainer) -> dict[str, Any]:
        """Plays one episode per prompt; prompts of a group stand side by side and are the same."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(self._play(prompts, trainer))
        # A notebook has an event loop of its own, which cannot be entered again.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self._play(prompts, trainer)).result()

    async def _play(self, prompts: Sequence[Any], trainer: Trainer) -> dict[str, Any]:
        rollouts = self._groups(prompts, trainer)
        keep_heap()
        async with AsyncExitStack() as stack:
            client = await self._connect(stack, rollouts)
            try:
                await self._play_out(client, rollouts, trainer)
                for draw in range(DRAWS_MAX - 1):
                    if not self._draw_again(rollouts, trainer, draw):
                        break
                    await self._play_out(client, rollouts, trainer)
            except BaseException as error:
                left = [r.episode for r in rollouts if r.episode and r.is_played]
                await asyncio.gather(*(episode.leave(error) for episode in left))
                raise
        return self._results(rollouts, trainer)

    async def _play_out(
        self, client: aio.AsyncClient | None, rollouts: Sequence[Rollout], trainer: Trainer
    ) -> None:
        while any_process(trainer, any(not r.is_over for r in rollouts)):
            if client is not None:
                await self._open_what_may(client, rollouts, trainer)
            await self._play_a_turn(rollouts, trainer)

    def _draw_again(self, rollouts: list[Rollout], trainer: Trainer, draw: int) -> bool:
        """Puts other tasks in the place of groups without difference; whether any process did."""
        if not self._filter_groups or not trainer.model.training:
            return False
        size = trainer.num_generations
        starts = [
            start
            for start in range(0, len(rollouts), size)
            if is_uniform(rollouts[start : start + size])
        ]
        prompts = other_prompts(trainer, len(starts), f"{self._batches}/{draw}")
        drawn = self._groups([each for each in prompts for _ in range(size)], trainer)
        for place, start in enumerate(starts):
            for index, one in enumerate(drawn[place * size : (place + 1) * size]):
                one.draws = rollouts[start].draws + 1
                one.dropped_tokens = rollouts[start + index].drawn_tokens
            rollouts[start : start + size] = drawn[place * size : (place + 1) * size]
        return any_process(trainer, bool(starts))

    async def _connect(
        self, stack: AsyncExitStack, rollouts: Sequence[Rollout]
    ) -> aio.AsyncClient | None:
        """None if the server stayed away beyond the patience: the whole batch is lost then."""
        token = os.environ.get(TOKEN_VARIABLE)
        try:
            connecting = await aio.connect(self._url, token=token, **trainer_options())
        except BackchannelError as error:
            # One that was never there is a mistake, which no other batch mends.
            if not error.retryable or not self._has_played:
                raise
            await asyncio.gather(*(rollout.lose(error) for rollout in rollouts))
            return None
        client = await stack.enter_async_context(connecting)
        self._has_played = True
        return client

    def _groups(self, prompts: Sequence[Any], trainer: Trainer) -> list[Rollout]:
        size = trainer.num_generations if trainer.model.training else trainer.num_generations_eval
        if len(prompts) % size != 0:
            raise ValueError(
                f"{len(prompts)} prompts are no whole groups of {size}: make "
                "per_device_train_batch_size a multiple of num_generations, so that no group is "
                "split over processes"
            )
        trains_clean = getattr(trainer, "trains_clean_prompts", False)
        if self._train_prompt == "clean" and trainer.model.training and not trains_clean:
            raise ValueError(
                "train_prompt is clean, and the trainer would take the answers for those of that "
                "prompt: use backchannel.trl_loss.CleanPromptTrainer instead of GRPOTrainer"
            )
        trains_segments = getattr(trainer, "trains_segments", False)
        if self._thoughts != "keep" and trainer.model.training and not trains_segments:
            raise ValueError(
                f"thoughts is {self._thoughts}, which makes several segments of a rollout: use "
                "backchannel.trl_trainer.EpisodeTrainer instead of GRPOTrainer"
            )
        if self._distill != "none" and trainer.model.training and not trains_segments:
            raise ValueError(
                f"distill is {self._distill}: use backchannel.trl_trainer.EpisodeTrainer instead of "
                "GRPOTrainer"
            )
        compares_with_clean = getattr(trainer, "compares_with_clean", False)
        if trainer.model.training and compares_with_clean != (self._baseline == "clean"):
            raise ValueError(
                f"baseline is {self._baseline}, and the trainer's is another: give the same to "
                "RolloutFunction and to backchannel.trl_loss.CleanPromptTrainer"
            )
        self._batches += 1
        # Before anything is opened: a model whose calls nobody reads would earn nothing.
        options = self._template_options = self._options_for(trainer)
        dialect = self._dialect or find_dialect(trainer.processing_class, options)
        check_policy(self._thoughts, dialect)
        self._ends = end_tokens(trainer.processing_class, dialect, configs_of(trainer.model))
        # What only measures plays as one who trains on it would not: alone, and in no baseline.
        is_training = bool(trainer.model.training)
        mode = self._mode if is_training else "independent"
        run = self._run if is_training else f"{self._run}{VALIDATION}"
        step = int(trainer.state.global_step)
        room = int(trainer.max_completion_length)
        rank = int(getattr(trainer.accelerator, "process_index", 0))
        rollouts: list[Rollout] = []
        for place, prompt in enumerate(prompts):
            reference = task_reference(prompt)
            text = json.dumps([reference, rank, self._batches, place // size], sort_keys=True)
            group: dict[str, Any] = {
                "run": run,
                "id": f"step-{step}-{hashlib.sha256(text.encode()).hexdigest()[:16]}",
                "index": place % size,
                "size": size,
                "mode": mode,
                "generation": self._generation,
            }
            if mode == "feedback" and self._feedback:
                group["feedback"] = self._feedback
            rollouts.append(Rollout(group, reference, Stream(room), dialect, str(step)))
            if self._branch != "none" and is_training and place % size > 0:
                rollouts[-1].first = rollouts[place - place % size]
        return rollouts

    def _options_for(self, trainer: Trainer) -> dict[str, Any]:
        theirs = getattr(getattr(trainer, "args", None), "chat_template_kwargs", None)
        tokens = trainer.processing_class
        return arguments_in_one_mode(tokens, self._thinking, self._template_options, theirs)

    async def _open_what_may(
        self, client: aio.AsyncClient, rollouts: Sequence[Rollout], trainer: Trainer
    ) -> None:
        waiting = [r for r in rollouts if r.episode is None and not r.is_over]
        await _together(self._open(client, rollout, trainer) for rollout in waiting)
        if waiting and not any(rollout.is_played for rollout in rollouts):
            # What could be played is over; the rest waits for a lease or a critique to come.
            await asyncio.sleep(0.05)

    async def _open(self, client: aio.AsyncClient, rollout: Rollout, trainer: Trainer) -> None:
        reference = rollout.reference
        labels = {
            **self._labels,
            "run": rollout.group["run"],
            "step": str(trainer.state.global_step),
            "batch": str(trainer.state.global_step),
            "split": str(reference.get("split", "")),
        }
        if rollout.first is not None and not rollout.first.is_over:
            return
        try:
            if rollout.first is not None and rollout.first.trunk is not None:
                await _fork(rollout, rollout.first.trunk, labels)
                return
            opening = client.open(
                reference["env"],
                split=reference.get("split"),
                index=reference.get("index"),
                task=reference.get("task"),
                data_checksum=reference.get("data_checksum"),
                settings=reference.get("settings"),
                labels=labels,
                # Forks belong to no group of the server, so their first does not either.
                group=None if self._branch != "none" else rollout.group,
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

    def _write_opening(self, rollout: Rollout, episode: aio.AsyncEpisode, trainer: Trainer) -> None:
        """The tokens of what the episode begins with."""
        template = Template(
            trainer.processing_class,
            episode.tools,
            self._template_options,
            rollout.dialect,
            configs_of(trainer.model),
        )
        rollout.template = template
        attempts = episode.opened.get("attempts") or []
        rollout.opening, rollout.attempts = list(episode.messages), attempts
        rollout.prompt_ids, clean, rollout.shown = fit_opening(
            template, episode.messages, attempts, self._max_prompt_tokens
        )
        is_clean = self._train_prompt == "clean"
        rollout.trained_prompt_ids = clean if is_clean else rollout.prompt_ids

    async def _play_a_turn(self, rollouts: Sequence[Rollout], trainer: Trainer) -> None:
        active = [rollout for rollout in rollouts if rollout.is_played]
        prompts = [r.stream.behind(r.prompt_ids) for r in active]
        longest = max((r.stream.left for r in active), default=1)
        # Generating blocks: nothing else is to be done meanwhile, and the trainer is not reentrant.
        started = perf_counter()
        generate = self._generate or partial(generate_with_trainer, ends=self._ends)
        written = generate(trainer, prompts, longest)
        for rollout in active:
            rollout.spent.model += perf_counter() - started
        await _together(
            self._take_turn(rollout, *answer)
            for rollout, answer in zip(active, written, strict=True)
        )
        for first in {id(r.first): r.first for r in rollouts if r.first is not None}.values():
            if first.account is not None and first.trunk is None:
                first.trunk = _trunk(first)

    async def _take_turn(self, rollout: Rollout, ids: list[int], log_probs: list[float]) -> None:
        try:
            await self._hand_in(rollout, ids, log_probs)
        except BackchannelError as error:
            await rollout.lose(error)

    async def _hand_in(self, rollout: Rollout, ids: list[int], log_probs: list[float]) -> None:
        episode, template, stream = rollout.episode, rollout.template, rollout.stream
        spent = rollout.spent
        assert episode is not None and template is not None
        ids = template.turn(ids)[: stream.left]
        was_cut = len(ids) == stream.left and not template.is_ended(ids)
        stream.wrote(ids, log_probs)
        rollout.turn_rewards += [0.0] * (stream.turns - len(rollout.turn_rewards))
        if was_cut or not ids:
            rollout.account = await spent.on_environment(episode.close("token_budget"))
            return
        text = await spent.on_tokens(template.text, ids)
        before = episode.info.get("reward_parts", {})
        step = await spent.on_environment(episode.step(text, model_version=rollout.weights))
        rollout.turn_rewards[-1] = step.reward
        if rollout.failed_turn is None and is_failed_turn(step, before):
            rollout.failed_turn = stream.turns - 1
        if step.done:
            rollout.account = await spent.on_environment(episode.close())
            return
        await spent.on_tokens(stream.hide_thoughts, self._thoughts, template)
        if not stream.read(await spent.on_tokens(template.reply, ids, step.messages)):
            rollout.account = await spent.on_environment(episode.close("token_budget"))

    def _results(self, rollouts: Sequence[Rollout], trainer: Trainer) -> dict[str, Any]:
        rewards = [None if rollout.is_lost else self._reward(rollout) for rollout in rollouts]
        for rollout in rollouts:
            if self._clean_weights == "luffy" and rollout.shown > 0:
                rollout.stream.forget_sampling()
        if self._distill != "none" and trainer.model.training:
            size = trainer.num_generations
            for start in range(0, len(rollouts), size):
                add_teachers(rollouts[start : start + size], self._max_prompt_tokens)
            if self._distill == "rollout":
                for rollout in rollouts:
                    rollout.failed_turn = 0
        tokens = trainer.processing_class
        filler = tokens.pad_token_id if tokens.eos_token_id is None else tokens.eos_token_id
        processes = int(getattr(trainer.accelerator, "num_processes", 1))
        return columns_of(rollouts, rewards, 0 if filler is None else filler, processes)

    def _reward(self, rollout: Rollout) -> float:
        account = rollout.account
        assert account is not None
        is_training = rollout.group["run"] == self._run
        rule = self._reward_rule if is_training else RewardRule()
        reward = rule.of(account, rollout.stream.trained)
        has_baseline = self._baseline == "per_condition" and account.get("baseline") is not None
        if is_training and has_baseline:
            reward -= float(account["baseline"])
        return reward


def _trunk(first: Rollout) -> Trunk | None:
    assert first.episode is not None and first.template is not None
    return grown(first.group["id"], first.episode, first.template, first.prompt_ids, first.stream)


async def _fork(rollout: Rollout, trunk: Trunk, labels: Mapping[str, str]) -> None:
    rollout.stream = trunk.stream.fork(trunk.step)
    rollout.template = trunk.template
    rollout.prompt_ids = rollout.trained_prompt_ids = trunk.prompt_ids
    rollout.episode = await trunk.episode.fork(trunk.step, labels=labels)


async def _together(works: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Waits for all, so that nothing is opened or played after the first error is raised."""
    for end in await asyncio.gather(*works, return_exceptions=True):
        if isinstance(end, BaseException):
            raise end

"""An agent loop for verl: every rollout is an episode on a Backchannel server.

It needs verl 0.9 or later with the v1 trainer, unchanged. Register it in the YAML file that
`backchannel train --engine verl` writes (`agent_loop_config_path`). Do not also use `@register`:
importing the module would then lose the file's settings.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from verl.experimental.agent_loop.agent_loop import (
    AgentLoopBase,
    AgentLoopMetrics,
    AgentLoopOutput,
)

from . import aio
from .checks import check
from .dialects import find_dialect
from .ends import configs_in
from .errors import BackchannelError
from .rollout import SETTINGS, TASK_MEMBERS, Rollout, RolloutSettings
from .stream import Stream
from .thinking import arguments_for
from .thoughts import check_policy
from .tokens import Template
from .verl_branches import Branches, plan_branches
from .verl_client import may_return, metric_names, shared_client
from .verl_heartbeat import send_heartbeats
from .verl_rows import (
    ASK_FOR_CRITIQUE,
    critique_in,
    episode_info,
    generation_of_trainer,
    parse_row,
    plain,
    step_tags,
    weights_step,
)

logger = logging.getLogger(__name__)

Outputs: TypeAlias = AgentLoopOutput | list[AgentLoopOutput]

#: Seconds before a rollout of a validation starts again after the server was unreachable.
RETRY_SECONDS = 1.0


class EnvAgentLoop(AgentLoopBase):
    """Plays one episode: encodes the server's messages and samples the model's turns until it ends.

    The rows of the data set name the task in `extra_info["env"]`, a JSON text with `env`, `split`,
    `index` or `task`, `data_checksum` and optionally `settings`.

    Its settings are those of `rollout.RolloutSettings`, and the ones below. `baseline: clean` needs
    verl's estimator `backchannel_clean`. If `thoughts` is not `keep`, a rollout may have several
    outputs.

    :param critique: `server`, or `policy`: the model itself writes the critique of a failed rollout
    """

    def __init__(
        self,
        *args: Any,
        critique: str = "server",
        critique_tokens: int = 256,
        **kwargs: Any,
    ) -> None:
        kwargs.pop("name", None)
        settings = {name: plain(kwargs.pop(name)) for name in SETTINGS if name in kwargs}
        super().__init__(*args, **kwargs)
        self._settings = RolloutSettings(**settings)
        check("critique", critique, ("server", "policy"))
        self._critique = critique
        self._critique_tokens = critique_tokens
        template_options = plain(self.apply_chat_template_kwargs)
        self._template_options = arguments_for(self.tokenizer, template_options)
        # Found before any episode opens: without the dialect, every tool call would fail.
        self._dialect = self._settings.dialect or find_dialect(
            self.tokenizer, self._template_options
        )
        check_policy(self._settings.thoughts, self._dialect)
        self._checkpoint = configs_in(self.tokenizer.name_or_path)

    async def run(self, sampling_params: dict[str, Any], **kwargs: Any) -> Outputs:
        """Plays the row's task and returns tokens, mask, log-probabilities and reward."""
        row = parse_row(kwargs)
        if "session_id" not in kwargs:
            raise ValueError("the loop needs verl's v1 trainer: set trainer.use_v1=true")
        while True:
            try:
                return await self._rollout(row, sampling_params, kwargs)
            except BackchannelError as error:
                # In training, verl takes another row instead. In validation, it would stop.
                url = self._settings.server_url
                if not is_validation(row) or not may_return(url, error):
                    raise
                logger.warning("a rollout of the validation begins again: %s", error)
                await _pause(RETRY_SECONDS)

    async def _rollout(
        self, row: Mapping[str, Any], sampling_params: dict[str, Any], kwargs: Mapping[str, Any]
    ) -> Outputs:
        labels = self._labels(row, kwargs)
        # Known before the first wait: if the first rollout ends there, the others must not wait.
        branches = self._branches(row, kwargs)
        leads = branches is not None and int(kwargs["session_id"]) == 0
        rollout = Rollout(Stream(int(self.rollout_config.response_length)))
        heartbeats: asyncio.Task[None] | None = None
        try:
            client = await shared_client(self._settings.server_url)
            trunk = await branches.trunk_for(int(kwargs["session_id"])) if branches else None
            if trunk is not None:
                await rollout.fork(trunk, labels)
            else:
                opening = self._open(client, row, kwargs, labels)
                rollout.episode = await rollout.spent.on_environment(opening)
            assert rollout.episode is not None
            heartbeats = asyncio.create_task(send_heartbeats(client, rollout.episode))
            if trunk is None:
                await rollout.spent.on_tokens(self._write_opening, rollout)
            turns = await self._play(rollout, sampling_params, kwargs)
            if branches is not None and leads:
                branches.set_trunk(rollout.make_trunk(branches.uid))
            return await self._trained(client, rollout, turns, sampling_params, row, kwargs)
        except BaseException as error:
            # The other rollouts of the group must not wait for one that was cancelled or failed.
            if branches is not None and leads:
                branches.set_trunk(None)
            if rollout.episode is not None:
                await rollout.episode.leave(error)
            raise
        finally:
            if heartbeats is not None:
                heartbeats.cancel()

    async def _open(
        self,
        client: aio.AsyncClient,
        row: Mapping[str, Any],
        kwargs: Mapping[str, Any],
        labels: Mapping[str, str],
    ) -> aio.AsyncEpisode:
        return await client.open(
            row["env"],
            **{name: row.get(name) for name in TASK_MEMBERS},
            labels=labels,
            # The server puts forks in no group, so their first rollout joins none either.
            group=None if self._forks(row) else self._group(row, kwargs),
            dialect=self._dialect,
        )

    def _forks(self, row: Mapping[str, Any]) -> bool:
        return self._settings.branch != "none" and not is_validation(row)

    def _branches(self, row: Mapping[str, Any], kwargs: Mapping[str, Any]) -> Branches | None:
        if not self._forks(row):
            return None
        return plan_branches(str(kwargs["uid"]), int(self.rollout_config.n))

    def _labels(self, row: Mapping[str, Any], kwargs: Mapping[str, Any]) -> dict[str, str]:
        step = kwargs.get("global_steps", 0)
        return self._settings.labels_at(step, row, is_validation=is_validation(row))

    def _group(self, row: Mapping[str, Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        rollout = self.rollout_config
        size = int(rollout.val_kwargs.n if is_validation(row) else rollout.n)
        index = int(kwargs["session_id"])
        return self._settings.group(
            id=str(kwargs["uid"]),
            index=index,
            size=max(size, index + 1),
            mode=self._mode(row),
            generation=generation_of_trainer(),
            is_validation=is_validation(row),
        )

    def _mode(self, row: Mapping[str, Any]) -> str:
        """Whether later rollouts of the row's group see critiques of earlier ones."""
        return str(row.get("mode", self._settings.mode))

    def _write_opening(self, rollout: Rollout) -> None:
        episode = rollout.episode
        assert episode is not None
        model = (self._template_options, self._dialect, self._checkpoint)
        template = Template(self.tokenizer, episode.tools, *model)
        max_tokens = int(self.rollout_config.prompt_length)
        trains_clean = self._settings.train_prompt == "clean"
        rollout.write_opening(template, max_tokens, trains_clean=trains_clean)

    async def _play(
        self, rollout: Rollout, sampling_params: Mapping[str, Any], kwargs: Mapping[str, Any]
    ) -> list[Any]:
        """Plays to the end of the episode. Returns what verl generated for each turn."""
        assert rollout.episode is not None
        request = uuid.uuid4().hex
        turns: list[Any] = []
        while rollout.account is None and not rollout.episode.done:
            output = await rollout.spent.on_model(
                self.server_manager.generate(
                    request_id=request,
                    prompt_ids=rollout.stream.model_input(rollout.prompt_ids),
                    sampling_params=_stopping(
                        rollout, sampling_params, max_tokens=rollout.stream.remaining
                    ),
                )
            )
            turns.append(output)
            await rollout.submit(
                output.token_ids,
                output.log_probs,
                thoughts=self._settings.thoughts,
                model_version=weights_step(output.extra_fields, kwargs),
            )
        if rollout.account is None:
            await rollout.close()
        return turns

    async def _trained(
        self,
        client: aio.AsyncClient,
        rollout: Rollout,
        turns: Sequence[Any],
        sampling_params: Mapping[str, Any],
        row: Mapping[str, Any],
        kwargs: Mapping[str, Any],
    ) -> Outputs:
        """What verl trains: an output for each segment of the rollout."""
        episode, account, stream = rollout.episode, rollout.account, rollout.stream
        assert episode is not None and account is not None
        sampled = stream.sampled
        has_failed = account["metrics"].get("success") != 1
        if self._critique == "policy" and has_failed and self._mode(row) == "feedback":
            sampled += await self._post_critique(client, rollout, sampling_params)
        names = await metric_names(client, self._settings.server_url, episode.env)
        shared_fields = {
            **step_tags([dict(turn.extra_fields or {}) for turn in turns], kwargs),
            "reward_extra_info": episode_info(names, account, rollout.shown),
            "episode_id": episode.id,
            "seconds": rollout.spent.seconds,
            "turn_rewards": rollout.turn_rewards,
            "turn_scores": [],
            "tool_rewards": [],
        }
        reward = self._settings.reward(account, stream.of_model, is_validation=is_validation(row))
        self._settings.prepare_loss(rollout)
        # verl's servers compute log-probabilities only if rollout.calculate_log_probs is set. In
        # their place, zeros would mean that each token was sampled with probability 1.
        has_log_probs = all(len(turn.log_probs or ()) == len(turn.token_ids) for turn in turns)
        outputs = [
            AgentLoopOutput(
                prompt_ids=segment.prompt(rollout.trained_prompt_ids),
                response_ids=segment.ids,
                response_mask=segment.mask,
                response_logprobs=segment.log_probs if has_log_probs else None,
                reward_score=reward,
                num_turns=sum(m["role"] != "system" for m in episode.messages),
                # verl adds these up over outputs, so only the first output has them.
                metrics=AgentLoopMetrics(
                    num_preempted=max(
                        (
                            -1 if each.num_preempted is None else each.num_preempted
                            for each in turns
                        ),
                        default=-1,
                    ),
                    generate_sequences=rollout.spent.model if number == 0 else 0.0,
                    tool_calls=rollout.spent.environment if number == 0 else 0.0,
                ),
                extra_fields={
                    **shared_fields,
                    "sampled_tokens": sampled if number == 0 else 0,
                    "answers": [list(answer) for answer in segment.answers],
                },
            )
            for number, segment in enumerate(stream.segments())
        ]
        return outputs[0] if len(outputs) == 1 else outputs

    async def _post_critique(
        self, client: aio.AsyncClient, rollout: Rollout, sampling_params: Mapping[str, Any]
    ) -> int:
        """Asks the model for a critique and posts it. Returns its tokens, which are not trained."""
        episode, template, stream = rollout.episode, rollout.template, rollout.stream
        assert episode is not None and template is not None
        sampled = 0
        try:
            question = await rollout.spent.on_tokens(template.reply, stream.ids, [ASK_FOR_CRITIQUE])
            output = await self.server_manager.generate(
                request_id=uuid.uuid4().hex,
                prompt_ids=stream.model_input(rollout.prompt_ids) + question,
                sampling_params=_stopping(
                    rollout, sampling_params, max_tokens=self._critique_tokens
                ),
            )
            sampled = len(output.token_ids)
            answer = await rollout.spent.on_tokens(template.text, output.token_ids)
            text = critique_in(answer)
            if text:
                await client.call("group.critique", episode_id=episode.id, text=text)
        except Exception as error:  # noqa: BLE001 - the rollout counts without its critique
            logger.warning("the critique of %s could not be posted: %s", episode.id, error)
        return sampled


def is_validation(row: Mapping[str, Any]) -> bool:
    """Whether the row belongs to validation."""
    return row.get("purpose") == "validation"


def _stopping(
    rollout: Rollout, sampling_params: Mapping[str, Any], *, max_tokens: int
) -> dict[str, Any]:
    """The parameters of sampling, with the tokens that end a turn."""
    assert rollout.template is not None
    stops = {*rollout.template.stops, *(sampling_params.get("stop_token_ids") or ())}
    return {**sampling_params, "stop_token_ids": sorted(stops), "max_tokens": max_tokens}


async def _pause(seconds: float) -> None:
    await asyncio.sleep(seconds)

"""An agent loop for verl: every rollout is an episode on a Backchannel server.

It needs verl 0.9 or later with the v1 trainer, unchanged. Register it in the YAML file that
`backchannel train --engine verl` writes (`agent_loop_config_path`). Do not also use `@register`:
importing the module would then lose the file's settings.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Mapping
from typing import Any, TypeAlias

from verl.experimental.agent_loop.agent_loop import (
    AgentLoopBase,
    AgentLoopMetrics,
    AgentLoopOutput,
)

from . import aio
from .attempts import fit_opening
from .baselines import BASELINES
from .branches import Trunk, check_branch, make_trunk
from .checks import check
from .clean_loss import check_weights
from .close_episodes import VALIDATION
from .dialects import find_dialect
from .ends import configs_in
from .errors import BackchannelError
from .shaping import RewardRule
from .stream import Stream
from .thinking import arguments_for
from .thoughts import check_policy
from .tokenizer_thread import Spent
from .tokens import Template
from .verl_branches import Branches, plan_branches
from .verl_client import may_return, metric_names, shared_client
from .verl_heartbeat import send_heartbeats
from .verl_rows import (
    ASK_FOR_CRITIQUE,
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

    :param server_url: the server's address, seen from the workers
    :param run: name of the run; group ids count within a run
    :param mode: `independent`, or `feedback`: prompts of later rollouts have critiques of earlier
        ones
    :param feedback: the schedule of `mode: feedback`, such as `{"waves": [1, 3], "show": "hint",
        "hint_steps": 200, "when": "all_failed"}`; docs/groups.md describes it and its defaults
    :param train_prompt: `guided` trains the prompt as sampled; `clean` trains the same answer under
        the prompt without earlier attempts, with the log-probabilities of sampling
    :param clean_weights: one of `clean_loss.WEIGHTS`; the same as that of the policy loss
    :param baseline: `group` keeps the reward; so does `clean`, which needs verl's estimator
        `backchannel_clean`; `per_condition` subtracts the running mean of the run's earlier rewards
        in the same condition
    :param critique: `server`, or `policy`: the model itself writes the critique of a failed rollout
    :param dialect: the form of the model's tool calls; by default found from its chat template
    :param branch: `none`, or `step`: the first rollout of a group is played, and the others fork it
        at a step drawn from the group's id; the shared steps are not trained
    :param reward_rule: arguments of `shaping.RewardRule`; by default the environment's reward
    :param overlong_filter: whether the loss excludes rollouts that were cut off
    :param thoughts: one of `thoughts.POLICIES`; all but `keep` may give several outputs per rollout
    """

    def __init__(
        self,
        *args: Any,
        server_url: str,
        run: str,
        mode: str = "independent",
        feedback: Mapping[str, Any] | None = None,
        train_prompt: str = "guided",
        clean_weights: str = "truncated",
        baseline: str = "group",
        critique: str = "server",
        critique_tokens: int = 256,
        dialect: str | None = None,
        branch: str = "none",
        labels: Mapping[str, str] | None = None,
        reward_rule: Mapping[str, Any] | None = None,
        overlong_filter: bool = False,
        thoughts: str = "keep",
        **kwargs: Any,
    ) -> None:
        kwargs.pop("name", None)
        super().__init__(*args, **kwargs)
        check("mode", mode, ("independent", "feedback"))
        check("train_prompt", train_prompt, ("guided", "clean"))
        check("baseline", baseline, BASELINES)
        check("critique", critique, ("server", "policy"))
        check_branch(branch, mode, thoughts)
        self._branch = branch
        self._reward_rule = RewardRule(**plain(reward_rule or {}))
        self._overlong_filter = overlong_filter
        self._url = server_url
        self._run = run
        self._mode = mode
        self._feedback = plain(feedback)
        self._train_prompt = train_prompt
        self._clean_weights = check_weights(clean_weights)
        self._baseline = baseline
        self._critique = critique
        self._critique_tokens = critique_tokens
        self._labels = plain(labels) or {}
        template_options = plain(self.apply_chat_template_kwargs)
        self._template_options = arguments_for(self.tokenizer, template_options)
        # Found before any episode opens: without the dialect, every tool call would fail.
        self._dialect = dialect or find_dialect(self.tokenizer, self._template_options)
        check_policy(thoughts, self._dialect)
        self._thoughts = thoughts
        self._checkpoint = configs_in(self.tokenizer.name_or_path)

    async def run(self, sampling_params: dict[str, Any], **kwargs: Any) -> Outputs:
        """Plays the row's task and returns tokens, mask, log-probabilities and reward."""
        row = parse_row(kwargs)
        while True:
            try:
                return await self._rollout(row, sampling_params, kwargs)
            except BackchannelError as error:
                # In training, verl takes another row instead. In validation, it would stop.
                if row.get("purpose") != "validation" or not may_return(self._url, error):
                    raise
                logger.warning("a rollout of the validation begins again: %s", error)
                await _pause(RETRY_SECONDS)

    async def _rollout(
        self, row: Mapping[str, Any], sampling_params: dict[str, Any], kwargs: Mapping[str, Any]
    ) -> Outputs:
        client = await shared_client(self._url)
        labels = {
            **self._labels,
            "run": self._run_name(row),
            "step": str(kwargs.get("global_steps", 0)),
            "batch": str(kwargs.get("global_steps", 0)),
            "split": str(row.get("split", "")),
        }
        branches = self._branches(row, kwargs)
        episode: aio.AsyncEpisode | None = None
        heartbeats: asyncio.Task[None] | None = None
        try:
            trunk: Trunk | None = None
            if branches is not None:
                trunk = await branches.trunk_for(int(kwargs["session_id"]))
            if trunk is not None:
                opening = trunk.episode.fork(trunk.step, labels=labels)
            else:
                opening = self._open(client, row, kwargs, labels)
            spent = Spent()
            episode = await spent.on_environment(opening)
            heartbeats = asyncio.create_task(send_heartbeats(client, episode))
            return await self._play(
                client, episode, sampling_params, kwargs, branches, trunk, spent
            )
        except BaseException as error:
            # The other rollouts of the group must not wait for one that was cancelled or failed.
            if branches is not None and int(kwargs["session_id"]) == 0:
                branches.set_trunk(None)
            if episode is not None:
                await episode.leave(error)
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
            split=row.get("split"),
            index=row.get("index"),
            task=row.get("task"),
            data_checksum=row.get("data_checksum"),
            settings=row.get("settings"),
            labels=labels,
            # The server puts forks in no group, so their first rollout joins none either.
            group=None if self._forks(row) else self._group(row, kwargs),
            dialect=self._dialect,
        )

    def _forks(self, row: Mapping[str, Any]) -> bool:
        return self._branch != "none" and row.get("purpose") != "validation"

    def _branches(self, row: Mapping[str, Any], kwargs: Mapping[str, Any]) -> Branches | None:
        if not self._forks(row):
            return None
        if kwargs.get("session_id") is None:
            raise ValueError("branch needs verl's v1 trainer: set trainer.use_v1=true")
        return plan_branches(str(kwargs["uid"]), int(self.rollout_config.n))

    def _run_name(self, row: Mapping[str, Any]) -> str:
        """The run's name. Validation has a run of its own, so that no baseline counts it."""
        return f"{self._run}{VALIDATION}" if row.get("purpose") == "validation" else self._run

    def _group(self, row: Mapping[str, Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        is_validation = row.get("purpose") == "validation"
        rollout = self.rollout_config
        size = int(rollout.val_kwargs.n if is_validation else rollout.n)
        index = kwargs.get("session_id")
        if index is None:
            # The older trainer numbers rows instead. The rows of a group are neighbours.
            index = int(kwargs.get("priority", 0)) % size
        group: dict[str, Any] = {
            "run": self._run_name(row),
            "id": str(kwargs["uid"]),
            "index": int(index),
            "size": max(size, int(index) + 1),
            "mode": row.get("mode", self._mode),
            "generation": generation_of_trainer(),
        }
        if group["mode"] == "feedback" and self._feedback:
            group["feedback"] = self._feedback
        return group

    async def _play(
        self,
        client: aio.AsyncClient,
        episode: aio.AsyncEpisode,
        sampling_params: dict[str, Any],
        kwargs: Mapping[str, Any],
        branches: Branches | None,
        trunk: Trunk | None,
        spent: Spent,
    ) -> Outputs:
        if trunk is not None:
            stream = trunk.stream.fork(trunk.step)
            prompt_ids, clean_ids, shown = trunk.prompt_ids, trunk.prompt_ids, 0
            template = trunk.template.fork(stream.model_input(prompt_ids))
        else:
            model = (self._template_options, self._dialect, self._checkpoint)
            template = Template(self.tokenizer, episode.tools, *model)
            fitted = await spent.on_tokens(self._opening, template, episode)
            prompt_ids, clean_ids, shown = fitted
            stream = Stream(max_tokens=int(self.rollout_config.response_length))
        request = uuid.uuid4().hex
        stops = {*template.stops, *(sampling_params.get("stop_token_ids") or ())}
        sampling_params = {**sampling_params, "stop_token_ids": sorted(stops)}
        preempted = -1
        versions: list[dict[str, Any]] = []
        turn_rewards: list[float] = []
        reason: str | None = None
        while not episode.done:
            output = await spent.on_model(
                self.server_manager.generate(
                    request_id=request,
                    prompt_ids=stream.model_input(prompt_ids),
                    sampling_params={**sampling_params, "max_tokens": stream.remaining},
                )
            )
            preempted = max(preempted, -1 if output.num_preempted is None else output.num_preempted)
            versions.append(dict(output.extra_fields or {}))
            token_ids = template.until_end(output.token_ids)
            was_cut = len(token_ids) >= stream.remaining and not template.is_ended(token_ids)
            stream.append_turn(token_ids, output.log_probs)
            turn_rewards += [0.0] * (stream.turns - len(turn_rewards))
            if was_cut or not token_ids:
                reason = "token_budget"
                break
            text = await spent.on_tokens(template.text, token_ids)
            version = weights_step(output.extra_fields, kwargs)
            step = await spent.on_environment(episode.step(text, model_version=version))
            turn_rewards[-1] = step.reward
            if step.done:
                break
            await spent.on_tokens(stream.hide_thoughts, self._thoughts, template)
            if not stream.append_observation(
                await spent.on_tokens(template.reply, token_ids, step.messages)
            ):
                reason = "token_budget"
                break
        account = await spent.on_environment(episode.close(reason))
        if branches is not None and int(kwargs["session_id"]) == 0:
            branches.set_trunk(make_trunk(branches.uid, episode, template, prompt_ids, stream))
        critique_tokens = 0
        if self._critique == "policy" and account["metrics"].get("success") != 1:
            critique_tokens = await self._post_critique(
                client, episode, template, sampling_params, prompt_ids, stream, spent
            )
        info = episode_info(await metric_names(client, self._url, episode.env), account, shown)
        if parse_row(kwargs).get("purpose") == "validation":
            reward = RewardRule().of(account, stream.trained)
        else:
            reward = self._reward_rule.less_baseline(account, stream.trained, self._baseline)
        trains_clean = self._train_prompt == "clean" and shown > 0
        is_left_out = self._overlong_filter and reason == "token_budget"
        if trains_clean and self._clean_weights == "luffy":
            stream.zero_log_probs()
        outputs = [
            AgentLoopOutput(
                prompt_ids=segment.prompt(clean_ids if trains_clean else prompt_ids),
                response_ids=segment.ids,
                response_mask=[0] * len(segment.mask) if is_left_out else segment.mask,
                response_logprobs=segment.log_probs,
                reward_score=reward,
                num_turns=sum(m["role"] != "system" for m in episode.messages),
                # verl adds these up over outputs, so only the first output has them.
                metrics=AgentLoopMetrics(
                    num_preempted=preempted,
                    generate_sequences=spent.model if number == 0 else 0.0,
                    tool_calls=spent.environment if number == 0 else 0.0,
                ),
                extra_fields={
                    **step_tags(versions, kwargs),
                    "reward_extra_info": info,
                    "episode_id": episode.id,
                    "sampled_tokens": stream.sampled + critique_tokens if number == 0 else 0,
                    "seconds": spent.seconds,
                    "turn_rewards": turn_rewards,
                    "answers": [list(answer) for answer in segment.answers],
                    "turn_scores": [],
                    "tool_rewards": [],
                },
            )
            for number, segment in enumerate(stream.segments())
        ]
        return outputs[0] if len(outputs) == 1 else outputs

    def _opening(
        self, template: Template, episode: aio.AsyncEpisode
    ) -> tuple[list[int], list[int], int]:
        """`fit_opening` for the episode. Raises `ValueError` if the clean prompt is too long."""
        max_tokens = int(self.rollout_config.prompt_length)
        attempts = episode.opened.get("attempts") or []
        prompt_ids, clean_ids, attempts_shown = fit_opening(
            template, episode.messages, attempts, max_tokens
        )
        if len(prompt_ids) > max_tokens:
            raise ValueError(
                f"the opening of task {episode.task.get('id')} has {len(clean_ids)} tokens, "
                f"data.max_prompt_length is {max_tokens}: raise it"
            )
        return prompt_ids, clean_ids, attempts_shown

    async def _post_critique(
        self,
        client: aio.AsyncClient,
        episode: aio.AsyncEpisode,
        template: Template,
        sampling_params: Mapping[str, Any],
        prompt_ids: list[int],
        stream: Stream,
        spent: Spent,
    ) -> int:
        """Asks the model for a critique and posts it. Returns its tokens, which are not trained."""
        sampled = 0
        try:
            question = await spent.on_tokens(template.reply, stream.ids, [ASK_FOR_CRITIQUE])
            output = await self.server_manager.generate(
                request_id=uuid.uuid4().hex,
                prompt_ids=stream.model_input(prompt_ids) + question,
                sampling_params={**sampling_params, "max_tokens": self._critique_tokens},
            )
            sampled = len(output.token_ids)
            answer = await spent.on_tokens(template.text, output.token_ids)
            text = answer.split("</think>")[-1].strip()
            if text:
                await client.call("group.critique", episode_id=episode.id, text=text[:4000])
        except Exception as error:  # noqa: BLE001 - the rollout counts without its critique
            logger.warning("the critique of %s could not be posted: %s", episode.id, error)
        return sampled


async def _pause(seconds: float) -> None:
    await asyncio.sleep(seconds)

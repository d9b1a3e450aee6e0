"""The settings and the course of a rollout, for the loops of verl and of TRL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from . import aio
from .attempts import fit_opening
from .baselines import BASELINES
from .branches import Trunk, check_branch, make_trunk
from .checks import check
from .clean_loss import WEIGHTS
from .close_episodes import VALIDATION
from .errors import BackchannelError
from .shaping import RewardRule
from .stream import Stream
from .tokenizer_thread import Spent
from .tokens import Template

#: The end of an episode whose rollout has no room for more tokens.
TOKEN_BUDGET = "token_budget"

#: Of a task reference, what names the task to `AsyncClient.open`, besides the environment.
TASK_MEMBERS = ("split", "index", "task", "data_checksum", "settings")


@dataclass(frozen=True)
class RolloutSettings:
    """The settings that verl's and TRL's loops share.

    :param server_url: the server's address, seen from the workers
    :param run: name of the run; group ids count within a run
    :param mode: `independent`, or `feedback`: prompts of later rollouts have critiques of earlier
        ones
    :param feedback: the schedule of `mode: feedback`, such as `{"waves": [1, 3], "show": "hint",
        "hint_steps": 200, "when": "all_failed"}`; docs/groups.md describes it and its defaults
    :param train_prompt: `guided` trains the prompt as sampled; `clean` trains the same answer under
        the prompt without earlier attempts, with the log-probabilities of sampling
    :param clean_weights: one of `clean_loss.WEIGHTS`; the same as that of the loss
    :param baseline: `group` keeps the reward; `per_condition` subtracts the running mean of the
        run's earlier rewards in the same condition; `clean` keeps it too, and the trainer compares
        with clean rollouts
    :param dialect: the form of the model's tool calls; by default found from its chat template
    :param branch: `none`, or `step`: the first rollout of a group is played, and the others fork it
        at a step drawn from the group's id; the shared steps are not trained
    :param reward_rule: arguments of `shaping.RewardRule`; by default the environment's reward
    :param thoughts: one of `thoughts.POLICIES`; all but `keep` divide rollouts into segments
    :param overlong_filter: whether the loss excludes rollouts that were cut off
    """

    server_url: str
    run: str
    mode: str = "independent"
    feedback: Mapping[str, Any] | None = None
    train_prompt: str = "guided"
    clean_weights: str = "truncated"
    baseline: str = "group"
    dialect: str | None = None
    branch: str = "none"
    labels: Mapping[str, str] | None = None
    reward_rule: Mapping[str, Any] | None = None
    thoughts: str = "keep"
    overlong_filter: bool = False

    def __post_init__(self) -> None:
        check("mode", self.mode, ("independent", "feedback"))
        check("train_prompt", self.train_prompt, ("guided", "clean"))
        check("clean_weights", self.clean_weights, WEIGHTS)
        check("baseline", self.baseline, BASELINES)
        check_branch(self.branch, self.mode, self.thoughts)
        if self.shapes_rewards and self.baseline == "per_condition":
            raise ValueError(
                "baseline is per_condition, the mean of the environment's rewards, and reward_rule "
                "gives other rewards: leave one of them out"
            )

    @property
    def shapes_rewards(self) -> bool:
        """Whether the trained rewards differ from those of the environment."""
        return RewardRule(**(self.reward_rule or {})).shapes

    def run_name(self, *, is_validation: bool) -> str:
        """The run's name. Validation has a run of its own, so that no baseline counts it."""
        return f"{self.run}{VALIDATION}" if is_validation else self.run

    def labels_at(
        self, step: int, task: Mapping[str, Any], *, is_validation: bool
    ) -> dict[str, str]:
        """The labels of an episode on a task, played at a training step."""
        return {
            **(self.labels or {}),
            "run": self.run_name(is_validation=is_validation),
            "step": str(step),
            "batch": str(step),
            "split": str(task.get("split", "")),
        }

    def group(self, *, is_validation: bool, **member: Any) -> dict[str, Any]:
        """The group of an opening: `id`, `index`, `size`, `mode` and `generation` of a member."""
        group = {"run": self.run_name(is_validation=is_validation), **member}
        if group["mode"] == "feedback" and self.feedback:
            group["feedback"] = dict(self.feedback)
        return group

    def reward(self, account: Mapping[str, Any], sampled: int, *, is_validation: bool) -> float:
        """The reward to train. Validation always reports that of the environment.

        :param sampled: the number of the model's tokens; see `Stream.of_model`
        """
        if is_validation:
            return RewardRule().of(account, sampled)
        rule = RewardRule(**(self.reward_rule or {}))
        return rule.less_baseline(account, sampled, self.baseline)

    def prepare_loss(self, rollout: Rollout) -> None:
        """Changes masks and log-probabilities of a finished rollout as the loss requires."""
        stream = rollout.stream
        if self.overlong_filter and rollout.end_reason == TOKEN_BUDGET:
            stream.exclude_all()
        if self.train_prompt == "clean" and self.clean_weights == "luffy" and rollout.shown > 0:
            stream.zero_log_probs()


#: The names of these settings.
SETTINGS = tuple(each.name for each in fields(RolloutSettings))


@dataclass
class Rollout:
    """An episode that the model plays, with its tokens."""

    stream: Stream
    episode: aio.AsyncEpisode | None = None
    template: Template | None = None
    #: The prompt under which the model samples, and the one under which its answers are trained.
    prompt_ids: list[int] = field(default_factory=list)
    trained_prompt_ids: list[int] = field(default_factory=list)
    #: The number of earlier attempts in the prompt.
    shown: int = 0
    #: What closing the episode returned.
    account: dict[str, Any] | None = None
    #: Why this side ended the episode; None if it ended by itself.
    end_reason: str | None = None
    #: The reward of each turn. Their sum is that of the episode, without the turns before a fork.
    turn_rewards: list[float] = field(default_factory=list)
    #: The number of its first failed turn.
    failed_turn: int | None = None
    spent: Spent = field(default_factory=Spent)

    def write_opening(self, template: Template, max_tokens: int, *, trains_clean: bool) -> None:
        """Encodes the opening of the episode, with as many earlier attempts as fit.

        :raises ValueError: if the opening is too long even without attempts
        """
        assert self.episode is not None
        self.template = template
        attempts = self.episode.opened.get("attempts") or []
        self.prompt_ids, clean_ids, self.shown = fit_opening(
            template, self.episode.messages, attempts, max_tokens
        )
        self.trained_prompt_ids = clean_ids if trains_clean else self.prompt_ids
        if len(self.prompt_ids) > max_tokens:
            raise ValueError(
                f"the opening of task {self.episode.task.get('id')} has {len(self.prompt_ids)} "
                f"tokens, more than the {max_tokens} of a prompt: raise data.prompt_tokens_max "
                "in the run file"
            )

    async def fork(self, trunk: Trunk, labels: Mapping[str, str]) -> None:
        """Opens the episode as a fork of another rollout of its group."""
        self.stream = trunk.stream.fork(trunk.step)
        self.prompt_ids = self.trained_prompt_ids = trunk.prompt_ids
        self.template = trunk.template.fork(self.stream.model_input(trunk.prompt_ids))
        forking = trunk.episode.fork(trunk.step, labels=labels)
        self.episode = await self.spent.on_environment(forking)

    def make_trunk(self, name: str) -> Trunk | None:
        """What the others of the group fork, once this rollout has ended; see `make_trunk`."""
        assert self.episode is not None and self.template is not None
        return make_trunk(name, self.episode, self.template, self.prompt_ids, self.stream)

    async def submit(
        self,
        token_ids: Sequence[int],
        log_probs: Sequence[float] | None,
        *,
        thoughts: str,
        model_version: str | None,
    ) -> None:
        """Plays a turn of the model. The account is set if the episode or the budget ends with it."""
        episode, template, stream, spent = self.episode, self.template, self.stream, self.spent
        assert episode is not None and template is not None
        ids = template.until_end(token_ids)[: stream.remaining]
        was_cut = len(ids) == stream.remaining and not template.is_ended(ids)
        stream.append_turn(ids, log_probs)
        self.turn_rewards += [0.0] * (stream.turns - len(self.turn_rewards))
        if was_cut or not ids:
            await self.close(TOKEN_BUDGET)
            return
        text = await spent.on_tokens(template.text, ids)
        parts_before = episode.info.get("reward_parts", {})
        try:
            step = await spent.on_environment(episode.step(text, model_version=model_version))
        except BackchannelError as error:
            # A turn above the environment's limit ends the rollout, as one above our own does.
            if error.code != "action/too_large":
                raise
            await self.close(TOKEN_BUDGET)
            return
        self.turn_rewards[-1] = step.reward
        if self.failed_turn is None and is_failed_turn(step, parts_before):
            self.failed_turn = stream.turns - 1
        if step.done:
            await self.close()
            return
        await spent.on_tokens(stream.hide_thoughts, thoughts, template)
        if not stream.append_observation(await spent.on_tokens(template.reply, ids, step.messages)):
            await self.close(TOKEN_BUDGET)

    async def close(self, reason: str | None = None) -> None:
        """Closes the episode and stores its account."""
        assert self.episode is not None
        if self.template is not None and not self.stream.ids:
            # Trainers read the last token of every response.
            self.stream.append_untrained(self.template.missing_end([]))
        self.end_reason = reason
        score = self.episode.info.get("score", 0)
        self.account = await self.spent.on_environment(self.episode.close(reason))
        if self.turn_rewards:
            # Some parts count only once the episode is over. They belong to the turn that ended it.
            self.turn_rewards[-1] += float(self.account["reward"]) - float(score)
        if self.failed_turn is None and self.account["metrics"].get("success") != 1:
            # The last turn failed by ending the rollout without success.
            self.failed_turn = max(0, self.stream.turns - 1)


def is_failed_turn(step: aio.Step, before: Mapping[str, float]) -> bool:
    """Whether a turn was refused, lost points, or ended the episode without success.

    :param before: the parts of the reward before the turn
    """
    if step.done and step.info.get("metrics", {}).get("success") != 1:
        return True
    if any(event.get("kind") == "call_rejected" for event in step.events):
        return True
    parts = step.info.get("reward_parts", {})
    return any(points < min(0, before.get(name, 0)) for name, points in parts.items())

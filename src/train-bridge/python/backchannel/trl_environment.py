"""Environment classes for TRL's `environment_factory`: a server's tools as typed methods."""

from __future__ import annotations

import atexit
import contextlib
import inspect
import json
import logging
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from keyword import iskeyword
from typing import Any

from .aio import LEAVE_CALL_SECONDS
from .client import Client, Episode, connect
from .close_episodes import VALIDATION
from .errors import BackchannelError
from .trainer_options import TOKEN_VARIABLE, trainer_options

logger = logging.getLogger(__name__)

_TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "object": dict,
}

OVER = "The episode is over."

#: Seconds that an environment waits for the server after another one has waited in vain.
TRY_SECONDS = 5.0


def environment_factory(
    server_url: str,
    env: str,
    *,
    run: str,
    mode: str = "independent",
    settings: Mapping[str, Any] | None = None,
    labels: Mapping[str, str] | None = None,
) -> Callable[[], Any]:
    """A factory for `GRPOTrainer(environment_factory=…)`, with the tools of an environment.

    The data are rows of `backchannel export --format prompts --prompt opening`: the opening is the
    prompt, and the column `reference` names the task. Use `final_reward` as the reward function: it
    submits the last answer, ends the episode and returns its reward.

    :raises ValueError: for `mode="feedback"`, which TRL's environments do not support
    """
    if mode != "independent":
        raise ValueError(
            "environment_factory cannot show feedback within a group: TRL resets all environments "
            "before it generates, so no rollout could see an earlier one. Use "
            "backchannel.trl.RolloutFunction."
        )
    client = connect(server_url, token=os.environ.get(TOKEN_VARIABLE), **trainer_options())
    tools = client.describe(env)["tools"]
    check_tools([tool["function"] for tool in tools])
    members: dict[str, Any] = {
        tool["function"]["name"]: _method(tool["function"]) for tool in tools
    }
    members["__doc__"] = f"Episodes of {env} on {server_url}."
    kind = type("BackchannelEnvironment", (_Environment,), members)
    environments: list[_Environment] = []
    outage = _Outage()
    usual = (dict(settings or {}), {**(labels or {}), "run": run})

    def make() -> _Environment:
        environments.append(kind(client, outage, env, *usual))
        return environments[-1]

    def abandon_all() -> None:
        for environment in environments:
            if not environment._abandon():
                return

    # TRL does not tell environments when training ends.
    atexit.register(abandon_all)
    return make


class _Outage:
    """Lets environments wait for an unreachable server together.

    TRL plays them one after another, so without this the waiting time of a batch would be that of
    one environment times their number.
    """

    def __init__(self) -> None:
        #: The environments that lost their episodes since the server was last reached.
        self._losers: set[int] = set()

    def begin_episode(self, environment: _Environment) -> None:
        """In a new batch, the first environment waits for the whole time again."""
        if id(environment) in self._losers:
            self._losers.clear()

    def add(self, environment: _Environment) -> None:
        """Counts a lost episode."""
        self._losers.add(id(environment))

    def end(self) -> None:
        """The server has answered."""
        self._losers.clear()

    def limit(self, usual: float | None = None) -> float | None:
        """The time limit of a call in seconds."""
        return TRY_SECONDS if self._losers else usual


class _Environment:
    """Plays one episode after another, because TRL reuses instances."""

    def __init__(
        self,
        client: Client,
        outage: _Outage,
        env: str,
        settings: dict[str, Any],
        labels: dict[str, str],
    ) -> None:
        self._client = client
        self._outage = outage
        self._env = env
        self._settings = settings
        self._labels = labels
        self._episode: Episode | None = None
        self._account: dict[str, Any] | None = None
        #: The server became unreachable, so there is no reward.
        self._is_lost = False

    def reset(self, **row: Any) -> str | None:
        """Opens the episode of a row. It returns None, because the row's prompt is the opening."""
        self._outage.begin_episode(self)
        self._abandon()
        reference = row.get("reference")
        if reference is None:
            raise ValueError(
                "the row has no column reference: write the data with "
                '"backchannel export --format prompts --prompt opening"'
            )
        task = json.loads(reference) if isinstance(reference, str) else dict(reference)
        self._account = self._episode = None
        self._is_lost = False
        try:
            self._episode = self._client.open(
                task.get("env", self._env),
                split=task.get("split"),
                index=task.get("index"),
                task=task.get("task"),
                data_checksum=task.get("data_checksum"),
                settings=task.get("settings") or self._settings or None,
                labels=self._task_labels(task),
                timeout=self._outage.limit(),
            )
            self._outage.end()
        except BackchannelError as error:
            # Raising would end the training, though the server may be back for the next batch.
            if not error.is_infrastructure:
                raise
            self._lose(error)
        return None

    def _task_labels(self, task: Mapping[str, Any]) -> dict[str, str]:
        """The labels of a task. Validation has a run of its own."""
        if task.get("purpose") != "validation":
            return self._labels
        return {**self._labels, "run": f"{self._labels['run']}{VALIDATION}"}

    def _abandon(self) -> bool:
        """Closes an episode whose reward TRL has not requested. Returns False if that failed."""
        if self._episode is None or self._account is not None:
            return True
        timeout = self._outage.limit(LEAVE_CALL_SECONDS)
        with contextlib.suppress(BackchannelError):
            self._account = self._episode.close("abandoned", timeout=timeout)
        return self._account is not None

    def _lose(self, error: BackchannelError) -> None:
        self._is_lost = True
        if error.is_infrastructure:
            self._outage.add(self)
        name = "that was to be opened" if self._episode is None else self._episode.id
        logger.warning("episode %s is lost: %s", name, error)

    @property
    def _opened(self) -> Episode:
        if self._episode is None:
            raise RuntimeError("call reset() first: there is no episode yet")
        return self._episode

    def _use(self, tool: str, arguments: dict[str, Any]) -> str:
        if self._is_lost:
            return OVER
        episode = self._opened
        if episode.done:
            return OVER
        try:
            step = episode.step(episode.tool_turn(tool, arguments), self._outage.limit())
            self._outage.end()
        except BackchannelError as error:
            # TRL would show an exception to the model, and train on its answer to that.
            self._lose(error)
            return OVER
        return "\n".join(str(message["content"]) for message in step.messages) or OVER

    def _finish(self, answer: str) -> float | None:
        """Submits the last answer if the episode is open, and returns the reward; None if lost."""
        if self._is_lost:
            return None
        episode = self._opened
        try:
            if self._account is None:
                if not episode.done and answer.strip():
                    episode.step({"content": answer}, self._outage.limit())
                self._account = episode.close(timeout=self._outage.limit())
                self._outage.end()
        except BackchannelError as error:
            self._lose(error)
            return None
        return float(self._account["reward"])


def check_tools(functions: Iterable[Mapping[str, Any]]) -> None:
    """Checks that Python methods can have the names of the tools and their arguments.

    :raises ValueError: for a name that they cannot have
    """
    for function in functions:
        name = function["name"]
        arguments = function["parameters"].get("properties", {})
        invalid = [
            identifier
            for identifier in (name, *arguments)
            if not identifier.isidentifier() or iskeyword(identifier)
        ]
        if hasattr(_Environment, name) or name == "get_reward":
            invalid.append(name)
        if "self" in arguments:
            invalid.append("self")
        if invalid:
            raise ValueError(
                f"{invalid[0]!r} of the tool {name!r} cannot name a method or an argument for "
                "TRL: use backchannel.trl.RolloutFunction (play: rollout)"
            )


def final_reward(
    completions: Sequence[Any],
    environments: Sequence[Any],
    log_metric: Callable[[str, float], None] | None = None,
    **_: Any,
) -> list[float | None]:
    """The reward function for `environment_factory`: the rewards of the rollouts' episodes.

    TRL's loss excludes rollouts without a reward. This also logs success, turns and the share of
    lost rollouts.
    """
    rewards = [
        environment._finish(_last_answer(completion))
        for completion, environment in zip(completions, environments, strict=True)
    ]
    if log_metric is not None:
        metrics = [each._account["metrics"] for each in environments if each._account]
        for name in ("success", "turns"):
            if metrics:
                log_metric(f"episode/{name}", sum(m[name] for m in metrics) / len(metrics))
        log_metric("episode/lost", sum(each is None for each in rewards) / max(1, len(rewards)))
    return rewards


def _last_answer(completion: Any) -> str:
    if isinstance(completion, str):
        return completion
    last = completion[-1] if completion else {}
    if last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    return str(last.get("content") or "")


def _method(function: Mapping[str, Any]) -> Callable[..., str]:
    """A method with a tool's signature and description, which TRL reads."""
    name = function["name"]
    properties: Mapping[str, Any] = function["parameters"].get("properties", {})
    required = set(function["parameters"].get("required", []))

    def method(self: _Environment, /, **arguments: Any) -> str:
        present = {key: value for key, value in arguments.items() if value is not None}
        return self._use(name, present)

    # Parameters without a default must come first.
    ordered = sorted(properties, key=lambda key: key not in required)
    keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("self", keyword)]
    annotations: dict[str, Any] = {"return": str}
    lines = [function.get("description", name), "", "Args:"]
    for key in ordered:
        annotation = _annotation(properties[key])
        optional = key not in required
        annotations[key] = annotation | None if optional else annotation
        default = None if optional else inspect.Parameter.empty
        parameters.append(
            inspect.Parameter(key, keyword, default=default, annotation=annotations[key])
        )
        lines.append(f"    {key}: {properties[key].get('description', key)}")
    method.__name__ = name
    method.__doc__ = "\n".join([*lines, "", "Returns:", "    What the world answers."])
    method.__annotations__ = annotations
    method.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        parameters, return_annotation=str
    )
    return method


def _annotation(schema: Mapping[str, Any]) -> Any:
    kind = schema.get("type")
    if kind is None and "anyOf" in schema:
        kinds = [option for option in schema["anyOf"] if option.get("type") != "null"]
        return _annotation(kinds[0]) if kinds else str
    if kind == "array":
        return list[_annotation(schema.get("items", {}))]  # type: ignore[misc]
    return _TYPES.get(str(kind), str)

"""Provides a server's environments as Inspect tasks, for any model that Inspect supports.

inspect eval backchannel/phone_call --model openai/gpt-5 -T server=http://127.0.0.1:8000
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from anyio import CancelScope
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import transcript
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
    Model,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolInfo, ToolParams
from inspect_ai.util import LimitExceededError

from .aio import AsyncEpisode, Step
from .aio import connect as connect_async
from .client import connect
from .thinking import both_arguments
from .turns import Message

SERVER = "http://127.0.0.1:8000"
#: The key in a sample's store for the end of its episode.
RESULT = "backchannel"
#: How long the end of an episode that a limit stopped may take.
CLOSE_SECONDS = 30.0


def environment_task(
    env: str,
    server: str = SERVER,
    *,
    split: str = "val",
    tasks: int | None = None,
    token: str | None = None,
    settings: Mapping[str, Any] | None = None,
    thinking: bool | None = None,
) -> Task:
    """The tasks of a split of any environment.

    :param tasks: the number of tasks, from the first; required for an unlimited split
    :param thinking: whether the chat template lets the model think; by default the model's server
        decides. The log has it in its metadata
    """
    with connect(server, token=token) as client:
        counts = {entry["name"]: entry["count"] for entry in client.describe(env)["splits"]}
    if split not in counts:
        raise ValueError(f"{env} has no split {split!r}; it has {', '.join(counts) or 'none'}")
    size = counts[split]
    if size is None and tasks is None:
        raise ValueError(f"{split} is unlimited: give the number of tasks with tasks=…")
    number = min(count for count in (size, tasks) if count is not None)
    samples = [
        Sample(id=f"{split}-{index}", input=f"{env} {split} {index}", metadata={"index": index})
        for index in range(number)
    ]
    return Task(
        name=env,
        dataset=MemoryDataset(samples, name=f"{env} {split}"),
        solver=player(env, server, split=split, token=token, settings=settings, thinking=thinking),
        scorer=reward(),
        metadata={"thinking": thinking},
    )


@solver
def player(
    env: str,
    server: str = SERVER,
    *,
    split: str = "val",
    token: str | None = None,
    settings: Mapping[str, Any] | None = None,
    thinking: bool | None = None,
) -> Solver:
    """A solver: the evaluated model plays the episode of a sample."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        client = await connect_async(server, token=token)
        try:
            episode = await client.open(
                env, split=split, index=state.metadata["index"], settings=settings
            )
            try:
                await play(episode, state, get_model(), thinking)
            except (LimitExceededError, asyncio.CancelledError):
                # A time limit cancels all that the sample awaits.
                with CancelScope(shield=True):
                    state.store.set(RESULT, await episode_result(episode))
                raise
            except Exception as error:
                await episode.leave(error)
                raise
            state.store.set(RESULT, await episode_result(episode))
        finally:
            with CancelScope(shield=True):
                await client.close()
        return state

    return solve


async def episode_result(episode: AsyncEpisode) -> dict[str, Any]:
    """The result of an episode. Closes it if a limit of the evaluation stopped the play."""
    if episode.done:
        return {"episode_id": episode.id} | episode.info
    account = await episode.close("turn_budget", timeout=CLOSE_SECONDS)
    return {"episode_id": episode.id, "score": account["reward"]} | account


async def play(
    episode: AsyncEpisode, state: TaskState, model: Model, thinking: bool | None = None
) -> None:
    """Plays the episode to its end. The sample's transcript records each step."""
    config = mode_config(model, thinking)
    tools = [tool_info(tool["function"]) for tool in episode.tools]
    state.messages = [to_chat_message(message) for message in episode.messages]
    transcript().info({"episode_id": episode.id, "task": episode.task}, source=RESULT)
    while not episode.done and not state.completed:
        state.output = await model.generate(state.messages, tools=tools, config=config)
        state.messages.append(state.output.message)
        step = await episode.step(action_of(state.output.message))
        record(step)
        state.messages.extend(to_chat_message(message) for message in step.messages)


def mode_config(model: Model, thinking: bool | None) -> GenerateConfig:
    """The configuration with which the model's server renders the thinking mode."""
    if thinking is None:
        return GenerateConfig()
    body = model.config.extra_body or {}
    arguments = {**body.get("chat_template_kwargs", {}), **both_arguments(thinking)}
    return GenerateConfig(extra_body={**body, "chat_template_kwargs": arguments})


def record(step: Step) -> None:
    """Records the reward of a step in the transcript, which the model never sees."""
    transcript().info({"reward": step.reward, **step.info}, source=RESULT)


@scorer(metrics={"*": [mean(), stderr()]})
def reward() -> Scorer:
    """The reward of the episode, and its metrics."""

    async def score(state: TaskState, target: Target) -> Score:
        result = state.store.get(RESULT, {})
        metrics = result.get("metrics") or {}
        value = {"reward": result.get("score", 0), **metrics}
        reason = result.get("end_reason")
        return Score(value=value, explanation=f"{result.get('episode_id')}: {reason}")

    return score


def tool_info(function: Mapping[str, Any]) -> ToolInfo:
    """A tool in Inspect's form, which requires a description for every parameter."""
    parameters = ToolParams.model_validate(
        {key: function["parameters"].get(key, {}) for key in ("properties",)}
        | {"required": function["parameters"].get("required", [])}
    )
    for name, parameter in parameters.properties.items():
        parameter.description = parameter.description or name
    return ToolInfo(
        name=function["name"], description=function["description"], parameters=parameters
    )


def action_of(message: ChatMessageAssistant) -> dict[str, Any]:
    """The action of a model's turn. Arguments that Inspect could not parse stay invalid JSON."""
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {
                "name": call.function,
                "arguments": call.arguments if call.parse_error is None else "{",
            },
        }
        for call in message.tool_calls or []
    ]
    return {"content": message.text} | ({"tool_calls": calls} if calls else {})


def to_chat_message(message: Message) -> ChatMessage:
    """Converts a message of an episode to one of Inspect."""
    content = message["content"]
    if message["role"] == "system":
        return ChatMessageSystem(content=content)
    if message["role"] == "tool":
        return ChatMessageTool(
            content=content,
            tool_call_id=message.get("tool_call_id"),
            function=message.get("name"),
        )
    if message["role"] == "assistant":
        return ChatMessageAssistant(content=content)
    return ChatMessageUser(content=content)


@task
def environment(
    env: str,
    server: str = SERVER,
    split: str = "val",
    tasks: int | None = None,
    token: str | None = None,
    thinking: bool | None = None,
) -> Task:
    """Tasks of any environment, by its id."""
    return environment_task(env, server, split=split, tasks=tasks, token=token, thinking=thinking)


@task
def phone_call(
    server: str = SERVER,
    split: str = "val",
    tasks: int | None = None,
    token: str | None = None,
    thinking: bool | None = None,
) -> Task:
    """The phone world as a task of Inspect."""
    return environment_task(
        "phone-call-v2", server, split=split, tasks=tasks, token=token, thinking=thinking
    )


@task
def math_feedback(
    server: str = SERVER,
    split: str = "val",
    tasks: int | None = None,
    token: str | None = None,
    thinking: bool | None = None,
) -> Task:
    """The math world as a task of Inspect."""
    return environment_task(
        "math-feedback-v1", server, split=split, tasks=tasks, token=token, thinking=thinking
    )


@task
def q_code(
    server: str = SERVER,
    split: str = "val",
    tasks: int | None = None,
    token: str | None = None,
    thinking: bool | None = None,
) -> Task:
    """The q world as a task of Inspect."""
    return environment_task(
        "q-code-v1", server, split=split, tasks=tasks, token=token, thinking=thinking
    )

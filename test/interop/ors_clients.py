"""The unmodified package of the Open Reward Standard plays every environment."""

import os

from report import ENVIRONMENTS, TOKEN, URL, check, expect

os.environ |= {"OPENREWARD_SESSION_URL": URL, "OPENREWARD_API_URL": URL}

from openreward import OpenReward
from openreward.api.errors import ToolCallError

client = OpenReward(api_key=TOKEN or "")
TURNS_MAX = 60


def lists(env: str) -> None:
    there = client.environments.get("backchannel", variant=env)
    split = there.list_splits()[0]
    count = there.num_tasks(split)
    expect(count > 0, "a number of tasks")
    first = there.get_task(split, 0)
    expect(first.environment_name == env, "the task is of the environment")
    expect([t.task_spec for t in there.get_task_range(split, 0, 1)] == [first.task_spec], "a range")
    expect(there.list_tools(format="openai"), "tools as OpenAI has them")


def plays(env: str, **task) -> None:
    with client.environments.get(env).session(**task) as session:
        expect(session.get_prompt()[0].text, "a prompt")
        expect(session.get_messages(format="openai")[-1]["role"] == "user", "a conversation")
        tool = session.list_tools()[0]
        given = {name: "1" for name in tool.input_schema.get("required", [])}
        total = 0.0
        for _ in range(TURNS_MAX):
            result = session.call_tool(tool.name, given)
            expect(result.blocks and result.blocks[0].text, "the tool answers")
            total += result.reward
            if result.finished:
                break
            if session.is_assistant_message_final():
                # The math world asks once more for an answer where a message states none.
                result = session.call_terminal_tool("I do not know.")
                total += result.reward
                if result.finished:
                    break
        expect(result.finished, "the episode ends")
        expect(abs(total - result.metadata["score"]) < 1e-6, "rewards add up to the score")
        expect(result.metadata["metrics"], "the end has its metrics")
        try:
            session.call_tool(tool.name, given)
        except ToolCallError as error:
            expect(error.reason == "episode_finished", f"an end is an end: {error}")
        else:
            raise AssertionError("a call after the end was played")


def by_task(env: str) -> None:
    there = client.environments.get("backchannel", variant=env)
    with there.session(task=there.get_task("train", 1)) as session:
        expect(session.get_prompt()[0].text, "a prompt")


for env in ENVIRONMENTS:
    check("openreward", env, "lists tasks and tools", lambda: lists(env))
    check("openreward", env, "plays to the end", lambda: plays(env, split="train", index=0))
    check("openreward", env, "opens a listed task", lambda: by_task(env))
client.environments.close()

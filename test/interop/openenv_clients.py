"""The unmodified clients of OpenEnv play every environment."""

import asyncio
import uuid

import httpx
from openenv.core.env_server.mcp_types import CallToolAction
from openenv.core.generic_client import GenericEnvClient
from openenv.core.mcp_client import MCPToolClient
from openenv import AutoEnv

from report import ENVIRONMENTS, HEADERS, TOKEN, URL, check, expect

TURNS_MAX = 60
FIRST = {"split": "train", "index": 0}


def base(env: str) -> str:
    return f"{URL}/openenv/{env}"


def plays(env: str) -> None:
    with GenericEnvClient(base_url=base(env), headers=HEADERS).sync() as client:
        opened = client.reset(**FIRST)
        expect(opened.observation["text"], "the opening shows the task")
        expect(opened.metadata["episode_id"].startswith("ep_"), "metadata names the episode")
        expect(opened.metadata["resume_key"], "metadata has the resume key")
        total, result = 0.0, opened
        for _ in range(TURNS_MAX):
            if result.done:
                break
            result = client.step({"message": "I do not know."})
            expect(isinstance(result.reward, (int, float)), "a step has a reward")
            total += result.reward
        expect(result.done, "the episode ends")
        meta = result.metadata
        expect(meta["terminated"] != meta["truncated"], "terminated or truncated")
        expect(meta["metrics"] and meta["end_reason"], "the end has its metrics and reason")
        expect(abs(total - meta["score"]) < 1e-6, "rewards add up to the score")
        expect(client.state()["step_count"] == meta["seq"], "state counts the steps")


def named_by_client(env: str) -> None:
    name = f"mine-{uuid.uuid4()}"
    with GenericEnvClient(base_url=base(env), headers=HEADERS).sync() as client:
        client.reset(seed=7, episode_id=name)
        expect(client.state() ["episode_id"] == name, "state has the client's id")
        expect(client.state()["step_count"] == 0, "no step yet")


def refuses_step_first(env: str) -> None:
    with GenericEnvClient(base_url=base(env), headers=HEADERS).sync() as client:
        try:
            client.step({"message": "hello"})
        except RuntimeError as error:
            expect("SESSION_ERROR" in str(error), str(error))
            return
        raise AssertionError("a step before reset was played")


async def drop_and_return(env: str) -> None:
    """A socket that is cut finds its episode, by the session in its base URL."""
    url = f"{base(env)}/sessions/{uuid.uuid4()}"
    async with GenericEnvClient(base_url=url, headers=HEADERS) as client:
        opened = await client.reset(**FIRST)
        await client._ws.close()  # noqa: SLF001 - what a broken network does
        result = await client.step({"message": "I do not know."})
        expect(result.metadata["episode_id"] == opened.metadata["episode_id"], "the same episode")
        expect(result.metadata["seq"] == 1, "its first step")


def by_http(env: str) -> None:
    headers = {**HEADERS, "X-Session-ID": str(uuid.uuid4())}
    with httpx.Client(base_url=base(env) + "/", headers=headers, timeout=30) as http:
        opened = http.post("reset", json={"split": "train", "index": 0}).json()
        stepped = http.post("step", json={"action": {"message": "I do not know."}}).json()
        expect(stepped["metadata"]["seq"] == 1, f"a step: {stepped}")
        state = http.get("state").json()
        expect(state["step_count"] == 1, f"state: {state}")
        expect(state["episode_id"] == opened["metadata"]["episode_id"], "the same episode")


async def by_tools(env: str) -> None:
    async with MCPToolClient(base_url=base(env), headers=HEADERS) as client:
        await client.reset(**FIRST)
        tools = await client.list_tools()
        if not tools:
            return
        arguments = {name: "1" for name in tools[0].input_schema.get("required", [])}
        result = await client.step(CallToolAction(tool_name=tools[0].name, arguments=arguments))
        expect(result.observation.result, "the tool answers")
        expect(result.reward is not None and not isinstance(result.reward, bool), "a reward")


def automatic(env: str) -> None:
    made = AutoEnv.from_env(env, base_url=base(env), skip_install=True)
    with made.sync() as client:
        expect(client.reset(**FIRST).observation["text"], "the opening shows the task")


for env in ENVIRONMENTS:
    if TOKEN is None:
        check("AutoEnv", env, "finds its environment", lambda: automatic(env))
    check("GenericEnvClient", env, "plays to the end", lambda: plays(env))
    check("GenericEnvClient", env, "names its episode", lambda: named_by_client(env))
    check("GenericEnvClient", env, "step before reset refused", lambda: refuses_step_first(env))
    check("GenericEnvClient", env, "dropped socket", lambda: asyncio.run(drop_and_return(env)))
    check("HTTP", env, "reset, step, state", lambda: by_http(env))
    check("MCPToolClient", env, "lists and calls tools", lambda: asyncio.run(by_tools(env)))

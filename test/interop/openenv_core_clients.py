"""The clients of openenv-core, which OpenEnv was called up to 0.3, play every environment."""

import asyncio

from openenv.core.env_server.mcp_types import CallToolAction
from openenv.core.generic_client import GenericEnvClient
from openenv.core.mcp_client import MCPToolClient

from report import ENVIRONMENTS, URL, check, expect

CLIENT = "openenv-core 0.3.0"
TURNS_MAX = 60
# What stands beside an observation reaches nobody there.
FIRST = {"split": "train", "index": 0, "metadata_in_observation": True}


def plays(env: str) -> None:
    with GenericEnvClient(base_url=f"{URL}/openenv/{env}").sync() as client:
        result = client.reset(**FIRST)
        expect(result.observation["metadata"]["episode_id"], "the opening names the episode")
        for _ in range(TURNS_MAX):
            if result.done:
                break
            result = client.step({"message": "I do not know."})
        expect(result.done, "the episode ends")
        told = result.observation["metadata"]
        expect(told["metrics"] and told["end_reason"], "the end has its metrics and reason")
        expect(client.state()["step_count"] == told["seq"], "state counts the steps")


async def by_tools(env: str) -> None:
    async with MCPToolClient(base_url=f"{URL}/openenv/{env}") as client:
        await client.reset(**FIRST)
        tools = await client.list_tools()
        if not tools:
            return
        arguments = {name: "1" for name in tools[0].input_schema.get("required", [])}
        result = await client.step(CallToolAction(tool_name=tools[0].name, arguments=arguments))
        expect(result.observation.result, "the tool answers")
        expect(result.observation.metadata["seq"] == 1, "the observation has its metadata")


for env in ENVIRONMENTS:
    check(CLIENT, env, "plays to the end", lambda: plays(env))
    check(CLIENT, env, "lists and calls tools", lambda: asyncio.run(by_tools(env)))

"""The official Python client of MCP, of either generation, plays every environment."""

import asyncio
from importlib.metadata import version
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

from report import ENVIRONMENTS, HEADERS, URL, check, expect

CLIENT = f"mcp {version('mcp')} (Python)"
ROOT = Path(__file__).parents[2]
TURNS_MAX = 60


def over_http():
    http = create_mcp_http_client(headers=HEADERS)
    return streamable_http_client(f"{URL}/mcp", http_client=http)


def over_pipes():
    command = ["bin/backchannel", "mcp", "--db", ":memory:", "--log-level", "error"]
    return stdio_client(StdioServerParameters(command="node", args=command, cwd=ROOT))


def read(result) -> dict:
    """A result by the names of the protocol, which each generation spells in its own way."""
    return result.model_dump(by_alias=True)


async def plays(env: str, way) -> None:
    async with way() as pipes:
        async with ClientSession(pipes[0], pipes[1]) as session:
            await session.initialize()
            names = [tool.name for tool in (await session.list_tools()).tools]
            expect("open_episode" in names and "say" in names, f"tools: {names}")
            opening = {"env": env, "index": 0}
            first = await session.call_tool("open_episode", opening)
            other = await session.call_tool("open_episode", opening)
            ids = [read(opened)["structuredContent"]["episode_id"] for opened in (first, other)]
            expect(ids[0] != ids[1], "two episodes in one session")
            prompt = await session.get_prompt("task", {"episode_id": ids[0]})
            expect(prompt.messages[0].content.text, "the task as a prompt")
            page = await session.read_resource(f"episode://{ids[0]}/task")
            expect(page.contents[0].text, "the task as a resource")
            for _ in range(TURNS_MAX):
                said = {"episode_id": ids[0], "content": "I do not know."}
                result = read(await session.call_tool("say", said))["structuredContent"]
                expect(isinstance(result["reward"], (int, float)), "a reward")
                if result["terminated"] or result["truncated"]:
                    break
            expect("metrics" in result["info"], "the end has its metrics")
            late = read(await session.call_tool("say", said))
            expect(late["isError"], "an end is an end")
            expect("episode/closed" in late["content"][0]["text"], "which has its code")


for env in ENVIRONMENTS:
    check(CLIENT, env, "plays to the end", lambda: asyncio.run(plays(env, over_http)))
    check(CLIENT, env, "over pipes", lambda: asyncio.run(plays(env, over_pipes)))

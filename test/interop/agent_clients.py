"""An agent program as it comes, pydantic-ai, plays over MCP with what the server lists as its tools.
In the place of a model a script opens an episode, calls a tool of its world, and ends it."""

import asyncio
import json

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel

from report import ENVIRONMENTS, HEADERS, URL, check, expect

OWN = {"open_episode", "say", "close_episode"}


def scripted(asked: list[str]) -> FunctionModel:
    """Calls one tool a turn, and notes which; each answer is told to it as to a model."""

    def reply(messages, info) -> ModelResponse:
        told = [part for message in messages for part in message.parts]
        answers = [part.content for part in told if isinstance(part, ToolReturnPart)]
        world = [tool for tool in info.function_tools if tool.name not in OWN]
        if not answers:
            return call("open_episode", {"split": "train", "index": 0})
        episode = answers[0]["episode_id"]
        if len(answers) == 1:
            if not world:
                return call("say", {"episode_id": episode, "content": "I do not know."})
            required = world[0].parameters_json_schema.get("required", [])
            return call(world[0].name, dict.fromkeys(required, "1") | {"episode_id": episode})
        if len(answers) == 2:
            return call("close_episode", {"episode_id": episode})
        return ModelResponse(parts=[TextPart("Done.")])

    def call(name: str, arguments: dict) -> ModelResponse:
        asked.append(name)
        return ModelResponse(parts=[ToolCallPart(name, arguments)])

    return FunctionModel(reply)


async def plays(env: str) -> None:
    asked: list[str] = []
    tools = MCPToolset(f"{URL}/mcp/{env}", headers=HEADERS)
    agent = Agent(scripted(asked), toolsets=[tools])
    async with agent:
        result = await agent.run("Play.")
    expect(result.output == "Done.", f"it ends: {result.output}")
    expect(len(asked) == 3 and asked[-1] == "close_episode", f"it called {asked}")
    last = [part for message in result.all_messages() for part in message.parts]
    told = [part.content for part in last if isinstance(part, ToolReturnPart)]
    expect("metrics" in json.dumps(told[-1], default=str), f"the end has its metrics: {told[-1]}")


for env in ENVIRONMENTS:
    check("pydantic-ai", env, "plays as an agent over MCP", lambda: asyncio.run(plays(env)))

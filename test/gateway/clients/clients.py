"""Clients and frameworks for Python. Each appends a line of JSON to the file of the argument."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import traceback
import urllib.request
from collections.abc import Callable
from typing import Any

URL = os.environ["BACKCHANNEL_URL"]
os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"
os.environ["LANGSMITH_TRACING"] = "false"
ASKED = "What is the weather in Bern?"
EXPECTED = "It is rain in Bern."
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def posted(path: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{URL}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def report(row: dict[str, Any]) -> None:
    with open(sys.argv[1], "a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")


def tried(client: str, what: str, calls: int, work: Callable[[], str]) -> None:
    """Runs a client in an episode of its own; its calls must all be in one segment.

    :param calls: how many model calls it should make
    """
    row: dict[str, Any] = {"client": client, "what": what, "ok": False}
    try:
        wanted = {"profile": "policy", "tools": "mcp"}
        asked = {"env": "mock-v1", "split": "train", "index": 0, "gateway": wanted}
        opened = posted("/v1/episodes", asked)
        key, base = opened["gateway"]["key"], URL + opened["gateway"]["base"]
        os.environ |= {"OPENAI_BASE_URL": base, "OPENAI_API_KEY": key}
        os.environ |= {"ANTHROPIC_BASE_URL": base.removesuffix("/v1"), "ANTHROPIC_API_KEY": key}
        said = work()
        segments = posted(f"/v1/episodes/{opened['episode_id']}/segments")
        uses = [call["use"] for call in segments["calls"]]
        row["why"] = f"{said!r}, calls: {uses}, segments: {len(segments['segments'])}"
        row["ok"] = said == EXPECTED and uses == ["trained"] * calls
        row["ok"] = row["ok"] and len(segments["segments"]) == 1
    except Exception:  # noqa: BLE001 - it is one line of the report
        row["why"] = traceback.format_exc(limit=3)[-500:]
    report(row)


def weather(city: str) -> str:
    """The weather of a city."""
    return f"rain in {city}"


def openai_chat() -> str:
    from openai import OpenAI

    client = OpenAI()
    tool: Any = {"type": "function", "function": {"name": "weather", "parameters": SCHEMA}}
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    turn = client.chat.completions.create(model="m", messages=messages, tools=[tool])
    messages.append(turn.choices[0].message)
    for call in turn.choices[0].message.tool_calls or ():
        said = weather(**json.loads(call.function.arguments))
        messages.append({"role": "tool", "tool_call_id": call.id, "content": said})
    with client.chat.completions.stream(model="m", messages=messages, tools=[tool]) as stream:
        return str(stream.get_final_completion().choices[0].message.content)


def openai_responses() -> str:
    from openai import OpenAI

    client = OpenAI()
    tool: Any = {"type": "function", "name": "weather", "parameters": SCHEMA, "strict": False}
    items: list[Any] = [{"role": "user", "content": ASKED}]
    turn = client.responses.create(model="m", input=items, tools=[tool])
    items += turn.output
    for call in turn.output:
        if call.type == "function_call":
            said = weather(**json.loads(call.arguments))
            output = {"type": "function_call_output", "call_id": call.call_id, "output": said}
            items.append(output)
    with client.responses.stream(model="m", input=items, tools=[tool]) as stream:
        return stream.get_final_response().output_text


def anthropic_messages() -> str:
    from anthropic import Anthropic

    client = Anthropic()
    tool: Any = {"name": "weather", "input_schema": SCHEMA}
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    given: Any = {"model": "m", "max_tokens": 200, "tools": [tool]}
    turn = client.messages.create(messages=messages, **given)
    results = [
        {"type": "tool_result", "tool_use_id": block.id, "content": weather(**block.input)}
        for block in turn.content
        if block.type == "tool_use"
    ]
    messages += [{"role": "assistant", "content": turn.content}]
    messages += [{"role": "user", "content": results}]
    with client.messages.stream(messages=messages, **given) as stream:
        return str(stream.get_final_message().content[0].text)


def openai_agents(kind: str, streamed: bool) -> Callable[[], str]:
    def work() -> str:
        from agents import (
            Agent,
            OpenAIChatCompletionsModel,
            OpenAIResponsesModel,
            Runner,
            function_tool,
        )
        from openai import AsyncOpenAI

        model = {"chat": OpenAIChatCompletionsModel, "responses": OpenAIResponsesModel}[kind]
        agent = Agent(name="a", tools=[function_tool(weather)], model=model("m", AsyncOpenAI()))

        async def run() -> str:
            if not streamed:
                return str((await Runner.run(agent, ASKED)).final_output)
            result = Runner.run_streamed(agent, ASKED)
            async for _ in result.stream_events():
                pass
            return str(result.final_output)

        return asyncio.run(run())

    return work


def pydantic_ai(kind: str, streamed: bool) -> Callable[[], str]:
    def work() -> str:
        from pydantic_ai import Agent
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel

        models = {"chat": OpenAIChatModel, "responses": OpenAIResponsesModel}
        agent = Agent({**models, "messages": AnthropicModel}[kind]("m"), tools=[weather])

        async def run() -> str:
            if not streamed:
                return str((await agent.run(ASKED)).output)
            async with agent.run_stream(ASKED) as result:
                return str(await result.get_output())

        return asyncio.run(run())

    return work


def langgraph(kind: str, streamed: bool) -> Callable[[], str]:
    def work() -> str:
        from langchain_anthropic import ChatAnthropic
        from langchain_openai import ChatOpenAI
        from langgraph.prebuilt import create_react_agent

        model: Any = (
            ChatAnthropic(model="m", streaming=streamed)
            if kind == "messages"
            else ChatOpenAI(model="m", use_responses_api=kind == "responses", streaming=streamed)
        )
        graph = create_react_agent(model, [weather])
        return str(graph.invoke({"messages": [("user", ASKED)]})["messages"][-1].text)

    return work


def tried_over_mcp() -> None:
    """Runs an agent that has no tools but those of its episode, which its last call ends."""
    row: dict[str, Any] = {"client": "openai-agents", "what": "tools over MCP", "ok": False}
    try:
        wanted = {"profile": "policy", "tools": "mcp"}
        asked = {"env": "mock-v1", "split": "train", "index": 0, "gateway": wanted}
        opened = posted("/v1/episodes", asked)
        os.environ |= {"OPENAI_BASE_URL": URL + opened["gateway"]["base"]}
        os.environ |= {"OPENAI_API_KEY": opened["gateway"]["key"]}
        said = asyncio.run(agent_over_mcp(URL + opened["gateway"]["mcp"]))
        summary = posted(f"/v1/episodes/{opened['episode_id']}")
        steps = posted(f"/v1/episodes/{opened['episode_id']}/segments")["steps"]
        row["why"] = f"{said!r}, {steps}, {summary}"
        row["ok"] = said == "The episode is over: completed."
        row["ok"] = row["ok"] and [step["call"] for step in steps] == [0, 1]
    except Exception:  # noqa: BLE001 - it is one line of the report
        row["why"] = traceback.format_exc(limit=3)[-500:]
    report(row)


async def agent_over_mcp(url: str) -> str:
    from agents import Agent, OpenAIChatCompletionsModel, Runner
    from agents.mcp import MCPServerStreamableHttp
    from openai import AsyncOpenAI

    async with MCPServerStreamableHttp({"url": url}) as server:
        model = OpenAIChatCompletionsModel("m", AsyncOpenAI())
        agent = Agent(name="a", mcp_servers=[server], model=model)
        return str((await Runner.run(agent, "Open the box.")).final_output)


def main() -> None:
    tried_over_mcp()
    tried("openai for Python", "chat, tools, streams", 2, openai_chat)
    tried("openai for Python", "responses, tools, streams", 2, openai_responses)
    tried("anthropic for Python", "messages, tools, streams", 2, anthropic_messages)
    for streamed in (False, True):
        how = "streamed" if streamed else "whole"
        for kind in ("chat", "responses"):
            tried("openai-agents", f"{kind}, {how}", 2, openai_agents(kind, streamed))
        for kind in ("chat", "responses", "messages"):
            tried("pydantic-ai", f"{kind}, {how}", 2, pydantic_ai(kind, streamed))
            tried("langgraph", f"{kind}, {how}", 2, langgraph(kind, streamed))


if __name__ == "__main__":
    main()

"""Inspect evaluates a model in every environment."""

import json
import tempfile
import time
from urllib.request import Request, urlopen

from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from backchannel.inspect_ai import environment_task
from report import ENVIRONMENTS, HEADERS, TOKEN, URL, check, expect


def reply(messages, tools, choice, config) -> ModelOutput:
    """Tries the first tool, then has no answer."""
    if tools and messages[-1].role == "user":
        arguments = {name: "1" for name in tools[0].parameters.required}
        output = ModelOutput.for_tool_call("mockllm/model", tools[0].name, arguments)
    else:
        output = ModelOutput.from_content("mockllm/model", "I do not know.")
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def evaluate(env: str, outputs=reply, **options):
    """The samples of two tasks that a model with such outputs played."""
    task = environment_task(env, URL, tasks=2, token=TOKEN)
    model = get_model("mockllm/model", custom_outputs=outputs, memoize=False)
    with tempfile.TemporaryDirectory() as folder:
        (log,) = eval(task, model=model, display="none", log_dir=folder, **options)
        expect(log.status == "success", f"the evaluation ends: {log.error}")
        return list(log.samples)


def plays(env: str) -> None:
    for sample in evaluate(env):
        score = sample.scores["reward"]
        expect({"reward", "success", "turns"} <= score.value.keys(), f"metrics: {score.value}")
        facts = [event.data for event in sample.events if event.event == "info"]
        total = sum(fact["reward"] for fact in facts if "reward" in fact)
        expect(abs(total - score.value["reward"]) < 1e-6, "rewards add up to the score")
        expect(sample.messages[-1].role != "system", "a conversation")


def has_its_mode(env: str) -> None:
    asked = []

    def notes(messages, tools, choice, config) -> ModelOutput:
        asked.append((config.extra_body or {}).get("chat_template_kwargs"))
        return reply(messages, tools, choice, config)

    for thinking in (False, None):
        task = environment_task(env, URL, tasks=1, token=TOKEN, thinking=thinking)
        model = get_model("mockllm/model", custom_outputs=notes, memoize=False)
        with tempfile.TemporaryDirectory() as folder:
            (log,) = eval(task, model=model, display="none", log_dir=folder)
        expect(log.eval.metadata == {"thinking": thinking}, f"the log says it: {log.eval.metadata}")
    modes = {"enable_thinking": False, "thinking": False}
    expect(asked[0] == modes and asked[-1] is None, f"each request has the mode: {asked}")


def cut_short(env: str) -> None:
    def slowly(messages, *rest) -> ModelOutput:
        if any(message.role == "assistant" for message in messages):
            time.sleep(4)
        return reply(messages, *rest)

    for sample in [*evaluate(env, message_limit=4), *evaluate(env, slowly, time_limit=3)]:
        score = sample.scores["reward"]
        expect("turn_budget" in score.explanation, f"a limit ends the episode: {score}")
        expect("turns" in score.value, f"a sample that a limit stopped has its metrics: {score}")


def fails(env: str) -> None:
    def broken(*_) -> ModelOutput:
        raise ValueError("the model is broken")

    for sample in evaluate(env, broken, fail_on_error=False):
        expect("broken" in sample.error.message, f"the sample has the error: {sample.error}")
        episodes = [event.data for event in sample.events if event.event == "info"]
        address = f"{URL}/v1/episodes/{episodes[0]['episode_id']}"
        with urlopen(Request(address, headers=HEADERS)) as answer:
            reason = json.load(answer)["info"]["end_reason"]
        expect(reason == "client_fault", f"an error ends the episode as a fault: {reason}")


for env in ENVIRONMENTS:
    check("inspect", env, "evaluates a model", lambda: plays(env))
check("inspect", "phone-call-v2", "ends at its limits", lambda: cut_short("phone-call-v2"))
check("inspect", "phone-call-v2", "survives an error of the model", lambda: fails("phone-call-v2"))
check("inspect", "mock-v1", "asks for a mode of thinking", lambda: has_its_mode("mock-v1"))

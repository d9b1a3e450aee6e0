"""Inspect evaluates a model in every environment."""

import tempfile

from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from backchannel.inspect_ai import environment_task
from report import ENVIRONMENTS, TOKEN, URL, check, expect


def reply(messages, tools, choice, config) -> ModelOutput:
    """Tries the first tool, then has no answer."""
    if tools and messages[-1].role == "user":
        given = {name: "1" for name in tools[0].parameters.required}
        said = ModelOutput.for_tool_call("mockllm/model", tools[0].name, given)
    else:
        said = ModelOutput.from_content("mockllm/model", "I do not know.")
    said.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return said


def evaluated(env: str, **limits):
    task = environment_task(env, URL, tasks=2, token=TOKEN)
    model = get_model("mockllm/model", custom_outputs=reply)
    with tempfile.TemporaryDirectory() as folder:
        (log,) = eval(task, model=model, display="none", log_dir=folder, **limits)
        expect(log.status == "success", f"the evaluation ends: {log.error}")
        return list(log.samples)


def plays(env: str) -> None:
    for sample in evaluated(env):
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
    for sample in evaluated(env, message_limit=4):
        expect("turn_budget" in sample.scores["reward"].explanation, "a limit ends the episode")


for env in ENVIRONMENTS:
    check("inspect", env, "evaluates a model", lambda: plays(env))
check("inspect", "phone-call-v2", "ends at its limits", lambda: cut_short("phone-call-v2"))
check("inspect", "mock-v1", "asks for a mode of thinking", lambda: has_its_mode("mock-v1"))

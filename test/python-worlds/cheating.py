"""Worlds whose functions are not pure, one class for each way."""

import random
import time

from backchannel.world import Audit, Teaching, Tool, World, each_call, tool_call, user

COUNT = [0]


class Honest(World, Audit, Teaching):
    id = "honest-v1"
    title = "Honest"
    description = "Say yes."
    tools = (Tool("say", "Say it.", {"word": {"type": "string"}}),)
    splits = {"train": 2}
    turns_max = 4
    blind_play = {"plan": "say yes", "is_the_task": True}

    def generate(self, split, index):
        return {}

    def open(self, context):
        return {"said": []}, [user("Say yes.")]

    def step(self, state, turn, context):
        def play(now, name, arguments):
            return {"said": [*now["said"], arguments["word"]]}, self.reply(arguments["word"])

        state, messages = each_call(state, turn, play)
        return state, messages, "completed" if "yes" in state["said"] else None

    def reply(self, word):
        return "I see."

    def score(self, state, context):
        return {"success": 1000 if "yes" in state["said"] else 0}

    def measure(self, state, context):
        return {"success": 1 if "yes" in state["said"] else 0}

    def solve(self, task, events, transcript):
        return tool_call("say", word="yes")

    def sample_actions(self, events, random, transcript):
        return [tool_call("say", word=word) for word in ("yes", "no", "maybe")]


class Remembers(Honest):
    def reply(self, word):
        COUNT[0] += 1
        return f"That is word {COUNT[0]}."


class Chance(Honest):
    def reply(self, word):
        return random.choice("abcdefghijklmnopqrstuvwxyz")


class Clock(Honest):
    def reply(self, word):
        return time.strftime("%Y", time.gmtime(time.time()))


class SetOrder(Honest):
    def reply(self, word):
        return " ".join({"one", "two", "three", "four", "five", "six"})


class Measures(Honest):
    def measure(self, state, context):
        return {"success": random.choice([0, 1])}


class InPlace(Honest):
    def score(self, state, context):
        state["said"].append("scored")
        return {"success": 0}

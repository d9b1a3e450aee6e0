"""Worlds with defects, one class for each; each has an id of its own, but for those that fail."""

import time

from backchannel.world import tool_call
from cheating import Honest


class WrongId(Honest):
    id = "Wrong"


class OtherContract(Honest):
    contract = 99


class OneTask(Honest):
    id = "one-task-v1"
    splits = {"train": 8}

    def generate(self, split, index):
        if index == 5:
            raise ValueError("not this one")
        return {}


class ChanceTasks(Honest):
    id = "chance-tasks-v1"

    def generate(self, split, index):
        return {"made": time.time()}


class EndlessSolve(Honest):
    id = "endless-solve-v1"
    splits = {"train": 200}

    def solve(self, task, events, transcript):
        while True:
            pass


class LargeMessage(Honest):
    id = "large-message-v1"

    def reply(self, word):
        return "x" * 300_000


class LargeMetrics(Honest):
    id = "large-metrics-v1"

    def measure(self, state, context):
        return {"success": 0, **{str(number): 0 for number in range(40_000)}}


class RaisesBlind(Honest):
    id = "raises-blind-v1"
    splits = {"train": 200}

    def blind_win(self, task):
        return tool_call("say")["secret"]

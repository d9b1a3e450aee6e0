"""Worlds that fail while they say what went wrong, one class for each way."""

from cheating import Honest


class Raises(Honest):
    id = "raises-critique-v1"

    def critique(self, events, outcome, transcript):
        raise ValueError("SECRET of the critique")

    def reply(self, word):
        raise ValueError("SECRET of the step")


class Endless(Honest):
    id = "endless-critique-v1"

    def critique(self, events, outcome, transcript):
        while True:
            pass


class Dies(Honest):
    id = "dies-critique-v1"

    def critique(self, events, outcome, transcript):
        __import__("os")._exit(1)


class NoText(Honest):
    id = "no-text-critique-v1"

    def critique(self, events, outcome, transcript):
        return {"SECRET": 1}


class Long(Honest):
    id = "long-critique-v1"

    def critique(self, events, outcome, transcript):
        return "Say yes. " * 20_000

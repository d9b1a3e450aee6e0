"""A world whose steps do what they are told, so that tests can try everything once."""

import os
import signal
import time

from backchannel.world import Tool, World, each_call, user

KEPT = []


def nested(levels):
    return [nested(levels - 1)] if levels else []


def closed():
    os.closerange(0, 1000)


def garbage(text):
    for descriptor in range(3, 1000):
        try:
            os.write(descriptor, text)
        except OSError:
            pass


def forks():
    while True:
        os.fork()


def endless():
    while True:
        pass


ACTS = {
    "nothing": lambda: None,
    "raise": lambda: 1 / 0,
    "exit": lambda: os._exit(3),
    "leave": lambda: __import__("sys").exit(3),
    "kill": lambda: os.kill(os.getpid(), 9),
    "loop": endless,
    "sleep": lambda: time.sleep(60),
    "memory": lambda: [bytearray(2**24) for _ in range(10**6)],
    "grow": lambda: [b"x" * 2**24 for _ in range(10**6)],
    "fork": forks,
    "system": lambda: os.system("true"),
    "connect": lambda: __import__("socket").create_connection(("127.0.0.1", 1)),
    "write": lambda: open("/tmp/backchannel-written", "w"),
    "truncate": lambda: os.open(__file__, os.O_RDONLY | os.O_TRUNC),
    "remove": lambda: os.remove("/tmp/backchannel-not-there"),
    "rename": lambda: os.rename("/tmp/backchannel-not-there", "/tmp/backchannel-neither"),
    "folder": lambda: os.mkdir("/tmp/backchannel-made"),
    "kill the server": lambda: os.kill(os.getppid(), 0),
    "kill a group": lambda: os.killpg(os.getppid(), 0),
    "deaf": lambda: [signal.signal(signal.SIGALRM, signal.SIG_IGN), endless()],
    "close input": lambda: os.close(0),
    "flood": lambda: [os.write(1, b"x" * 2**16) for _ in range(500)] and None,
    "flood errors": lambda: [os.write(2, b"x\n" * 2**15) for _ in range(500)] and None,
    "close": closed,
    "garbage": lambda: garbage(b"garbage\n"),
    "forged": lambda: garbage(b'{"answer":{},"id":7}\n'),
    "print": lambda: print("a line\n" * 100_000),
    "deep": lambda: nested(10**5),
    "environment": lambda: {"variables": dict(os.environ), "count": len(os.listdir("/proc/self/fd"))},
    "large": lambda: "x" * 10**6,
    "huge": lambda: "x" * 10**8,
    "nan": lambda: {"board": [1, float("nan")]},
    "infinity": lambda: float("inf"),
    "integer": lambda: [2**53],
    "key": lambda: {"rows": {1: 2}},
    "tuple": lambda: {"place": (1, 2)},
    "set": lambda: {1, 2},
    "bytes": lambda: b"x",
    "surrogate": lambda: {"text": ["\ud800"]},
    "surrogate key": lambda: {"\udfff": 1},
    "cycle": lambda: KEPT.append(KEPT) or KEPT,
    "float": lambda: {"10": 1.0, "2": -0.0, "1": 1e300},
}


class Hostile(World):
    id = "hostile-v1"
    title = "Hostile"
    description = "Does what it is told."
    tools = (Tool("act", "Do it.", {"what": {"type": "string"}}),)
    splits = {"train": 3}
    turns_max = 100

    def generate(self, split, index):
        return {}

    def open(self, context):
        return {}, [user("What now?")]

    def step(self, state, turn, context):
        def play(now, name, arguments):
            return {"made": ACTS[arguments["what"]]()}, "Done."

        return each_call(state, turn, play)

    def score(self, state, context):
        return {"success": 0}

    def measure(self, state, context):
        return {"success": 0}

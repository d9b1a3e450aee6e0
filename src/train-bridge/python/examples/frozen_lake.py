"""Gymnasium's frozen lake as an environment, with its own map for each task."""

from collections import deque

import gymnasium
from gymnasium.envs.toy_text.frozen_lake import generate_random_map

from backchannel.world import TextEnvWorld, tool_call

MOVES = {"left": (0, -1), "down": (1, 0), "right": (0, 1), "up": (-1, 0)}


class FrozenLake(TextEnvWorld):
    id = "frozen-lake-v1"
    title = "Frozen lake"
    description = "Cross a frozen lake from S to G without falling into a hole (H)."
    instructions = "Cross the frozen lake from S to G. H is a hole. [ ] is where you stand."
    actions = tuple(MOVES)
    splits = {"train": 200, "val": 50}
    turns_max = 30

    def generate(self, split, index):
        number = index if split == "train" else 1_000_000 + index
        return {"map": generate_random_map(size=4, p=0.8, seed=number)}

    def make(self, task):
        return gymnasium.make(
            "FrozenLake-v1", desc=task["map"], is_slippery=False, render_mode="ansi"
        )

    def solve(self, task, events, transcript):
        path = shortest(task["map"])
        return tool_call("act", action=path[sum(one["role"] == "tool" for one in transcript)])


def shortest(lake):
    waiting, seen = deque([((0, 0), [])]), {(0, 0)}
    while waiting:
        (row, column), path = waiting.popleft()
        if lake[row][column] == "G":
            return path
        for name, (down, right) in MOVES.items():
            place = (row + down, column + right)
            inside = all(0 <= one < len(lake) for one in place)
            if inside and place not in seen and lake[place[0]][place[1]] != "H":
                seen.add(place)
                waiting.append((place, [*path, name]))
    raise ValueError("the lake cannot be crossed")

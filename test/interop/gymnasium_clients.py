"""Gymnasium makes and checks every environment."""

import warnings

import gymnasium
from gymnasium.utils.env_checker import check_env

import backchannel.gymnasium
from report import TOKEN, URL, check, expect

TURNS_MAX = 60


def passes_checker(name: str) -> None:
    env = gymnasium.make(name, server=URL, token=TOKEN)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=True)
    env.close()


def plays(name: str) -> None:
    env = gymnasium.make(name, server=URL, token=TOKEN)
    observation, _ = env.reset(seed=3)
    expect(observation["messages"], "the opening")
    for _ in range(TURNS_MAX):
        _, _, terminated, truncated, info = env.step("I do not know.")
        if terminated or truncated:
            break
    expect("metrics" in info, "the end has its metrics")
    for seed in range(3):
        _, info = env.reset(seed=seed, options={"split": "val"})
        expect(info["task"]["split"] == "val", "a task of the other split")
    env.close()


for name, env in backchannel.gymnasium.IDS.items():
    full = f"backchannel/{name}"
    check("Gymnasium", env, "check_env", lambda: passes_checker(full))
    check("Gymnasium", env, "plays to the end", lambda: plays(full))

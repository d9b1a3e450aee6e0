"""Reward functions that TRL's own command line finds by name: `reward_funcs: [backchannel.reward.…]`.

What a function needs to know comes from the environment, since TRL hands over nothing but a name.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .trl_endpoint import EndpointReward

URL_VARIABLE = "BACKCHANNEL_REWARD_URL"
MODEL_VARIABLE = "BACKCHANNEL_REWARD_MODEL"
KEY_VARIABLE = "BACKCHANNEL_REWARD_KEY_ENV"


def endpoint_reward(
    prompts: Sequence[Any], completions: Sequence[Any], **columns: Any
) -> list[float | None]:
    """Scores by the reward model at `BACKCHANNEL_REWARD_URL`, named by `BACKCHANNEL_REWARD_MODEL`.

    `BACKCHANNEL_REWARD_KEY_ENV` is the name of the variable that holds the key, if it wants one.
    """
    return _endpoint()(prompts, completions, **columns)


@lru_cache
def _endpoint() -> EndpointReward:
    url, model = os.environ.get(URL_VARIABLE), os.environ.get(MODEL_VARIABLE)
    if not url or not model:
        raise ValueError(f"set {URL_VARIABLE} and {MODEL_VARIABLE}: they say which model scores")
    return EndpointReward(url, model, api_key_env=os.environ.get(KEY_VARIABLE))

"""Reward functions for TRL's own command line: `reward_funcs: [backchannel.reward.…]`.

TRL passes no options to them, so they read environment variables.
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
    """Scores with the model `BACKCHANNEL_REWARD_MODEL` at `BACKCHANNEL_REWARD_URL`.

    If the endpoint needs a key, `BACKCHANNEL_REWARD_KEY_ENV` names the variable that holds it.
    """
    return _endpoint()(prompts, completions, **columns)


@lru_cache
def _endpoint() -> EndpointReward:
    url, model = os.environ.get(URL_VARIABLE), os.environ.get(MODEL_VARIABLE)
    if not url or not model:
        raise ValueError(f"set {URL_VARIABLE} and {MODEL_VARIABLE}: they select the reward model")
    return EndpointReward(url, model, api_key_env=os.environ.get(KEY_VARIABLE))

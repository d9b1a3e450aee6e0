"""Episodes as an environment of SkyRL Gym (skyrl-gym 0.4): text in, messages out.

    import skyrl_gym
    from backchannel.skyrl import ENTRY_POINT

    skyrl_gym.register(id="backchannel", entry_point=ENTRY_POINT)

`env_config` has `url`, and optionally `run`. A row of the data set names its task in
`extra_info["env"]`, as `backchannel export --format rl` writes it. The prompt of the row is
replaced by the opening of the episode. SkyRL passes no schemas of tools to the chat template, so
the opening describes them in its system message, and the model writes calls as Hermes does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput

from .client import Client, Episode, connect
from .trainer_options import TOKEN_VARIABLE
from .verl_rows import parse_row

#: To be registered with SkyRL.
ENTRY_POINT = "backchannel.skyrl:EpisodeEnv"

Message = dict[str, Any]

_TOOLS = """# Tools

You may call these functions:
<tools>
{tools}
</tools>

For each call, write a JSON object within tags:
<tool_call>
{{"name": NAME, "arguments": {{…}}}}
</tool_call>"""


class EpisodeEnv(BaseTextEnv):
    """One episode of a server.

    :param env_config: `url`, and optionally `run`, under which the server lists the episodes
    :param extras: the further columns of the row, of which `extra_info` names the task
    """

    def __init__(self, env_config: Any = None, extras: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        settings = dict(env_config or {})
        self._url = str(settings["url"])
        self._run = settings.get("run")
        self._row = parse_row(dict(extras or {}))
        self._client: Client | None = None
        self._episode: Episode | None = None
        self._metrics: dict[str, Any] = {}

    def init(self, prompt: Sequence[Message]) -> tuple[list[Message], dict[str, Any]]:
        """Opens the episode. Its messages replace the prompt."""
        self._client = connect(self._url, token=os.environ.get(TOKEN_VARIABLE))
        try:
            return self._open(self._client)
        except BaseException:
            # SkyRL does not close an environment that could not be initialized.
            self.close()
            raise

    def _open(self, client: Client) -> tuple[list[Message], dict[str, Any]]:
        labels = {} if self._run is None else {"run": str(self._run)}
        names = ("split", "index", "task", "data_checksum", "settings")
        task = {name: self._row[name] for name in names if self._row.get(name) is not None}
        self._episode = client.open(self._row["env"], labels=labels, **task)
        messages = with_tools(self._episode.messages, self._episode.tools)
        return messages, {"episode_id": self._episode.id}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Plays one turn, written as raw text."""
        assert self._episode is not None
        step = self._episode.step(action)
        self._metrics = dict(step.info.get("metrics", {}))
        return BaseTextEnvStepOutput(
            observations=as_texts(step.messages),
            reward=step.reward,
            done=step.done,
            metadata={"episode_id": self._episode.id, **step.info},
        )

    def get_metrics(self) -> dict[str, Any]:
        return self._metrics

    def close(self) -> None:
        """Closes the episode and the connection."""
        episode, client = self._episode, self._client
        self._episode = self._client = None
        try:
            if episode is not None:
                episode.close()
        finally:
            if client is not None:
                client.close()


def with_tools(messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> list[Message]:
    """An opening whose system message describes the tools."""
    if not tools:
        return list(messages)
    text = _TOOLS.format(tools="\n".join(json.dumps(tool, ensure_ascii=False) for tool in tools))
    first = messages[0] if messages else {}
    if first.get("role") == "system":
        return [{**first, "content": f"{first['content']}\n\n{text}"}, *messages[1:]]
    return [{"role": "system", "content": text}, *messages]


def as_texts(messages: Sequence[Message]) -> list[Message]:
    """The messages, with results of tools as messages of the user, which any template accepts."""
    return [
        {"role": "user", "content": f"<tool_response>\n{message['content']}\n</tool_response>"}
        if message["role"] == "tool"
        else {"role": message["role"], "content": message["content"]}
        for message in messages
    ]

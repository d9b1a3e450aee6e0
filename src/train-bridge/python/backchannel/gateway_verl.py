"""An agent loop for verl that an agent program plays, through the server's model gateway."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verl.experimental.agent_loop.agent_loop import AgentLoopMetrics, AgentLoopOutput

from .gateway import Played, play
from .gateway_segments import Segment, fitted
from .rollout import TASK_MEMBERS
from .tokenizer_thread import Spent
from .verl import EnvAgentLoop, is_validation
from .verl_client import metric_names, shared_client
from .verl_rows import episode_info, plain, step_tags

__all__ = ["ProgramAgentLoop"]


#: Options of `EnvAgentLoop` that need its own turns or tokens, with the value that they have here.
FIXED = {
    "train_prompt": "guided",
    "clean_weights": "truncated",
    "critique": "server",
    "branch": "none",
    "thoughts": "keep",
    "reward_rule": None,
    "overlong_filter": False,
}


def refuse_unsupported(options: Mapping[str, Any]) -> None:
    """Raises ValueError for an option that a program's rollouts would ignore."""
    for name, value in FIXED.items():
        option = options.get(name, value)
        if option != value:
            raise ValueError(
                f"{name} is {option!r}: a program chooses its own messages, so {name} must be"
                f" {value!r}. Leave it out, or train with EnvAgentLoop."
            )


class ProgramAgentLoop(EnvAgentLoop):
    """Lets a command play the episode of a row. Every segment of it becomes an output of verl's.

    verl's v1 trainer takes several outputs of one rollout, computes the advantage once per rollout
    and gives it to all of them. The model server of the profile must be verl's own, or have its
    weights, and sample as verl assumes.

    :param program: the words of a command; `{prompt}` and `{model}` are filled in
    :param profile: the chat profile of the server that answers
    :param program_tools: `mcp` or `injected`; see `backchannel.gateway.play`
    :param program_timeout: how long the command may take, in seconds
    :param further: `server_url`, `run`, `mode`, `feedback`, `baseline` and `labels` of
        `EnvAgentLoop`; those of `FIXED` are refused if they have another value
    """

    def __init__(
        self,
        *args: Any,
        program: Sequence[str],
        profile: str,
        program_tools: str = "mcp",
        program_timeout: float = 600.0,
        **further: Any,
    ) -> None:
        refuse_unsupported(further)
        # The gateway reads the model's calls, so that no dialect need be found.
        super().__init__(*args, **{"dialect": "hermes", **further})
        self._program = [str(word) for word in plain(program)]
        self._playing: dict[str, Any] = {
            "profile": profile,
            "tools": program_tools,
            "timeout": program_timeout,
        }

    async def _rollout(
        self, row: Mapping[str, Any], sampling_params: dict[str, Any], kwargs: Mapping[str, Any]
    ) -> list[AgentLoopOutput]:
        server_url = self._settings.server_url
        client = await shared_client(server_url)
        names = ("env", *TASK_MEMBERS)
        task = {name: row[name] for name in names if row.get(name) is not None}
        played = await play(
            client,
            self._program,
            {**task, "group": self._group(row, kwargs)},
            server_url=server_url,
            labels=self._labels(row, kwargs),
            **self._playing,
        )
        names_of_metrics = await metric_names(client, server_url, row["env"])
        info = episode_info(names_of_metrics, played.account, played.attempts_shown)
        return self._outputs(row, kwargs, played, info)

    def _outputs(
        self,
        row: Mapping[str, Any],
        kwargs: Mapping[str, Any],
        played: Played,
        info: Mapping[str, float],
    ) -> list[AgentLoopOutput]:
        rooms = (int(self.rollout_config.prompt_length), int(self.rollout_config.response_length))
        segments, lost_tokens = fitted(played.segments.segments, *rooms)
        # A program's rollouts have no reward rule, so the number of tokens has no effect.
        reward = self._settings.reward(played.account, 0, is_validation=is_validation(row))
        end = self.tokenizer.eos_token_id
        seconds = Spent(environment=played.seconds).seconds
        # An episode without trainable ids still has a reward, which its group is compared with.
        blank = Segment([end], [end], [0], [0.0], [])
        return [
            AgentLoopOutput(
                prompt_ids=segment.prompt_ids,
                response_ids=segment.response_ids,
                response_mask=segment.mask,
                response_logprobs=segment.log_probs,
                reward_score=reward,
                num_turns=len(segment.answers),
                # verl takes each output for a rollout, so only the first one has the time.
                metrics=AgentLoopMetrics(tool_calls=played.seconds if number == 0 else 0.0),
                extra_fields={
                    **step_tags([], kwargs),
                    "reward_extra_info": {**info, "retention": played.segments.retention},
                    "episode_id": played.episode_id,
                    "sampled_tokens": played.segments.sampled if number == 0 else 0,
                    "seconds": seconds,
                    "untrained_ids": lost_tokens,
                    "turn_scores": [],
                    "tool_rewards": [],
                },
            )
            for number, segment in enumerate(segments or [blank])
        ]

"""Rollouts for TRL's GRPO that an agent program plays, through the server's model gateway."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

from . import aio
from .errors import BackchannelError
from .gateway import Played, play
from .gateway_program import Program
from .gateway_segments import fitted
from .protocols import Trainer
from .rollout import TASK_MEMBERS
from .trl_played import BatchRollout, to_columns
from .trl_rollout import RolloutFunction

__all__ = ["ProgramRollouts"]

#: Options of `RolloutFunction` that also apply if a program plays.
SUPPORTED = ("run", "mode", "feedback", "baseline", "labels")


class ProgramRollouts(RolloutFunction):
    """Lets a program play the episodes of a batch: `GRPOTrainer(rollout_func=ProgramRollouts(…))`.

    The model server of the profile must have the trainer's weights, and sample as the trainer
    assumes. TRL trains one sequence per episode: the largest segment. The column `retention` has
    the share of the sampled ids that it trains. Use `episode_reward` as the reward function.

    :param program: the words of a command, or a function of `Access`
    :param profile: the chat profile of the server that answers
    :param tools: `mcp` or `injected`; see `backchannel.gateway.play`
    :param timeout: how long a program may take, in seconds
    :param concurrency: how many programs run at once
    :param max_prompt_tokens: segments with longer prompts are not trained
    :param further: `run`, `mode`, `feedback`, `baseline` and `labels` of `RolloutFunction`
    :raises ValueError: for another option, which a program's rollouts would ignore
    """

    def __init__(
        self,
        server_url: str,
        program: Program,
        *,
        profile: str,
        tools: str = "mcp",
        timeout: float = 600.0,
        concurrency: int = 32,
        variables: Mapping[str, str] | None = None,
        max_prompt_tokens: int = 4096,
        **further: Any,
    ) -> None:
        ignored = sorted(set(further) - set(SUPPORTED))
        if ignored:
            raise ValueError(
                f"{ignored[0]} has no effect on a program's rollouts, because a program chooses its "
                "own messages: leave it out, or use RolloutFunction"
            )
        # The gateway reads the model's calls, so that no dialect need be found.
        known: dict[str, Any] = {"dialect": "hermes", "max_prompt_tokens": max_prompt_tokens}
        super().__init__(server_url, **further, **known)
        self._program = program
        self._concurrency = concurrency
        self._room_of_prompt = max_prompt_tokens
        self._playing: dict[str, Any] = {
            "server_url": server_url,
            "profile": profile,
            "tools": tools,
            "timeout": timeout,
            "variables": variables,
        }

    def _check_trainer(self, trainer: Trainer) -> None:
        super()._check_trainer(trainer)
        if getattr(trainer, "credit", "episode") == "turn":
            # Without rewards of turns, every advantage would be 0.
            raise ValueError(
                "credit is turn, and the turns of a program have no rewards: set credit to episode"
            )

    async def _play(self, prompts: Sequence[Any], trainer: Trainer) -> dict[str, Any]:
        rollouts = self._groups(prompts, trainer)
        results: list[Played | None] = [None] * len(rollouts)
        async with AsyncExitStack() as stack:
            client = await self._connect(stack, rollouts)
            if client is not None:
                results = await self._play_all(client, rollouts, trainer)
        tokens = trainer.processing_class
        given = tokens.pad_token_id if tokens.eos_token_id is None else tokens.eos_token_id
        filler = 0 if given is None else given
        room = int(trainer.max_completion_length)
        for rollout, played in zip(rollouts, results, strict=True):
            if played is not None:
                fill(rollout, played, self._room_of_prompt, room, filler)
        rewards = [None if rollout.is_lost else self._reward(rollout) for rollout in rollouts]
        return {
            **to_columns(rollouts, rewards, filler, int(trainer.accelerator.num_processes)),
            "retention": [each and each.segments.retention for each in results],
            "exit_code": [each and each.program.exit_code for each in results],
        }

    async def _play_all(
        self, client: aio.AsyncClient, rollouts: Sequence[BatchRollout], trainer: Trainer
    ) -> list[Played | None]:
        slots = asyncio.Semaphore(self._concurrency)

        async def one(rollout: BatchRollout) -> Played | None:
            async with slots:
                return await self._play_one(client, rollout, trainer)

        playing = [asyncio.create_task(one(rollout)) for rollout in rollouts]
        try:
            return list(await asyncio.gather(*playing))
        finally:
            for each in playing:
                each.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def _play_one(
        self, client: aio.AsyncClient, rollout: BatchRollout, trainer: Trainer
    ) -> Played | None:
        """Returns None if the server was unreachable; the rollout then stays unfilled."""
        names = ("env", *TASK_MEMBERS)
        task = {name: rollout.reference[name] for name in names if name in rollout.reference}
        try:
            return await play(
                client,
                self._program,
                {**task, "group": rollout.group},
                labels=self._labels(rollout, trainer),
                **self._playing,
            )
        except BackchannelError as error:
            if not error.is_infrastructure:
                raise
            await rollout.lose(error)
            return None


def fill(
    rollout: BatchRollout, played: Played, room_of_prompt: int, room: int, filler: int
) -> None:
    """Gives a rollout the largest segment of its episode that fits.

    :param filler: the token that stands where there is none to train
    """
    rollout.account = played.account
    rollout.shown = played.attempts_shown
    rollout.spent.environment = played.seconds
    rollout.stream.sampled = played.segments.sampled
    segments, _ = fitted(played.segments.segments, room_of_prompt, room)
    largest = max(segments, key=lambda segment: segment.trained, default=None)
    if largest is None:
        rollout.trained_prompt_ids = [filler]
        rollout.stream.ids, rollout.stream.mask, rollout.stream.log_probs = [filler], [0], [0.0]
        return
    rollout.trained_prompt_ids = largest.prompt_ids
    rollout.stream.ids = largest.response_ids
    rollout.stream.mask = largest.mask
    rollout.stream.log_probs = largest.log_probs

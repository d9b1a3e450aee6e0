"""Conversations in the model's own chat format, and many episodes played at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any

import dialect
import torch
from backchannel.aio import AsyncClient, AsyncEpisode
from backchannel.attempts import without_attempts
from backchannel.dialects import find_dialect
from backchannel.encoding import encode
from backchannel.sampling import Sampling, sample
from backchannel.tokens import Template
from play import LEAST_SHARE, SETTINGS, TURNS_MAX, Rollout

Message = dict[str, Any]

#: A conversation that is longer is given up, and so is a turn.
ROOM, TURN_TOKENS = 2_560, 160
#: Rows that are written at once.
ROWS = 256
_ATTEMPT = re.compile(r"^Attempt \d+ ", re.MULTILINE)
#: Values of a call that have a digit, as the model writes them.
_VALUE = re.compile(r':\s*"([^"\n]*\d[^"\n]*)"')


class Chat:
    """A tokenizer with the chat template of the model.

    The schemas of the tools are left out: they are a thousand tokens, and the system prompt of the
    environment names tools and fields.
    """

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self.template = Template(tokenizer, [], dialect=find_dialect(tokenizer))

    def turn(self, message: Message) -> list[int]:
        """The tokens of an assistant turn, as the model is to write them, with its end."""
        question = [{"role": "user", "content": "Go on."}]
        head = self._render(question, add_generation_prompt=True)
        whole = self._render([*question, message], add_generation_prompt=False)
        return encode(self.tokenizer, whole[len(head) :].rstrip("\n"))

    def _render(self, messages: Sequence[Message], *, add_generation_prompt: bool) -> str:
        form = {"tokenize": False, "add_generation_prompt": add_generation_prompt}
        return str(self.tokenizer.apply_chat_template(list(messages), **form))


def placebo(messages: Sequence[Message]) -> list[Message]:
    """The opening of the arm `placebo`: it only says how many earlier attempts failed."""
    clean = without_attempts(messages)
    last = messages[-1]["content"]
    count = len(_ATTEMPT.findall(last[len(clean[-1]["content"]) :]))
    if count == 0:
        return clean
    block = f"<previous_attempts>\nEarlier attempts that failed: {count}.\n</previous_attempts>"
    return [*clean[:-1], {**clean[-1], "content": f"{clean[-1]['content']}\n\n{block}"}]


async def play(
    client: AsyncClient,
    model: Any,
    chat: Chat,
    requests: Sequence[Mapping[str, Any]],
    seed: int,
    has_critiques: bool = True,
) -> list[Rollout]:
    """Opens episodes and plays them to their ends.

    :param requests: what `AsyncClient.open` takes besides the environment and its settings
    :param has_critiques: whether prompts say more of earlier attempts than that they failed
    """
    form = {"settings": SETTINGS, "dialect": chat.template.dialect}
    episodes = await asyncio.gather(
        *(client.open(dialect.ENVIRONMENT, **form, **request) for request in requests)
    )
    rollouts = [_opened(episode, chat, has_critiques) for episode in episodes]
    torch.manual_seed(seed)
    active = list(rollouts)
    while active:
        written = [
            turn
            for begin in range(0, len(active), ROWS)
            for turn in write(model, chat, [one.ids for one in active[begin : begin + ROWS]])
        ]
        over = await asyncio.gather(
            *(_step(one, *turn, chat) for one, turn in zip(active, written, strict=True))
        )
        active = [one for one, is_over in zip(active, over, strict=True) if not is_over]
    return rollouts


@torch.inference_mode()
def write(
    model: Any, chat: Chat, prompts: Sequence[list[int]]
) -> list[tuple[list[int], list[float]]]:
    """A turn after each prompt: its tokens, and their log-probabilities."""
    settings = Sampling(
        max_tokens=TURN_TOKENS,
        ends=chat.template.stops,
        padding=chat.tokenizer.pad_token_id,
        min_p=LEAST_SHARE,
    )
    return sample(model, prompts, settings)


def _opened(episode: AsyncEpisode, chat: Chat, has_critiques: bool) -> Rollout:
    messages = episode.messages if has_critiques else placebo(episode.messages)
    ids = chat.template.opening(messages)
    clean = chat.template.opening(without_attempts(episode.messages))
    return Rollout(episode, ids, [False] * len(ids), [0.0] * len(ids), len(ids), clean)


async def _step(rollout: Rollout, ids: list[int], logs: list[float], chat: Chat) -> bool:
    """Plays a turn. Returns whether the episode is over."""
    text = chat.template.text(ids)
    values = _VALUE.findall(text) if '"phone_call"' in text else []
    if values:
        seen = chat.tokenizer.decode(rollout.ids)
        rollout.numbers += len(values)
        rollout.copied += sum(value in seen for value in values)
    rollout.ids += ids
    rollout.mine += [True] * len(ids)
    rollout.chances += logs
    rollout.turns += 1
    step = await rollout.episode.step(text if text.strip() else dialect.STOP_WORDS)
    answer = [] if step.done else chat.template.reply(ids, step.messages)
    is_long = len(rollout.ids) + len(answer) > ROOM or rollout.turns >= TURNS_MAX
    if step.done or is_long:
        reason = None if step.done else "turn_budget"
        rollout.result = await rollout.episode.close(reason)
        return True
    rollout.ids += answer
    rollout.mine += [False] * len(answer)
    rollout.chances += [0.0] * len(answer)
    return False

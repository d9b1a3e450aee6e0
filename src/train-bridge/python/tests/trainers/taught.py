"""A tiny model that opens the locked box about every other time, so that groups differ in reward."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from backchannel import connect
from backchannel.tiny_model import make_model, make_tokenizer
from backchannel.tokens import Template

TASKS = 4

#: Sure enough of a whole conversation to have it right about every other time.
LOSS = -math.log(0.6)


def conversations(
    url: str, tokens_of: Callable[[list[str]], Any]
) -> tuple[Any, list[tuple[list[int], list[int]]]]:
    """A tokenizer, and tokens with the mask of what the model is to write, one row for each task."""
    conversations: list[list[Any]] = []
    with connect(url) as client:
        for index in range(TASKS):
            episode = client.open("mock-v1", split="train", index=index)
            opening, tools = list(episode.messages), episode.tools
            observation = episode.use("read_code", milliseconds=0).messages
            code = observation[0]["content"].split()[-1].rstrip(".")
            episode.close("abandoned")
            turns = [call("read_code"), call("enter_code", code=code)]
            conversations.append([opening, tools, observation, turns])
    tokens = tokens_of([json.dumps(each) for each in conversations])
    rows = []
    for opening, tools, observation, turns in conversations:
        template = Template(tokens, tools)
        ids = template.opening(opening)
        mask = [0] * len(ids)
        for place, turn in enumerate(turns):
            written = [*tokens.encode(turn, add_special_tokens=False), tokens.eos_token_id]
            read = template.reply(written, observation) if place == 0 else []
            ids += written + read
            mask += [1] * len(written) + [0] * len(read)
        rows.append((ids, mask))
    return tokens, rows


def call(name: str, **given: Any) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': given})}\n</tool_call>"


def teach(folder: Path, url: str) -> None:
    """Learns the conversations by heart until it is right about every other time."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    threads = torch.get_num_threads()
    # On a busy machine several threads of a model this small wait for each other.
    torch.set_num_threads(1)

    def read_back(texts: list[str]) -> Any:
        """The tokenizer as trainers load it, which is not the one that was saved."""
        made = make_tokenizer(texts)
        made.save_pretrained(folder)
        make_model(made, width=64).save_pretrained(folder)
        return AutoTokenizer.from_pretrained(folder)

    _, rows = conversations(url, read_back)
    model = AutoModelForCausalLM.from_pretrained(folder)
    learner = torch.optim.AdamW(model.parameters(), lr=3e-3)
    batch = []
    for ids, mask in rows:
        given = torch.tensor([ids])
        batch.append((given, given.masked_fill(torch.tensor([mask]) == 0, -100), sum(mask)))
    for _ in range(400):
        total = sum(model(input_ids=ids, labels=own).loss * count for ids, own, count in batch)
        loss = total / len(batch)
        if loss.item() < LOSS:
            break
        learner.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        learner.step()
    else:
        raise AssertionError(f"the conversations were not learned: loss {loss.item()}")
    torch.set_num_threads(threads)
    model.save_pretrained(folder)

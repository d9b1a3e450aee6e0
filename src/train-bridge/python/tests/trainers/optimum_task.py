"""A task whose best policy is known: which two words are right follows from the prompt.

Four prompts, two turns, four words in each turn, half a point for each right one. A policy that
always says the right words earns 1, and no other does. What a policy is worth is worked out from
its probabilities, without sampling.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from gradient_reference import Rollout

PROMPTS = 4
SIZE = 32
WIDTH = 32
WORDS = list(range(40, 44))
SEEDS = tuple(range(10))
STEPS = 40
LEARNING_RATE = 0.01
#: Of what the best policy earns.
LEARNED = 0.95


def prompt(task: int) -> list[int]:
    return [30, 20 + task]


def right(task: int) -> tuple[int, int]:
    return WORDS[task], WORDS[(task + 2) % len(WORDS)]


def observation(task: int, word: int) -> list[int]:
    """What the world answers to the first word, whichever it is."""
    return [50 + (word - WORDS[0]) % 2, 25 + task]


def begun(folder: Path, seed: int) -> Any:
    """A model of its own for each seed, which says each of the words equally often.

    :param folder: beside the folder `tokens`, which has a tokenizer
    """
    from transformers import AutoTokenizer, Qwen2Config, Qwen2ForCausalLM, set_seed

    tokens = AutoTokenizer.from_pretrained(folder.parent / "tokens")
    set_seed(seed)
    sizes = {"hidden_size": WIDTH, "intermediate_size": 2 * WIDTH, "num_hidden_layers": 1}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 1}
    ends = {"eos_token_id": tokens.eos_token_id, "pad_token_id": tokens.pad_token_id}
    model = Qwen2ForCausalLM(
        Qwen2Config(vocab_size=64, max_position_embeddings=64, **sizes, **heads, **ends)
    )
    with torch.no_grad():
        # Situations that look alike would be decided alike for long.
        [layer] = model.model.layers
        layer.self_attn.o_proj.weight.zero_()
        layer.mlp.down_proj.weight.zero_()
        known = [*(20 + task for task in range(PROMPTS)), *(25 + task for task in range(PROMPTS))]
        model.model.embed_tokens.weight[known] = torch.eye(WIDTH)[: len(known)]
        model.lm_head.weight.fill_(-1.5)
        model.lm_head.weight[WORDS] = 0.1 * torch.randn(len(WORDS), WIDTH)
    model.save_pretrained(folder)
    tokens.save_pretrained(folder)
    return model


def next_words(model: Any, contexts: Sequence[Sequence[int]]) -> Any:
    """The log-probabilities of what comes next, in contexts of one length."""
    with torch.no_grad():
        logits = model(input_ids=torch.tensor(contexts)).logits
    logits = logits.full_tensor() if hasattr(logits, "full_tensor") else logits
    return torch.log_softmax(logits[:, -1].float(), dim=-1)


def worth(model: Any) -> float:
    """What the policy earns on average."""
    total = 0.0
    for task in range(PROMPTS):
        first, second = right(task)
        words = next_words(model, [prompt(task)])[0].exp()
        # The model may say more than the words that count.
        after = {
            word: next_words(model, [[*prompt(task), word, *observation(task, word)]])[
                0, second
            ].exp()
            for word in WORDS
        }
        then = sum(float(words[word] * after[word]) for word in WORDS)
        total += 0.5 * float(words[first]) + 0.5 * then
    return total / PROMPTS


def play(model: Any, tasks: Sequence[int], generator: torch.Generator) -> list[Rollout]:
    """A rollout of each task, sampled by the model as it is."""

    def draw(contexts: list[list[int]]) -> tuple[list[int], list[float]]:
        known = next_words(model, contexts)
        drawn = torch.multinomial(known.exp(), 1, generator=generator)
        return drawn.flatten().tolist(), known.gather(1, drawn).flatten().tolist()

    first, first_logs = draw([prompt(task) for task in tasks])
    contexts = [
        [*prompt(task), word, *observation(task, word)]
        for task, word in zip(tasks, first, strict=True)
    ]
    second, second_logs = draw(contexts)
    rollouts = []
    for place, task in enumerate(tasks):
        words = (first[place], second[place])
        logs = [first_logs[place], 0.0, 0.0, second_logs[place]]
        turns = [0.5 * (word == best) for word, best in zip(words, right(task), strict=True)]
        response = [words[0], *observation(task, words[0]), words[1]]
        mask = [1, 0, 0, 1]
        rollouts.append(Rollout(task, sum(turns), prompt(task), response, mask, logs, logs, turns))
    return rollouts


def report(engine: str, learn: Callable[[int], tuple[float, float]]) -> None:
    """One line for each seed: what the policy was worth before and after."""
    torch.set_num_threads(1)
    for seed in SEEDS:
        before, after = learn(seed)
        print(f"{engine} seed {seed}: {before:.3f} {after:.3f}", flush=True)

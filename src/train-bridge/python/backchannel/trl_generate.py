"""Generates tokens with the model of a TRL trainer, in all of its processes together.

Server-mode vLLM, and models that are divided over processes, need every process in every round. So
a process without prompts takes part with an empty list.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from .gather_parameters import gathered_parameters
from .protocols import Trainer
from .sampling import Answer, Sampling, sample

#: (trainer, prompts as token ids, maximum tokens per answer) -> an answer per prompt
Generate = Callable[[Trainer, Sequence[list[int]], int], list[Answer]]


def generate_with_trainer(
    trainer: Trainer, prompts: Sequence[list[int]], max_tokens: int, *, ends: tuple[int, ...]
) -> list[Answer]:
    """Samples one answer per prompt, with vLLM if the trainer uses it, else with the model itself.

    :param ends: the tokens that end a turn; see `ends.end_tokens`
    """
    if not getattr(trainer, "use_vllm", False):
        return _with_model(trainer, prompts, max_tokens, ends)
    generation = trainer.vllm_generation
    generation.generation_kwargs = {
        **(generation.generation_kwargs or {}),
        "stop_token_ids": list(ends),
    }
    if generation.mode == "server":
        return _with_server(trainer, prompts, max_tokens)
    return _with_engine(trainer, prompts)


def any_process(trainer: Trainer, value: bool) -> bool:
    """Whether the value is true in any process of the trainer. All processes must call this."""
    if _processes(trainer) == 1:
        return value
    from accelerate.utils import gather_object

    return any(gather_object([value]))


def _processes(trainer: Trainer) -> int:
    return int(getattr(trainer.accelerator, "num_processes", 1))


def _with_engine(trainer: Trainer, prompts: Sequence[list[int]]) -> list[Answer]:
    """vLLM within the process."""
    generation = trainer.vllm_generation
    if generation.tensor_parallel_size > 1:
        raise ValueError(
            "vLLM that is divided over processes would mix up rollouts: set "
            "vllm_tensor_parallel_size to 1, or vllm_mode to server"
        )
    if not prompts:
        return []
    _, answers, log_probs, *_ = generation.generate(
        prompts=list(prompts), images=None, num_generations=1
    )
    return _answers(answers, log_probs)


def _with_server(trainer: Trainer, prompts: Sequence[list[int]], max_tokens: int) -> list[Answer]:
    """Lets the first process ask the vLLM server for all. TRL's own call needs equal shares."""
    from accelerate.utils import broadcast_object_list, gather_object

    gathered = gather_object([(list(prompts), max_tokens)])
    answers: list[Any] = [None]
    if trainer.accelerator.is_main_process:
        all_prompts = [prompt for of_process, _ in gathered for prompt in of_process]
        longest = max(limit for _, limit in gathered)
        answers = [_ask_server(trainer.vllm_generation, all_prompts, longest)]
    broadcast_object_list(answers, from_process=0)
    offset = sum(len(of_process) for of_process, _ in gathered[: trainer.accelerator.process_index])
    return list(answers[0][offset : offset + len(prompts)])


def _ask_server(generation: Any, prompts: list[list[int]], max_tokens: int) -> list[Answer]:
    if not prompts:
        return []
    output = generation.vllm_client.generate(
        prompts=prompts,
        n=1,
        repetition_penalty=generation.repetition_penalty,
        temperature=generation.temperature,
        top_p=generation.top_p,
        top_k=generation.top_k,
        min_p=generation.min_p or 0.0,
        max_tokens=max_tokens,
        logprobs=0,
        generation_kwargs=generation.generation_kwargs,
    )
    return _answers(output["completion_ids"], output["logprobs"])


def _answers(token_ids: Sequence[Any], log_probs: Sequence[Any]) -> list[Answer]:
    # The sampled token is the first of its alternatives. TRL has None if vLLM could not score it,
    # and gives a token whose log-probability is NaN the weight 1.
    return [
        (list(ids), [math.nan if each[0] is None else float(each[0]) for each in of_answer])
        for ids, of_answer in zip(token_ids, log_probs, strict=True)
    ]


def _with_model(
    trainer: Trainer, prompts: Sequence[list[int]], max_tokens: int, ends: tuple[int, ...]
) -> list[Answer]:
    import torch
    from trl.models import unwrap_model_for_generation

    was_training = trainer.model.training
    plugin = getattr(getattr(trainer.accelerator, "state", None), "fsdp_plugin", None)
    reshards = bool(getattr(plugin, "reshard_after_forward", True))
    # All processes enter, even without prompts: a divided model needs them to gather parameters.
    with (
        unwrap_model_for_generation(trainer.model_wrapped, trainer.accelerator) as model,
        gathered_parameters(trainer.model_wrapped, reshards=reshards),
        torch.no_grad(),
    ):
        answers = _sampled(trainer, model, prompts, max_tokens, ends) if prompts else []
    trainer.model.train(was_training)
    return answers


def _sampled(
    trainer: Trainer,
    model: Any,
    prompts: Sequence[list[int]],
    max_tokens: int,
    ends: tuple[int, ...],
) -> list[Answer]:
    training_args = trainer.args
    padding = trainer.processing_class.pad_token_id
    assert padding is not None
    return sample(
        model,
        prompts,
        Sampling(
            max_tokens,
            ends,
            padding,
            temperature=trainer.temperature,
            top_p=training_args.top_p,
            top_k=training_args.top_k or 0,
            min_p=getattr(training_args, "min_p", None),
            repetition_penalty=getattr(training_args, "repetition_penalty", None) or 1.0,
        ),
    )

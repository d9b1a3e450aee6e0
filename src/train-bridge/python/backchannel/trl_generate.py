"""Making tokens with the model that a TRL trainer trains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

#: (trainer, prompts as token ids, longest answer) -> tokens and their log-probabilities, per prompt
Generate = Callable[[Any, Sequence[list[int]], int], list[tuple[list[int], list[float]]]]


def generate_with_trainer(
    trainer: Any, prompts: Sequence[list[int]], max_tokens: int
) -> list[tuple[list[int], list[float]]]:
    """Samples one answer per prompt with vLLM if the trainer has it, else with the model itself.

    Tokens include the one that ends the turn, if it was reached.
    """
    if getattr(trainer, "use_vllm", False):
        return _with_vllm(trainer, prompts)
    return _with_model(trainer, prompts, max_tokens)


def _with_vllm(trainer: Any, prompts: Sequence[list[int]]) -> list[tuple[list[int], list[float]]]:
    _, answers, log_probs, *_ = trainer.vllm_generation.generate(
        prompts=list(prompts), images=None, num_generations=1
    )
    # Of each token's alternatives the sampled one comes first.
    return [
        (list(ids), [float(of_token[0]) for of_token in of_answer])
        for ids, of_answer in zip(answers, log_probs, strict=True)
    ]


def _with_model(
    trainer: Any, prompts: Sequence[list[int]], max_tokens: int
) -> list[tuple[list[int], list[float]]]:
    import torch
    from trl.models import unwrap_model_for_generation

    device = trainer.accelerator.device
    tokenizer = trainer.processing_class
    end, padding = tokenizer.eos_token_id, tokenizer.pad_token_id
    longest = max(len(prompt) for prompt in prompts)
    ids = torch.full((len(prompts), longest), padding, device=device)
    mask = torch.zeros_like(ids)
    for place, prompt in enumerate(prompts):
        ids[place, longest - len(prompt) :] = torch.tensor(prompt, device=device)
        mask[place, longest - len(prompt) :] = 1
    was_training = trainer.model.training
    with (
        unwrap_model_for_generation(trainer.model_wrapped, trainer.accelerator) as model,
        torch.no_grad(),
    ):
        output = model.generate(
            input_ids=ids,
            attention_mask=mask,
            do_sample=True,
            temperature=trainer.temperature,
            top_p=trainer.args.top_p,
            top_k=trainer.args.top_k or 0,
            max_new_tokens=max_tokens,
            eos_token_id=end,
            pad_token_id=padding,
            return_dict_in_generate=True,
            output_scores=True,
        )
        scores = model.compute_transition_scores(
            output.sequences, output.scores, normalize_logits=True
        )
    trainer.model.train(was_training)
    results = []
    for answer, of_answer in zip(output.sequences[:, longest:], scores, strict=True):
        tokens = answer.tolist()
        length = tokens.index(end) + 1 if end in tokens else len(tokens)
        results.append((tokens[:length], of_answer[:length].tolist()))
    return results

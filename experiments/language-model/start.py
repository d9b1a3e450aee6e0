"""Weights in a file: half precision, compressed, with the vocabulary that they belong to."""

from __future__ import annotations

import gzip
import io
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from model import Model, Shape
from words import Words


def save(path: Path, model: Model, words: Words) -> None:
    arrays = {
        name: value.detach().cpu().numpy().astype(np.float16)
        for name, value in model.state_dict().items()
    }
    about = json.dumps({"shape": asdict(model.shape), "tokens": words.tokens})
    inner = io.BytesIO()
    np.savez(inner, about=np.frombuffer(about.encode(), np.uint8), **arrays)
    path.write_bytes(gzip.compress(inner.getvalue(), 9, mtime=0))


def load(path: Path) -> tuple[Model, Words]:
    with np.load(io.BytesIO(gzip.decompress(path.read_bytes()))) as arrays:
        about = json.loads(arrays["about"].tobytes().decode())
        model = Model(Shape(**about["shape"]))
        weights = {name: torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays}
        del weights["about"]
        model.load_state_dict(weights)
    return model, Words(about["tokens"])

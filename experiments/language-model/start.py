"""Weights in a file: half precision, compressed, with the vocabulary that they belong to."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

import dialect
from model import Model, Shape
from words import Words


def save(path: Path, model: Model, words: Words) -> None:
    arrays = {
        name: value.detach().cpu().numpy().astype(np.float16)
        for name, value in model.state_dict().items()
    }
    shape, world = asdict(model.shape), dialect.ENVIRONMENT
    about = json.dumps({"world": world, "shape": shape, "tokens": words.tokens})
    inner = io.BytesIO()
    np.savez(inner, about=np.frombuffer(about.encode(), np.uint8), **arrays)
    path.write_bytes(gzip.compress(inner.getvalue(), 9, mtime=0))


def load(path: Path) -> tuple[Model, Words]:
    with _opened(path) as arrays:
        about = _about(arrays, path)
        model = Model(Shape(**about["shape"]))
        weights = {name: torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays}
        del weights["about"]
        model.load_state_dict(weights)
    return model, Words(about["tokens"])


def mark(path: Path) -> str:
    """Identifies the file in records: runs of different starts cannot be compared."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def _opened(path: Path) -> Any:
    return np.load(io.BytesIO(gzip.decompress(path.read_bytes())))


def _about(arrays: Any, path: Path) -> dict[str, Any]:
    about: dict[str, Any] = json.loads(arrays["about"].tobytes().decode())
    if about["world"] != dialect.ENVIRONMENT:
        raise SystemExit(
            f"error: {path} was taught in {about['world']}, and {dialect.ENVIRONMENT} is played "
            "here. Make a start with the command teach."
        )
    return about

"""Saved points of a piece: whole folders, each with files of at most 16 MiB."""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor

FILE_BYTES_MAX = 16 * 2**20
#: The exit status of a piece that ended early, and that the same command continues.
UNFINISHED = 75

Tensors = Mapping[str, "Tensor"]
ADAPTER = "adapter_model"


class Points:
    """The points of a piece by number, such as steps or batches that are done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def numbers(self) -> list[int]:
        return sorted(int(path.name) for path in self.folder.glob("[0-9]*") if path.name.isdigit())

    def place(self, number: int) -> Path:
        return self.folder / f"{number:04}"

    def save(
        self,
        number: int,
        files: Mapping[str, Tensors],
        record: Mapping[str, Any],
        adapter_config: Mapping[str, Any] | None = None,
    ) -> None:
        """Writes a point. A stop while it is written leaves the one before as the last."""
        from safetensors.torch import save_file

        part = self.folder / "part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for name, tensors in files.items():
            save_file(dict(tensors), part / f"{name}.safetensors", metadata={"format": "pt"})
        write_json(part / "record.json", record)
        if adapter_config is not None:
            write_json(part / "adapter_config.json", adapter_config)
        for file in part.iterdir():
            check_size(file)
        part.rename(self.place(number))

    def record(self, number: int) -> dict[str, Any]:
        return read_json(self.place(number) / "record.json") or {}

    def tensors(self, number: int, name: str) -> dict[str, Tensor]:
        from safetensors.torch import load_file

        return load_file(self.place(number) / f"{name}.safetensors")

    def mark(self, number: int) -> str:
        """Identifies the adapter of a point in records."""
        content = (self.place(number) / f"{ADAPTER}.safetensors").read_bytes()
        return hashlib.sha256(content).hexdigest()[:12]

    def prune(self, every: int) -> None:
        """Removes what nothing reads again: of points before the last, all but some adapters."""
        for number in self.numbers()[:-1]:
            if number % every == 0:
                for file in self.place(number).glob("moment-*"):
                    file.unlink()
            else:
                shutil.rmtree(self.place(number))


class Deadline:
    """Ends a piece at its first saved point after so many minutes."""

    def __init__(self, minutes: float) -> None:
        self._end = time.monotonic() + 60 * minutes

    def check(self, done: str) -> None:
        if time.monotonic() >= self._end:
            print(f"{done}; the same command continues", flush=True)
            raise SystemExit(UNFINISHED)


def evaluation(work: Path, mark: str, seed: int) -> Path:
    """The file of an evaluation. Arms of a seed share that of the start."""
    return work / f"evaluations/{mark}-{seed}.json"


def check_size(file: Path) -> None:
    size = file.stat().st_size
    if size > FILE_BYTES_MAX:
        raise ValueError(f"{file} has {size} bytes; at most {FILE_BYTES_MAX} are allowed")


def read_json(path: Path) -> dict[str, Any] | None:
    return json.loads(path.read_text()) if path.exists() else None


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(value, indent=1) + "\n")
    part.replace(path)

"""Checks training machines: packages, disk, data, GPUs and the connection to the server.

Run as a file, with its questions as JSON; needs nothing but Python, so that it can tell what is
missing. With `cluster` it asks every node of the Ray cluster that it runs on. The answer is one
line that begins with `BACKCHANNEL_PROBE`.
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import queue
import shutil
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import Any

MARK = "BACKCHANNEL_PROBE"
NODE_SECONDS = 120
HUB_SECONDS = 20


def package_version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def conflicts(names: list[str]) -> list[dict[str, str]]:
    """Where one of these packages wants another version of one of the others than is there."""
    try:
        # Beside every trainer, though not of Python itself.
        from packaging.requirements import InvalidRequirement, Requirement
        from packaging.utils import canonicalize_name
    except ImportError:
        return []
    there = {canonicalize_name(name): package_version(name) for name in names}
    found = []
    for name in names:
        needed = (metadata.requires(name) or []) if there[canonicalize_name(name)] else []
        for text in needed:
            try:
                wanted = Requirement(text)
            except InvalidRequirement:
                continue
            version = there.get(canonicalize_name(wanted.name))
            is_asked = wanted.marker is None or wanted.marker.evaluate({"extra": ""})
            if version and is_asked and not wanted.specifier.contains(version, prereleases=True):
                wants = f"{wanted.name}{wanted.specifier}"
                found.append({"package": f"{name} {metadata.version(name)}", "wants": wants})
                found[-1]["installed"] = version
    return found


def server(url: str, token: str | None) -> dict[str, Any]:
    """The environments of the server with the checksums of their data, or why there is no answer."""
    request = urllib.request.Request(url.rstrip("/") + "/v1/environments")
    if token:
        request.add_header("authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            listed = json.load(answer)
        return {"status": 200, "checksums": {e["env"]: e["data_checksum"] for e in listed}}
    except urllib.error.HTTPError as error:
        return {"status": error.code, "error": str(error.reason)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        return {"status": 0, "error": str(getattr(error, "reason", error))}


def free_gib(path: str) -> float:
    """Free space in GiB on the disk that holds a folder, or would hold it."""
    while not os.path.exists(path):
        path = os.path.dirname(path) or "/"
    return shutil.disk_usage(path).free / 2**30


def gpus() -> int:
    try:
        listed = subprocess.run(
            ["nvidia-smi", "-L"], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return listed.stdout.count("GPU ") if listed.returncode == 0 else 0


def rows_of(path: str) -> Iterator[Any]:
    with open(path, "rb") as file:
        is_parquet = file.read(4) == b"PAR1"
    if is_parquet:
        from pyarrow import parquet

        for batch in parquet.ParquetFile(path).iter_batches(batch_size=100):
            yield from batch.to_pylist()
        return
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def mapping_in(text: Any) -> dict[str, Any] | None:
    try:
        read = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return read if isinstance(read, dict) else None


def facts_of(row: dict[str, Any]) -> dict[str, Any]:
    """What of a row matters before training: its columns, and the task that it refers to."""
    extra, prompt = row.get("extra_info"), row.get("prompt")
    given = row.get("reference") or (extra.get("env") if isinstance(extra, dict) else None)
    reference = mapping_in(given)
    asked = prompt[-1].get("content") if isinstance(prompt, list) and prompt else prompt
    return {
        "columns": sorted(name for name, value in row.items() if value is not None),
        "reference": reference and {key: reference.get(key) for key in ("env", "data_checksum")},
        "prompt_is_reference": "env" in (mapping_in(asked) or {}),
    }


def file_facts(path: str, rows_max: int) -> dict[str, Any]:
    """The different kinds of rows at the beginning of a file, or why they cannot be read."""
    if not os.path.exists(path):
        return {"exists": False}
    kinds: dict[str, dict[str, Any]] = {}
    number = 0
    try:
        for row in itertools.islice(rows_of(path), rows_max):
            number += 1
            facts = facts_of(row)
            kinds.setdefault(json.dumps(facts), facts)
    except ImportError as error:
        return {"exists": True, "error": str(error)}
    except Exception as error:  # noqa: BLE001 - of whatever library reads the file
        return {"exists": True, "error": f"row {number + 1} cannot be read: {error}"}
    return {"exists": True, "kinds": list(kinds.values())}


def within(seconds: float, work: Callable[[], Any]) -> Any:
    """The result of `work`, which goes on in the background after `TimeoutError`.

    Clients of the model hub retry for minutes where it cannot be reached.
    """
    answer: queue.Queue[tuple[Any, BaseException | None]] = queue.Queue(1)

    def run() -> None:
        try:
            answer.put((work(), None))
        except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
            answer.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    try:
        result, error = answer.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError from None
    if error is not None:
        raise error
    return result


def template(model: str, asked: dict[str, Any]) -> dict[str, Any]:
    """What the model's chat template writes for a call, in which dialect, and in which mode."""
    try:
        dialects, thinking = _isolated("dialects"), _isolated("thinking")
        here = os.path.dirname(os.path.abspath(__file__))
        sys.path[:] = [each for each in sys.path if each not in ("", here)]
        from transformers import AutoTokenizer

        tokenizer = within(HUB_SECONDS, lambda: AutoTokenizer.from_pretrained(model))
    except TimeoutError:
        remedy = "set HF_HUB_OFFLINE=1 if the model is in the cache"
        return {"unread": f"the model hub has not sent {model} in {HUB_SECONDS} s; {remedy}"}
    except Exception as error:  # noqa: BLE001 - of whatever reads the tokenizer
        return {"unread": (str(error).strip() or type(error).__name__).split("\n")[0]}
    try:
        options = thinking.template_arguments(tokenizer, asked.get("thinking"))
    except thinking.ModeError as error:
        return {"mode": error.message, "remedy": error.remedy}
    if not asked.get("reads_calls"):
        return {}
    written = dialects.written_call(tokenizer, options)
    try:
        found = asked.get("dialect") or dialects.find_dialect(tokenizer, options)
    except dialects.UnknownTemplate as error:
        return {"unknown": str(error)}
    return {"dialect": found, "written": written, "arguments": dialects.ARGUMENTS}


def _isolated(name: str) -> Any:
    """A module of this package by its file: the folder has modules with the names of trainers."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"backchannel_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Data classes look for the module that they are of.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def look(asked: dict[str, Any]) -> dict[str, Any]:
    """Checks this machine."""
    found: dict[str, Any] = {
        "name": socket.gethostname(),
        "python": ".".join(map(str, sys.version_info[:3])),
        "packages": {name: package_version(name) for name in asked["packages"]},
        "conflicts": conflicts(asked["packages"]),
        "free_gib": free_gib(asked["output"]),
        "files": {path: file_facts(path, asked["rows"]) for path in asked["files"]},
        "gpus": gpus(),
    }
    if asked.get("model_folder"):
        found["has_model"] = os.path.exists(os.path.join(asked["model_folder"], "config.json"))
    if asked.get("template_of"):
        found["template"] = template(asked["template_of"], asked)
    if asked.get("server_url"):
        token = os.environ.get(asked.get("token_env") or "BACKCHANNEL_TOKEN")
        found["server"] = server(asked["server_url"], token)
    return found


def look_everywhere(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """What each node of the cluster has, seen by its own workers; GPUs as Ray counts them."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    ray.init(address="auto", log_to_driver=False)
    remote = ray.remote(num_cpus=0, max_retries=0)(look)
    pending = []
    for node in ray.nodes():
        if node["Alive"]:
            there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            pending.append((node, remote.options(scheduling_strategy=there).remote(asked)))
    found = []
    for node, answer in pending:
        of_node = ray.get(answer, timeout=NODE_SECONDS)
        of_node["name"] = node["NodeManagerAddress"]
        of_node["gpus"] = int(node["Resources"].get("GPU", 0))
        found.append(of_node)
    return found


def main() -> None:
    asked = json.loads(sys.argv[1])
    found: dict[str, Any] = {"cluster_error": None}
    if asked.get("cluster"):
        try:
            found["nodes"] = look_everywhere(asked)
        except Exception as error:  # noqa: BLE001 - whatever Ray says is told
            found["cluster_error"] = str(error).strip().split("\n")[0] or type(error).__name__
    if "nodes" not in found:
        found["nodes"] = [look(asked)]
    print(f"{MARK} {json.dumps(found)}", flush=True)


if __name__ == "__main__":
    main()

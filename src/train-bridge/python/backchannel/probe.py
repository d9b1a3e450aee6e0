"""Checks training machines: packages, disk, data, GPUs and the connection to the server.

Run it as a file, with its questions as JSON. It needs only Python, so that it can report missing
packages. With `cluster`, it checks every node of its Ray cluster. It prints one line, which begins
with `BACKCHANNEL_PROBE`.
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
    """The installed version of a package; None if it is missing."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def conflicts(names: list[str]) -> list[dict[str, str]]:
    """The packages that require another version of one of the others than the installed one."""
    try:
        # Every trainer needs this package.
        from packaging.requirements import InvalidRequirement, Requirement
        from packaging.utils import canonicalize_name
    except ImportError:
        return []
    installed = {canonicalize_name(name): package_version(name) for name in names}
    conflicts = []
    for name in names:
        requirements = (metadata.requires(name) or []) if installed[canonicalize_name(name)] else []
        for text in requirements:
            try:
                requirement = Requirement(text)
            except InvalidRequirement:
                continue
            version = installed.get(canonicalize_name(requirement.name))
            applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if (
                version
                and applies
                and not requirement.specifier.contains(version, prereleases=True)
            ):
                wants = f"{requirement.name}{requirement.specifier}"
                conflicts.append({"package": f"{name} {metadata.version(name)}", "wants": wants})
                conflicts[-1]["installed"] = version
    return conflicts


def server(url: str, token: str | None) -> dict[str, Any]:
    """The data checksums of the server's environments, or the error."""
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
    """Free space in GiB on the disk of a folder, which need not exist yet."""
    while not os.path.exists(path):
        path = os.path.dirname(path) or "/"
    return shutil.disk_usage(path).free / 2**30


def gpus() -> int:
    """The number of GPUs that `nvidia-smi` lists; 0 without it."""
    try:
        listing = subprocess.run(
            ["nvidia-smi", "-L"], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return listing.stdout.count("GPU ") if listing.returncode == 0 else 0


def rows_of(path: str) -> Iterator[Any]:
    """The rows of a Parquet file or of JSON lines, in order."""
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
    """Parses the JSON text of an object; None if it is anything else."""
    try:
        parsed = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return parsed if isinstance(parsed, dict) else None


def row_facts(row: dict[str, Any]) -> dict[str, Any]:
    """The columns of a row and its task reference, which are checked before training."""
    extra, prompt = row.get("extra_info"), row.get("prompt")
    given = row.get("reference") or (extra.get("env") if isinstance(extra, dict) else None)
    reference = mapping_in(given)
    question = prompt[-1].get("content") if isinstance(prompt, list) and prompt else prompt
    return {
        "columns": sorted(name for name, value in row.items() if value is not None),
        "reference": reference and {key: reference.get(key) for key in ("env", "data_checksum")},
        "prompt_is_reference": "env" in (mapping_in(question) or {}),
    }


def file_facts(path: str, rows_max: int) -> dict[str, Any]:
    """The distinct `row_facts` of the first rows of a file, or the error."""
    if not os.path.exists(path):
        return {"exists": False}
    kinds: dict[str, dict[str, Any]] = {}
    number = 0
    try:
        for row in itertools.islice(rows_of(path), rows_max):
            number += 1
            facts = row_facts(row)
            kinds.setdefault(json.dumps(facts), facts)
    except ImportError as error:
        return {"exists": True, "error": str(error)}
    except Exception as error:  # noqa: BLE001 - the library that reads the file may raise anything
        return {"exists": True, "error": f"row {number + 1} cannot be read: {error}"}
    return {"exists": True, "kinds": list(kinds.values())}


def within(seconds: float, work: Callable[[], Any]) -> Any:
    """The result of `work`. After `TimeoutError`, it continues in the background.

    Clients of the model hub retry for minutes if it is unreachable.
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


def template(model: str, request: dict[str, Any]) -> dict[str, Any]:
    """The text that the model's chat template writes for a call, and its dialect; or the error."""
    try:
        dialects, thinking = _isolated("dialects"), _isolated("thinking")
        own_folder = os.path.dirname(os.path.abspath(__file__))
        sys.path[:] = [path for path in sys.path if path not in ("", own_folder)]
        from transformers import AutoTokenizer

        tokenizer = within(HUB_SECONDS, lambda: AutoTokenizer.from_pretrained(model))
    except TimeoutError:
        remedy = "set HF_HUB_OFFLINE=1 if the model is in the cache"
        return {"unread": f"the model hub has not sent {model} in {HUB_SECONDS} s; {remedy}"}
    except Exception as error:  # noqa: BLE001 - loading a tokenizer may raise anything
        return {"unread": (str(error).strip() or type(error).__name__).split("\n")[0]}
    try:
        options = thinking.template_arguments(tokenizer, request.get("thinking"))
    except thinking.ModeError as error:
        return {"mode": error.message, "remedy": error.remedy}
    if not request.get("reads_calls"):
        return {}
    call_text = dialects.written_call(tokenizer, options)
    try:
        dialects.check_encoding(tokenizer)
        found = request.get("dialect") or dialects.find_dialect(tokenizer, options)
    except dialects.UnknownTemplate as error:
        return {"unknown": str(error)}
    return {"dialect": found, "written": call_text, "arguments": dialects.ARGUMENTS}


def _isolated(name: str) -> Any:
    """Loads a module of this package by its path.

    The folder cannot be on the module path, because it has modules with the names of trainers.
    """
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"backchannel_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Data classes look up their module here.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def check_machine(request: dict[str, Any]) -> dict[str, Any]:
    """Checks this machine."""
    found: dict[str, Any] = {
        "name": socket.gethostname(),
        "python": ".".join(map(str, sys.version_info[:3])),
        "packages": {name: package_version(name) for name in request["packages"]},
        "conflicts": conflicts(request["packages"]),
        "free_gib": free_gib(request["output"]),
        "files": {path: file_facts(path, request["rows"]) for path in request["files"]},
        "gpus": gpus(),
    }
    if request.get("model_folder"):
        found["has_model"] = os.path.exists(os.path.join(request["model_folder"], "config.json"))
    if request.get("template_of"):
        found["template"] = template(request["template_of"], request)
    if request.get("server_url"):
        token = os.environ.get(request.get("token_env") or "BACKCHANNEL_TOKEN")
        found["server"] = server(request["server_url"], token)
    return found


def check_cluster(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Checks each node of the cluster, in a worker there. Ray supplies the number of GPUs."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    ray.init(address="auto", log_to_driver=False)
    remote = ray.remote(num_cpus=0, max_retries=0)(check_machine)
    pending = []
    for node in ray.nodes():
        if node["Alive"]:
            on_node = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            pending.append((node, remote.options(scheduling_strategy=on_node).remote(request)))
    found = []
    for node, answer in pending:
        of_node = ray.get(answer, timeout=NODE_SECONDS)
        of_node["name"] = node["NodeManagerAddress"]
        of_node["gpus"] = int(node["Resources"].get("GPU", 0))
        found.append(of_node)
    return found


def main() -> None:
    """Runs the command line: prints the facts as one marked line of JSON."""
    asked = json.loads(sys.argv[1])
    found: dict[str, Any] = {"cluster_error": None}
    if asked.get("cluster"):
        try:
            found["nodes"] = check_cluster(asked)
        except Exception as error:  # noqa: BLE001 - every error of Ray is reported
            found["cluster_error"] = str(error).strip().split("\n")[0] or type(error).__name__
    if "nodes" not in found:
        found["nodes"] = [check_machine(asked)]
    print(f"{MARK} {json.dumps(found)}", flush=True)


if __name__ == "__main__":
    main()

"""Guards runs as jobs of a real Ray head: submit, tail, stop and resume, through our command line.

The job plays episodes with the package that travels with it; what stands in the trainer's place is
a script, so that no model is needed.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")
yaml: Any = pytest.importorskip("yaml")

ROOT = Path(__file__).resolve().parents[5]

#: Ends what hangs; on a busy machine Ray alone takes minutes to start.
HANG_SECONDS = 600.0

#: Stands in the trainer's place: plays an episode for each step, and leaves a checkpoint after it.
TRAINER = """
import json, os, sys, time
from pathlib import Path
import yaml
from backchannel import connect

settings = yaml.safe_load(Path(sys.argv[sys.argv.index("--config") + 1]).read_text())
own = settings["backchannel"]
first = 0
if "--resume_from_checkpoint" in sys.argv:
    first = int(sys.argv[sys.argv.index("--resume_from_checkpoint") + 1].rsplit("-", 1)[1])
    print(f"resumed after step {first}", flush=True)
folder = Path(settings["output_dir"])
with connect(own["server_url"]) as client:
    for step in range(first + 1, 5):
        group = {"run": own["run"], "id": f"g{step}", "index": 0, "size": 1, "mode": own["mode"],
                 "generation": os.environ["BACKCHANNEL_GENERATION"]}
        episode = client.open(own["environment"], split="train", index=step, group=group)
        code = episode.use("read_code").messages[0]["content"][-4:-1]
        episode.use("enter_code", code=code)
        success = episode.close()["metrics"]["success"]
        print(f"step {step} success {success} in {Path(sys.modules['backchannel'].__file__).parent}",
              flush=True)
        here = folder / f"checkpoint-{step}"
        here.mkdir(parents=True, exist_ok=True)
        history = {"log_history": [{"step": step, "reward": success, "eval_reward": success}]}
        (here / "trainer_state.json").write_text(json.dumps(history))
        if first == 0 and step == 2:
            print("waiting to be stopped", flush=True)
            time.sleep(600)
"""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@dataclass(frozen=True)
class Head:
    #: Where jobs are submitted, and where other nodes join.
    url: str
    port: int


@pytest.fixture(scope="module")
def head(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Head]:
    """A Ray head of this test's own, ended with it."""
    port, joined_at = free_port(), free_port()
    words = ["--head", "--include-dashboard=true", "--dashboard-host=127.0.0.1"]
    words += [f"--port={joined_at}", f"--dashboard-port={port}", "--disable-usage-stats"]
    made = Head(f"http://127.0.0.1:{port}", joined_at)
    log = tmp_path_factory.mktemp("ray") / "log"
    with ray_node(words, log) as process:
        await_nodes(1, made, process, log)
        yield made


@contextmanager
def ray_node(words: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A node of Ray that ends with the block."""
    command = [str(Path(sys.executable).parent / "ray"), "start", "--block", "--num-cpus=1"]
    command += ["--object-store-memory=100000000", f"--dashboard-agent-listen-port={free_port()}"]
    # Ray would take tokens where the home folder has one, as any local run of Ray leaves there.
    environment = {**os.environ, "RAY_AUTH_MODE": "disabled"}
    with log.open("w") as output:
        process = subprocess.Popen(
            [*command, *words],
            env=environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def await_nodes(count: int, head: Head, process: subprocess.Popen[bytes], log: Path) -> None:
    """Waits until so many nodes take jobs, or a process has ended; what hangs ends by the limit."""
    end = time.monotonic() + HANG_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            # Jobs need an agent beside the head, which comes somewhat later.
            for path in ("/api/version", "/api/jobs/"):
                urllib.request.urlopen(head.url + path, timeout=HANG_SECONDS).close()
            nodes = urllib.request.urlopen(f"{head.url}/nodes?view=summary", timeout=HANG_SECONDS)
            with nodes as answer:
                if answer.read().decode().count('"ALIVE"') >= count:
                    return
        except urllib.error.HTTPError as error:
            if error.code in (401, 403):
                raise
        except OSError:
            pass
        time.sleep(0.5)
    raise RuntimeError(f"{count} nodes did not start: {log.read_text()}")


@pytest.fixture
def config(tmp_path: Path, head: Head, server_url: str) -> Path:
    """The file of a run on the head, with a program in Python's place."""
    (tmp_path / "trainer.py").write_text(TRAINER)
    python = tmp_path / "python.sh"
    python.write_text(
        "#!/usr/bin/env bash\n"
        f'case "$*" in *backchannel.trl_train*) set -- {tmp_path}/trainer.py "$@";; esac\n'
        f'PYTHONPATH=. exec {sys.executable} "$@"\n'
    )
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    task = json.dumps({"env": "mock-v1", "split": "train", "index": 1})
    row = {"prompt": [{"role": "user", "content": task}], "reference": task}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    path = tmp_path / "run.yaml"
    settings: dict[str, Any] = {
        "engine": "trl",
        "method": "grpo",
        "run": f"ray-{os.getpid()}-{tmp_path.name}",
        "model": "tiny",
        "server": {"url": server_url},
        "environment": {"id": "mock-v1"},
        "data": {"train": str(tmp_path / "rows.jsonl")},
        "training": {"batch": 1},
        "hardware": {"cpu": True},
        "launch": {
            "kind": "ray",
            "address": head.url,
            "python": str(python),
            "upload_data": True,
            "disk_gib_min": 0,
            "cpus": 1,
        },
        "output": str(tmp_path / "output"),
    }
    path.write_text(yaml.safe_dump(settings))
    return path


def backchannel(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["node", str(ROOT / "bin/backchannel"), *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=HANG_SECONDS
    )


def run_of(config: Path) -> str:
    return str(yaml.safe_load(config.read_text())["run"])


def test_a_job_is_submitted_followed_stopped_and_resumed(config: Path, server_url: str) -> None:
    folder, run = config.parent, run_of(config)
    started = backchannel(folder, "train", "--config", str(config), "--detach", "--no-preflight")
    assert started.returncode == 0, started.stderr
    again = backchannel(folder, "train", "--config", str(config), "--resume", "--no-preflight")
    assert again.returncode == 2
    assert "is under way" in again.stderr

    words = ["node", str(ROOT / "bin/backchannel"), "runs", "logs", run, "--follow"]
    tail = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert tail.stdout is not None
    seen = ""
    for line in tail.stdout:
        seen += line
        if "waiting to be stopped" in line:
            break
    assert re.search(r"step 1 success 1", seen), seen
    # The package came with the job.
    assert "working_dir_files" in seen

    stopped = backchannel(folder, "runs", "stop", run)
    assert ": stopped" in stopped.stdout, stopped.stdout + stopped.stderr
    tail.stdout.read()
    assert tail.wait(HANG_SECONDS) == 1

    resumed = backchannel(folder, "train", "--config", str(config), "--resume", "--no-preflight")
    assert resumed.returncode == 0, resumed.stdout + resumed.stderr
    assert "resumed after step 2" in resumed.stdout
    assert "step 1 " not in resumed.stdout
    assert "step 4 success 1" in resumed.stdout

    shown = backchannel(folder, "runs", "show", run, "--json")
    run_status = json.loads(shown.stdout)
    assert run_status["status"] == "succeeded"
    assert len(run_status["starts"]) == 2
    assert run_status["metrics"]["step"] == 4
    assert [checkpoint["step"] for checkpoint in run_status["checkpoints"]] == [1, 2, 3, 4]
    assert run_status["episodes"][0]["run"] == run
    assert run_status["episodes"][0]["clean"]["attempts"] == 4
    results = json.loads((folder / "output/logs/eval_results.json").read_text())
    assert results[-1] == {"step": 4, "eval_reward": 1}


def test_the_machines_of_the_workers_are_checked(config: Path) -> None:
    checked = backchannel(config.parent, "train", "--config", str(config), "--check", "--json")
    checks = {check["what"]: check for check in json.loads(checked.stdout)}
    assert checked.returncode == 0, checked.stdout
    assert checks["the server, from the workers"]["status"] == "fine"
    assert checks["package trl"]["status"] == "fine"

    settings = yaml.safe_load(config.read_text())
    settings["server"] = {"url": "http://127.0.0.1:9", "url_from_here": settings["server"]["url"]}
    config.write_text(yaml.safe_dump(settings))
    checked = backchannel(config.parent, "train", "--config", str(config), "--check")
    assert checked.returncode == 1
    assert "is not reached from where the run trains" in checked.stdout
    assert "Set server.url to an address that the workers reach" in checked.stdout


def test_data_and_gpus_are_checked_on_the_cluster(config: Path) -> None:
    settings = yaml.safe_load(config.read_text())
    settings["launch"]["upload_data"] = False
    settings["hardware"] = {"gpus_per_node": 2}
    settings["data"]["validation"] = str(config.parent / "nowhere.parquet")
    path = Path(settings["data"]["train"])
    task = {"env": "mock-v1", "split": "train", "index": 1, "data_checksum": "0" * 64}
    row = {"prompt": [{"role": "user", "content": json.dumps(task)}], "reference": json.dumps(task)}
    path.write_text(json.dumps(row) + "\n")
    config.write_text(yaml.safe_dump(settings))
    checked = backchannel(config.parent, "train", "--config", str(config), "--check", "--json")
    checks = {check["what"]: check for check in json.loads(checked.stdout)}
    assert checked.returncode == 1
    assert "the cluster" not in checks
    assert checks["GPUs"]["status"] == "failed"
    wanted = r"the run needs 1 node with 2 GPUs each; the cluster has \d+\.\d+\.\d+\.\d+ 0\. Lower"
    assert re.match(wanted, checks["GPUs"]["message"])
    assert "was made from other tasks than the server has" in checks[f"data {path}"]["message"]
    nowhere = checks[f"data {config.parent / 'nowhere.parquet'}"]["message"]
    assert "nowhere.parquet is not there. Put it on storage that all nodes see" in nowhere


def test_workers_have_the_variables_of_the_run(config: Path) -> None:
    """verl writes numbers and opens groups in workers, not in the process that the job starts."""
    (config.parent / "trainer.py").write_text(
        "import os, ray\n"
        "ray.init(log_to_driver=False)\n"
        "names = ['BACKCHANNEL_GENERATION', 'BACKCHANNEL_TOKEN', 'MINE', 'WANDB_DIR']\n"
        "seen = ray.remote(num_cpus=0)(lambda: [os.environ.get(name) for name in names]).remote()\n"
        "import backchannel.client\n"
        "print('workers see', *ray.get(seen))\n"
    )
    settings = yaml.safe_load(config.read_text())
    settings["launch"]["environment"] = {"MINE": "yes"}
    settings["logging"] = {"wandb": {"project": "x"}}
    config.write_text(yaml.safe_dump(settings))
    os.environ["BACKCHANNEL_TOKEN"] = "a-token-that-nobody-asks-for"
    try:
        ran = backchannel(config.parent, "train", "--config", str(config), "--no-preflight")
    finally:
        del os.environ["BACKCHANNEL_TOKEN"]
    assert ran.returncode == 0, ran.stdout + ran.stderr
    wanted = rf"workers see {run_of(config)}-\d+ a-token-that-nobody-asks-for yes (\S+)"
    found = re.search(wanted, ran.stdout)
    assert found is not None, ran.stdout
    assert found[1] == str(config.parent / "output" / "logs")


def test_a_job_that_exits_at_once_is_reported(config: Path) -> None:
    (config.parent / "trainer.py").write_text("raise SystemExit('no such model')")
    ran = backchannel(config.parent, "train", "--config", str(config), "--no-preflight")
    assert ran.returncode == 1
    assert "no such model" in ran.stdout
    assert ": failed" in ran.stderr


def test_an_unreachable_head_is_reported(config: Path) -> None:
    settings = yaml.safe_load(config.read_text())
    settings["launch"]["address"] = f"http://127.0.0.1:{free_port()}"
    config.write_text(yaml.safe_dump(settings))
    ran = backchannel(config.parent, "train", "--config", str(config), "--no-preflight")
    assert ran.returncode == 2
    assert "no Ray head answers" in ran.stderr
    assert "Check launch.address" in ran.stderr


# The last one: Ray takes a while to notice that a node has left.
def test_a_node_that_joins_later_is_checked_too(config: Path, head: Head, tmp_path: Path) -> None:
    log = tmp_path / "joined.log"
    with ray_node([f"--address=127.0.0.1:{head.port}"], log) as process:
        await_nodes(2, head, process, log)
        words = ["--config", str(config), "--check", "--json"]
        checked = backchannel(config.parent, "train", *words)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        checks = {check["what"]: check for check in json.loads(checked.stdout)}
        assert checks["package trl"]["message"].endswith(", on 2 nodes")
        assert checks["packages together"]["code"] == "preflight/package"

"""Guards the experiment with a pretrained model: every piece, with a random model on the CPU."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("peft")

EXPERIMENTS = Path(__file__).resolve().parents[5] / "experiments"
sys.path[:0] = [str(EXPERIMENTS / "pretrained"), str(EXPERIMENTS / "language-model")]

import base
import chat
import pieces
import play_pieces
import tables
from arms import ARMS
from chat import Chat, placebo
from lora import Lora, parts_of
from play import Rollout
from points import FILE_BYTES_MAX, UNFINISHED, Points, evaluation, read_json, write_json
from settings import DRY_RUN, SEEDS, Settings

import examples

ATTEMPTS = """

<previous_attempts>
Earlier attempts at this task did not succeed. What they did and what to learn from them:

Attempt 1 (failed)
- The form asked for: email.

Attempt 2 (failed)
- Billing also wanted: account_number.
</previous_attempts>"""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    work = tmp_path_factory.mktemp("pretrained")
    torch.set_num_threads(1)
    run(work, "prepare")
    return work


@pytest.fixture(scope="module")
def taught(prepared: Path) -> Path:
    run(prepared, "sft")
    return prepared


@pytest.fixture
def copy(taught: Path, tmp_path: Path) -> Callable[..., Path]:
    """A folder of its own, with some of what the pieces before have written."""

    def copied(name: str, *parts: str) -> Path:
        for part in parts:
            shutil.copytree(taught / part, tmp_path / name / part)
        return tmp_path / name

    return copied


@pytest.fixture
def lucky(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts half of the rollouts as successes, because a random model never succeeds."""
    monkeypatch.setattr(Rollout, "success", property(lambda one: float(one.ids[-1] % 2)))


def run(work: Path, *words: str) -> int:
    """Runs a piece. Returns its exit status."""
    try:
        pieces.main([*words, "--work", str(work), "--dry-run"])
    except SystemExit as end:
        return int(end.code) if isinstance(end.code, int) else 1
    return 0


def files_of(folder: Path) -> dict[str, bytes]:
    """All files of a folder, which are small enough."""
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    assert files
    assert all(path.stat().st_size <= FILE_BYTES_MAX for path in files.values())
    return {str(name): path.read_bytes() for name, path in files.items()}


def stop_at(monkeypatch: pytest.MonkeyPatch, owner: Any, method: str, call: int) -> None:
    """Ends the process in the call of this number, as a kill would."""
    whole, calls = getattr(owner, method), [0]

    def stopping(*words: Any, **named: Any) -> Any:
        calls[0] += 1
        if calls[0] == call:
            raise KeyboardInterrupt
        return whole(*words, **named)

    monkeypatch.setattr(owner, method, stopping)


def test_a_conversation_has_the_tokens_that_the_template_writes(prepared: Path) -> None:
    own = Chat(base.load(prepared / "base")[1])
    assert own.template.dialect == "hermes"
    (file,) = (prepared / "demonstrations").glob("*.jsonl")
    for line in file.read_text().split("\n")[:5]:
        row = json.loads(line)
        ids, learnt = examples.example_of(own, row)
        is_answered = row["messages"][-1]["role"] != "assistant"
        text = own.tokenizer.apply_chat_template(
            row["messages"], tokenize=False, add_generation_prompt=is_answered
        )
        assert own.tokenizer.decode(ids) == (text if is_answered else text.rstrip("\n"))
        turns = own.tokenizer.decode([one for one, mine in zip(ids, learnt, strict=True) if mine])
        assert turns.count("<|im_end|>") == sum(row["learnt"])
        assert "<tool_response>" not in turns


def test_the_placebo_has_only_the_number_of_attempts() -> None:
    opening = [{"role": "system", "content": "Rules"}, {"role": "user", "content": "Hello"}]
    guided = [opening[0], {"role": "user", "content": f"Hello{ATTEMPTS}"}]
    block = "<previous_attempts>\nEarlier attempts that failed: 2.\n</previous_attempts>"
    assert placebo(guided) == [opening[0], {"role": "user", "content": f"Hello\n\n{block}"}]
    assert placebo(opening) == opening


def test_the_copy_that_plays_has_the_trained_weights(taught: Path) -> None:
    lora = Lora(base.load(taught / "base")[0].float(), DRY_RUN)
    ids = torch.tensor([[5, 6, 7, 8]])
    with torch.no_grad():
        before = lora.player(ids).logits.clone()
        lora.load(Points(taught / "sft"), DRY_RUN.sft_steps)
        lora.merge()
        after, learner = lora.player(ids).logits, lora.learner(ids).logits
    assert torch.allclose(after, learner, atol=1e-4)
    assert not torch.allclose(before, after, atol=1e-4)


def test_training_steps_raise_the_probability_of_the_target(taught: Path) -> None:
    lora = Lora(base.load(taught / "base")[0].float(), DRY_RUN)
    row = ([5, 6, 7, 8, 9], [False, False, True, True, False], 1.0)
    other = ([5, 6, 7, 8, 9, 4], [False] * 4 + [True, True], 0.0)
    losses = [lora.step([row, other], 0.01, 1)[0] for _ in range(3)]
    assert losses[0] > losses[1] > losses[2]


def test_parts_of_a_batch_stay_below_the_token_limit() -> None:
    rows = [([0] * length, [True] * length, 1.0) for length in (1, 2, 3, 4, 9)]
    sizes = [[len(ids) for ids, _, _ in part] for part in parts_of(rows, 8)]
    assert sizes == [[1, 2], [3, 4], [9]]


def test_an_epoch_has_every_example_once() -> None:
    rows = [([at], [True]) for at in range(5)]
    batches = examples.batches(rows, 2, 0)
    drawn = [ids[0] for _ in range(5) for ids, _ in next(batches)]
    assert sorted(drawn[:5]) == sorted(drawn[5:]) == list(range(5))
    assert drawn[:5] != drawn[5:]
    assert [ids[0] for ids, _ in next(examples.batches(rows, 2, 3))] == drawn[6:8]


def test_a_file_above_the_limit_is_refused_and_the_old_checkpoint_stays(tmp_path: Path) -> None:
    points = Points(tmp_path)
    points.save(1, {}, {"a": 1})
    with pytest.raises(ValueError, match="at most 16777216 are allowed"):
        points.save(2, {"large": {"x": torch.zeros(FILE_BYTES_MAX // 4)}}, {})
    assert points.numbers() == [1]
    points.save(2, {"small": {"x": torch.zeros(1)}}, {"a": 2})
    assert (points.numbers(), points.record(2)) == ([1, 2], {"a": 2})


def test_a_model_is_saved_in_small_parts(tmp_path: Path) -> None:
    whole = bytes(range(256)) * (FILE_BYTES_MAX // 256 * 10) + b"end"
    base.write_parts(tmp_path, whole)
    assert len(files_of(tmp_path)) == 11
    assert base.joined(tmp_path) == whole


def test_a_resumed_start_equals_an_uninterrupted_one(
    copy: Callable[..., Path], taught: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = copy("stopped", "base", "examples")
    assert run(work, "sft", "--minutes", "0") == UNFINISHED
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        stop_at(patch, Lora, "step", 2)
        run(work, "sft")
    assert run(work, "sft") == 0
    assert files_of(work / "sft") == files_of(taught / "sft")
    assert run(work, "sft") == 0


def test_a_resumed_gate_equals_an_uninterrupted_one(copy: Callable[..., Path], lucky: None) -> None:
    whole, stopped = copy("whole", "base", "sft"), copy("stopped", "base", "sft")
    assert run(whole, "gate") == 0
    assert run(stopped, "gate", "--minutes", "0") == UNFINISHED
    assert run(stopped, "gate") == 0
    record = read_json(whole / "gate.json")
    assert record is not None and record == read_json(stopped / "gate.json")
    assert record["passed"] is False and len(record["rows"]) == DRY_RUN.gate_seeds


@pytest.mark.parametrize("arm", list(ARMS))
def test_a_resumed_run_equals_an_uninterrupted_one(
    arm: str, copy: Callable[..., Path], lucky: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--arm", arm, "--seed", "1"]
    whole, stopped = copy("whole", "base", "sft"), copy("stopped", "base", "sft")
    assert run(whole, "train", *words) == 0
    assert run(stopped, "train", *words, "--batches", "1..2") == 1
    assert run(stopped, "train", *words, "--batches", "0..1") == 0
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        stop_at(patch, play_pieces.Run, "learn", 1)
        run(stopped, "train", *words)
    assert run(stopped, "train", *words) == 0
    assert files_of(whole / f"train-{arm}-1") == files_of(stopped / f"train-{arm}-1")
    log = Points(whole / f"train-{arm}-1").record(2)["log"]
    assert all(line["learnt"] > 0 and line["norm"] > 0 for line in log)
    assert all((line["shown_success"] is None) == (arm == "plain") for line in log)

    assert run(stopped, "evaluate", *words, "--minutes", "0") == UNFINISHED
    assert run(stopped, "evaluate", *words) == 0
    assert len(files_of(stopped / "evaluations")) == 3
    assert run(stopped, "report") == 0
    assert f"| `{arm}` | 1 |" in (stopped / "tables.md").read_text()


@pytest.mark.parametrize("arm", ["guided", "placebo"])
def test_attempts_are_in_sampled_prompts_but_in_no_trained_prompt(
    arm: str, copy: Callable[..., Path], lucky: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = copy("seen", "base", "sft")
    decode = base.load(work / "base")[1].decode
    played: list[str] = []
    learnt: list[str] = []
    write, step = chat.write, Lora.step

    def writing(model: Any, own: Chat, prompts: Any) -> Any:
        played.extend(map(decode, prompts))
        return write(model, own, prompts)

    def stepping(lora: Lora, rows: Any, *more: Any) -> Any:
        learnt.extend(decode(ids) for ids, _, _ in rows)
        return step(lora, rows, *more)

    monkeypatch.setattr(chat, "write", writing)
    monkeypatch.setattr(Lora, "step", stepping)
    assert run(work, "train", "--arm", arm, "--seed", "1", "--batches", "0..1") == 0
    shown = [text for text in played if "<previous_attempts>" in text]
    assert 0 < len(shown) < len(played)
    assert all(("What they did" in text) == (arm == "guided") for text in shown)
    assert learnt and not any("<previous_attempts>" in text for text in learnt)


def test_no_reported_run_starts_before_the_gates_are_passed(tmp_path: Path) -> None:
    job = pieces.Job(pieces.parser().parse_args(["gate", "--work", str(tmp_path)]))
    with pytest.raises(SystemExit, match="has not passed its gates"):
        play_pieces.check_gates(job, 1)
    play_pieces.check_gates(job, 21)
    write_json(tmp_path / "gate.json", {"passed": True})
    play_pieces.check_gates(job, 1)


def test_records_of_other_settings_are_refused(tmp_path: Path) -> None:
    write_json(tmp_path / "gate.json", {"start": "a", "settings": {}})
    with pytest.raises(SystemExit, match="is of another start"):
        play_pieces.checked(tmp_path / "gate.json", {"start": "b", "settings": {}})
    assert play_pieces.checked(tmp_path / "none.json", {"start": "b"}) is None


@pytest.mark.parametrize(
    "plain, guided, placebo_end, verdict",
    [
        (0.3, 0.31, 0.3, "no useful help"),
        (0.2, 0.4, 0.2, "helps"),
        (0.2, 0.4, 0.4, "inconclusive"),
    ],
)
def test_the_verdict_needs_all_pairs(
    plain: float, guided: float, placebo_end: float, verdict: str
) -> None:
    ends = {"plain": plain, "guided": guided, "placebo": placebo_end}
    runs = [curve_of(arm, seed, end) for arm, end in ends.items() for seed in SEEDS]
    assert tables.decision(runs) == verdict
    assert tables.decision(runs[:-1]) is None


def curve_of(arm: str, seed: int, end: float) -> dict[str, Any]:
    points = [(0, 0.1), (4, end), (8, end)]
    curve = [{"batch": at, "tasks": at, "tokens": at, "unseen": value} for at, value in points]
    return {"arm": arm, "seed": seed, "failures": False, "curve": curve}


def test_a_record_needs_all_evaluations_of_its_run(tmp_path: Path) -> None:
    settings = Settings(batches=1, evaluate_every=1, sft_steps=1)
    for name, number in (("sft", 1), ("train-plain-1", 1)):
        log = [{"tasks": 32, "tokens": 9}]
        points = Points(tmp_path / name)
        points.save(number, {}, {"log": log})
        (points.place(number) / "adapter_model.safetensors").write_text(name)
    marks = [Points(tmp_path / name).mark(1) for name in ("sft", "train-plain-1")]
    assert marks[0] != marks[1]
    write_json(evaluation(tmp_path, marks[0], 1), {"unseen": 0.1, "known": 0.2})
    assert tables.records_of(tmp_path, settings) == []
    write_json(evaluation(tmp_path, marks[1], 1), {"unseen": 0.3, "known": 0.4})
    (record,) = tables.records_of(tmp_path, settings)
    assert [point["tasks"] for point in record["curve"]] == [0, 32]
    assert [point["unseen"] for point in record["curve"]] == [0.1, 0.3]

"""Guards the exported data where it is used: pyarrow, datasets, verl's and TRL's own readers."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")
pytest.importorskip("verl")

from datasets import load_dataset
from omegaconf import OmegaConf
from pyarrow import parquet
from tiny import ROOT, model, tokenizer

PHONE = "phone-call-v1"
MATH = "math-feedback-v1"
FAMILIES = ["qwen2_5", "qwen3"]
FORMS = ["object", "text", "hermes"]

Row = dict[str, Any]


def backchannel(*words: str) -> str:
    command = ["node", "bin/backchannel", *words]
    ran = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the logs of real episodes: the same tasks, played well and badly."""
    folder = tmp_path_factory.mktemp("data")
    games = [
        (PHONE, "oracle"),
        (PHONE, "habit"),
        (MATH, "oracle"),
        (MATH, "student"),
        (MATH, "student-stubborn"),
    ]
    with Served(folder / "store.db") as url:
        for seed, (env, policy) in enumerate(games):
            words = ["--env", env, "--policy", policy, "--episodes", "12", "--url", url]
            backchannel("rollout", *words, "--seed", str(seed))
    return folder


class Served:
    """A server on a database, for as long as the episodes are played."""

    def __init__(self, database: Path) -> None:
        self._database = database

    def __enter__(self) -> str:
        words = ["serve", "--port", "0", "--db", str(self._database), "--log-level", "warn"]
        self._process = subprocess.Popen(
            ["node", "bin/backchannel", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found:
                return found.group(0)
        raise RuntimeError("the server did not start")

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()


def export(played: Path, name: str, *words: str) -> Path:
    """Exports into a folder of its own, and answers the file."""
    target = played / re.sub(r"\W+", "-", " ".join([*words, name]))[-120:] / name
    if not target.exists():
        target.parent.mkdir()
        source = [] if words[0] in ("rl", "prompts") else ["--db", str(played / "store.db")]
        backchannel("export", "--format", *words, *source, "--output", str(target))
    return target


def rows_of(path: Path) -> list[Row]:
    """The rows as `datasets` gives them."""
    kind = "parquet" if path.suffix == ".parquet" else "json"
    return list(load_dataset(kind, data_files=str(path), split="train", cache_dir=cache(path)))


def cache(path: Path) -> str:
    return str(path.parent / "cache")


def actions_in(text: str) -> list[tuple[str, list[Any]]]:
    """The turns of a rendered conversation, read by the rules of the server's Hermes reader."""
    turns = re.findall(r"<\|im_start\|>assistant\n(.*?)<\|im_end\|>", text, re.DOTALL)
    return [action_in(turn) for turn in turns]


def action_in(turn: str) -> tuple[str, list[Any]]:
    said = turn.rsplit("</think>", 1)[-1]
    calls = re.findall(r"<tool_call>(.*?)</tool_call>", said, re.DOTALL)
    content = re.sub(r"<tool_call>.*?</tool_call>", "", said, flags=re.DOTALL).strip()
    read = []
    for call in map(json.loads, calls):
        given = call["arguments"]
        read.append((call["name"], json.loads(given) if isinstance(given, str) else given))
    return content, read


@pytest.fixture(scope="session")
def actions(played: Path) -> dict[str, list[tuple[str, list[Any]]]]:
    """What the agent did in every episode, from the stored logs themselves."""
    path = played / "all-logs.jsonl"
    backchannel("export", "--db", str(played / "store.db"), "--output", str(path))
    found: dict[str, list[tuple[str, list[Any]]]] = {}
    for line in map(json.loads, path.read_text().splitlines()):
        if line["kind"] != "stepped":
            continue
        action = json.loads(line["payload"])["action"]
        calls = []
        for call in action.get("tool_calls") or []:
            given = call["function"]["arguments"]
            read = json.loads(given) if isinstance(given, str) else given
            calls.append((call["function"]["name"], read))
        said = (action.get("content") or "").strip()
        found.setdefault(line["episode_id"], []).append((said, calls))
    return found


def decoded_tools(row: Row) -> list[Row]:
    tools: Any = row["tools"]
    return list(json.loads(tools) if isinstance(tools, str) else tools)


def has_null(value: Any) -> bool:
    if isinstance(value, dict):
        return any(has_null(member) for member in value.values())
    if isinstance(value, list):
        return any(has_null(member) for member in value)
    return value is None


class TestConversations:
    @pytest.mark.parametrize("family", FAMILIES)
    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("ending", ["jsonl", "parquet"])
    def test_render_to_the_actions_that_were_played(
        self, played: Path, actions: Any, form: str, family: str, ending: str
    ) -> None:
        if (form, ending) == ("object", "parquet"):
            pytest.skip("objects do not fit Parquet, and are refused there")
        path = export(played, f"sft.{ending}", "sft", "--success", "any", "--arguments", form)
        rows = rows_of(path)
        assert len(rows) > 25
        tokens = tokenizer(family)
        for row in rows:
            text = tokens.apply_chat_template(
                row["messages"], tools=decoded_tools(row), tokenize=False
            )
            assert actions_in(text) == actions[row["episode_id"]]

    def test_have_no_nulls_in_parquet(self, played: Path) -> None:
        for form in ("text", "hermes"):
            path = export(played, "sft.parquet", "sft", "--success", "any", "--arguments", form)
            for row in parquet.read_table(path).to_pylist():
                assert not has_null(row)

    def test_hermes_renders_like_the_structured_form(self, played: Path) -> None:
        forms = [
            rows_of(export(played, "sft.jsonl", "sft", "--success", "any", "--arguments", form))
            for form in ("object", "hermes")
        ]
        for family in FAMILIES:
            tokens = tokenizer(family)
            for structured, written in zip(*forms, strict=True):
                one, other = (
                    tokens.apply_chat_template(
                        row["messages"], tools=decoded_tools(row), tokenize=False
                    )
                    for row in (structured, written)
                )
                assert one == other


def verl_config(**options: Any) -> Any:
    return OmegaConf.create({"max_length": 8192, "truncation": "error", **options})


class TestVerl:
    def test_reads_conversations(self, played: Path, actions: Any) -> None:
        """verl's own class, without tools, which it cannot read as text."""
        from verl.utils.dataset.multiturn_sft_dataset import MultiTurnSFTDataset

        path = export(played, "sft.parquet", "sft", "--success", "any")
        tokens = tokenizer("qwen2_5")
        config = verl_config(tools_key="none", pad_mode="no_padding")
        data = MultiTurnSFTDataset(str(path), tokens, config)
        rows = parquet.read_table(path).to_pylist()
        for place, row in enumerate(rows):
            check_loss(tokens, data[place], actions[row["episode_id"]])

    @pytest.mark.parametrize("form", ["text", "hermes"])
    def test_reads_tools_with_our_class(self, played: Path, actions: Any, form: str) -> None:
        from backchannel.verl_data import ConversationDataset

        path = export(played, "sft.parquet", "sft", "--success", "any", "--arguments", form)
        tokens = tokenizer("qwen2_5")
        config = verl_config(pad_mode="no_padding")
        data = ConversationDataset(str(path), tokens, config)
        for place, row in enumerate(parquet.read_table(path).to_pylist()):
            item = data[place]
            text = tokens.decode(item["input_ids"])
            assert "<tools>" in text
            check_loss(tokens, item, actions[row["episode_id"]])

    def test_reads_conversations_with_the_template_of_qwen3(self, played: Path) -> None:
        from backchannel.verl_data import ConversationDataset

        path = export(played, "sft.parquet", "sft", "--success", "any")
        config = verl_config(
            pad_mode="no_padding", ignore_input_ids_mismatch=True, enable_thinking_default=False
        )
        data = ConversationDataset(str(path), tokenizer("qwen3"), config)
        for item in (data[place] for place in range(len(data))):
            assert int(item["loss_mask"].sum()) > 0

    def test_learns_no_failed_turn(self, played: Path) -> None:
        from backchannel.verl_data import ConversationDataset

        path = export(played, "sft.parquet", "sft", "--mask-failed-turns", "--env", MATH)
        tokens = tokenizer("qwen2_5")
        data = ConversationDataset(str(path), tokens, verl_config(pad_mode="no_padding"))
        masked = 0
        for place, row in enumerate(parquet.read_table(path).to_pylist()):
            item = data[place]
            learned = tokens.decode(item["input_ids"][item["loss_mask"].bool()])
            turns = [m for m in row["messages"] if m["role"] == "assistant"]
            assert learned == "".join(f"{m['content']}<|im_end|>\n" for m in turns if m["train"])
            masked += sum(not m["train"] for m in turns)
        assert masked > 0

    @pytest.mark.parametrize("ending", ["jsonl", "parquet"])
    def test_reads_tasks(self, played: Path, ending: str) -> None:
        from verl.utils.dataset.rl_dataset import RLHFDataset, collate_fn

        words = ["rl", "--env", PHONE, "--split", "stream", "--from", "5", "--count", "12"]
        path = export(played, f"rl.{ending}", *words)
        config = OmegaConf.create(
            {
                "cache_dir": cache(path),
                "max_prompt_length": 4096,
                "filter_overlong_prompts": True,
                "filter_overlong_prompts_workers": None,
                "return_raw_chat": True,
            }
        )
        data = RLHFDataset(str(path), tokenizer("qwen2_5"), config)
        assert len(data) == 12
        item = data[3]
        reference = json.loads(item["extra_info"]["env"])
        assert (reference["env"], reference["split"], reference["index"]) == (PHONE, "stream", 8)
        assert len(reference["data_checksum"]) == 64
        assert item["index"] == 8
        assert item["data_source"] == PHONE
        assert item["reward_model"]["ground_truth"] == ""
        assert [message["role"] for message in item["raw_prompt"]] == ["system", "user"]
        assert len(collate_fn([data[0], data[1]])["agent_name"]) == 2

    def test_drops_tasks_that_are_too_long(self, played: Path) -> None:
        from verl.utils.dataset.rl_dataset import RLHFDataset

        path = export(played, "rl.jsonl", "rl", "--env", PHONE, "--split", "val", "--validation")
        config = OmegaConf.create(
            {
                "cache_dir": cache(path),
                "max_prompt_length": 8,
                "filter_overlong_prompts_workers": None,
            }
        )
        assert len(RLHFDataset(str(path), tokenizer("qwen2_5"), config)) == 0


def check_loss(tokens: Any, item: Row, expected: list[tuple[str, list[Any]]]) -> None:
    """What is learned is every turn of the agent, whole, and nothing else."""
    learned = tokens.decode(item["input_ids"][item["loss_mask"].bool()])
    turns = [turn for turn in learned.split("<|im_end|>\n") if turn != ""]
    assert [action_in(turn) for turn in turns] == expected


class TestTrl:
    @pytest.mark.parametrize("ending", ["jsonl", "parquet"])
    def test_prepares_conversations(self, played: Path, ending: str, tmp_path: Path) -> None:
        from trl import SFTConfig, SFTTrainer

        path = export(played, f"sft.{ending}", "sft", "--success", "any")
        data = load_dataset(
            "parquet" if ending == "parquet" else "json",
            data_files=str(path),
            split="train",
            cache_dir=cache(path),
        )
        tokens = tokenizer("qwen2_5")
        args = SFTConfig(
            output_dir=str(tmp_path),
            max_length=8192,
            assistant_only_loss=True,
            use_cpu=True,
            report_to="none",
        )
        trainer = SFTTrainer(model(tokens), args=args, train_dataset=data, processing_class=tokens)
        prepared = trainer.train_dataset
        assert len(prepared) == len(data)
        for item in prepared:
            text = tokens.decode(item["input_ids"])
            assert "<tools>" in text
            learned = [i for i, label in zip(item["input_ids"], item["labels"]) if label != -100]
            assert 0 < len(learned) < len(item["input_ids"])

    def test_learns_one_turn_per_row(self, played: Path, tmp_path: Path) -> None:
        from trl import SFTConfig, SFTTrainer

        words = ["sft", "--mask-failed-turns", "--rows", "turn", "--env", MATH]
        path = export(played, "turns.jsonl", *words)
        data = load_dataset("json", data_files=str(path), split="train", cache_dir=cache(path))
        tokens = tokenizer("qwen2_5")
        args = SFTConfig(output_dir=str(tmp_path), max_length=8192, use_cpu=True, report_to="none")
        trainer = SFTTrainer(model(tokens), args=args, train_dataset=data, processing_class=tokens)
        for item, row in zip(trainer.train_dataset, data):
            learned = [i for i, label in zip(item["input_ids"], item["labels"]) if label != -100]
            content, calls = action_in(tokens.decode(learned).split("<|im_end|>")[0])
            [turn] = row["completion"]
            assert content == turn["content"].strip()
            names = [call["function"]["name"] for call in turn["tool_calls"]]
            assert [name for name, _ in calls] == names

    @pytest.mark.parametrize("ending", ["jsonl", "parquet"])
    def test_prepares_pairs(self, played: Path, ending: str, tmp_path: Path) -> None:
        from trl import DPOConfig, DPOTrainer

        path = export(played, f"pairs.{ending}", "preference")
        rows = rows_of(path)
        assert len(rows) > 3
        data = load_dataset(
            "parquet" if ending == "parquet" else "json",
            data_files=str(path),
            split="train",
            cache_dir=cache(path),
        )
        tokens = tokenizer("qwen2_5")
        args = DPOConfig(output_dir=str(tmp_path), max_length=8192, use_cpu=True, report_to="none")
        trainer = DPOTrainer(
            model(tokens), model(tokens), args=args, train_dataset=data, processing_class=tokens
        )
        for item, row in zip(trainer.train_dataset, rows):
            assert row["chosen_reward"] - row["rejected_reward"] >= 0.1
            prompt = tokens.decode(item["prompt_ids"])
            assert prompt.endswith("<|im_start|>assistant\n")
            assert "<tools>" in prompt
            assert item["chosen_ids"][:1] and item["chosen_ids"] != item["rejected_ids"]

    def test_reads_prompts(self, played: Path) -> None:
        path = export(played, "prompts.jsonl", "prompts", "--env", MATH, "--count", "5")
        rows = rows_of(path)
        assert [row["index"] for row in rows] == [0, 1, 2, 3, 4]
        for row in rows:
            [message] = row["prompt"]
            assert message["role"] == "user"
            assert json.loads(message["content"])["data_checksum"] == row["data_checksum"]

    def test_prepares_general_chats(self, played: Path, tmp_path: Path) -> None:
        """Rows as smol-smoltalk and ultrafeedback_binarized have them, in one form."""
        from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer

        chat, pairs = tmp_path / "chat.jsonl", tmp_path / "feedback.jsonl"
        user, yes, no = (
            {"role": role, "content": text}
            for role, text in (("user", "Is it?"), ("assistant", "Yes."), ("assistant", "No."))
        )
        chat.write_text(json.dumps({"messages": [user, yes], "source": "x"}) + "\n")
        pair = {"prompt": "Is it?", "prompt_id": "x", "score_chosen": 9.0, "score_rejected": 2.0}
        pair |= {"chosen": [user, yes], "rejected": [user, no], "messages": [user, yes]}
        pairs.write_text(json.dumps(pair) + "\n")
        tokens = tokenizer("qwen2_5")
        options = {"output_dir": str(tmp_path / "out"), "use_cpu": True, "report_to": "none"}
        loaded = {}
        for form, source in (("sft", chat), ("preference", pairs), ("prompts", pairs)):
            out = tmp_path / f"{form}.parquet"
            backchannel("export", "--format", form, "--chat", str(source), "--output", str(out))
            loaded[form] = load_dataset(
                "parquet", data_files=str(out), split="train", cache_dir=cache(out)
            )
        assert loaded["prompts"].column_names == ["prompt"]
        sft = SFTTrainer(
            model(tokens),
            args=SFTConfig(**options),
            train_dataset=loaded["sft"],
            processing_class=tokens,
        )
        assert "Yes." in tokens.decode(sft.train_dataset[0]["input_ids"])
        dpo = DPOTrainer(
            model(tokens),
            model(tokens),
            args=DPOConfig(**options),
            train_dataset=loaded["preference"],
            processing_class=tokens,
        )
        [item] = dpo.train_dataset
        assert tokens.decode(item["chosen_ids"]) == "Yes.<|im_end|>\n"
        assert tokens.decode(item["rejected_ids"]) == "No.<|im_end|>\n"

    def test_folders_hold_rows_alone(self, played: Path) -> None:
        """The manifest beside the rows is not taken for rows, where a whole folder is loaded."""
        path = export(played, "prompts.jsonl", "prompts", "--env", MATH, "--count", "5")
        assert Path(f"{path}.manifest").exists()
        [data] = load_dataset(str(path.parent), cache_dir=cache(path)).values()
        assert len(data) == 5

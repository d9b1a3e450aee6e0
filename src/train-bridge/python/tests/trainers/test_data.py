"""Guards the exported data where it is used: pyarrow, datasets, verl's and TRL's own readers."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")
pytest.importorskip("verl")

from datasets import load_dataset
from exported import (
    FAMILIES,
    MATH,
    PHONE,
    WRITTEN,
    Row,
    action_in,
    actions_in,
    backchannel,
    cache,
    decoded_tools,
    export,
    has_null,
    rows_of,
)
from omegaconf import OmegaConf
from pyarrow import parquet
from tiny import ROOT, model, tokenizer


class TestConversations:
    @pytest.mark.parametrize("family", FAMILIES)
    @pytest.mark.parametrize(("form", "ending"), WRITTEN)
    def test_render_to_the_actions_that_were_played(
        self, played: Path, actions: Any, form: str, family: str, ending: str
    ) -> None:
        path = export(played, f"sft.{ending}", "sft", "--success", "any", "--arguments", form)
        rows = rows_of(path)
        assert len(rows) > 25
        tokens = tokenizer(family)
        for row in rows:
            text = tokens.apply_chat_template(
                row["messages"], tools=decoded_tools(row), tokenize=False
            )
            assert actions_in(text) == actions[row["episode_id"]]

    def test_are_refused_as_objects_in_parquet(self, played: Path) -> None:
        words = ["--arguments", "object", "--output", str(played / "objects.parquet")]
        command = ["node", "bin/backchannel", "export", "--format", "sft", *words]
        ran = subprocess.run(
            [*command, "--db", str(played / "store.db")], cwd=ROOT, capture_output=True, check=False
        )
        assert ran.returncode == 2
        assert b"Parquet" in ran.stderr and b"hermes" in ran.stderr
        assert not (played / "objects.parquet").exists()

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

    @pytest.mark.parametrize("family", FAMILIES)
    def test_reads_conversations_that_ask_for_feedback(self, tmp_path: Path, family: str) -> None:
        from backchannel.verl_data import ConversationDataset

        lines = []
        for problem in range(3):
            for iteration in range(problem + 1):
                line = {"original_question": f"What is {problem}?", "iteration": iteration}
                line |= {"full_response": [f"\\boxed{{{iteration}}}"], "feedback": ["Look again."]}
                lines.append(line | {"is_correct": iteration == problem})
        (tmp_path / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        path = tmp_path / "feedback.parquet"
        words = ["feedback-sft", str(tmp_path / "log.jsonl"), "--arguments", "text"]
        backchannel("convert", *words, "--out", str(path))
        tokens = tokenizer(family)
        options = {"ignore_input_ids_mismatch": True, "enable_thinking_default": False}
        data = ConversationDataset(str(path), tokens, verl_config(pad_mode="no_padding", **options))
        assert len(data) == 3
        for problem, item in enumerate(data[place] for place in range(3)):
            learned = tokens.decode(item["input_ids"][item["loss_mask"].bool()])
            turns = [action_in(turn) for turn in learned.split("<|im_end|>\n") if turn]
            answers = [f"\\boxed{{{iteration}}}" for iteration in range(problem + 1)]
            assert [
                content.removeprefix("<think>\n\n</think>").strip() for content, _ in turns
            ] == answers
            asked = {"current_answer": answers[0], "reasoning": ""}
            calls = [call for _, calls in turns for call in calls]
            assert calls[:1] == ([("get_feedback", asked)] if problem else [])
            assert len(calls) == problem

    def test_trains_no_failed_turn(self, played: Path) -> None:
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

    def test_trains_one_turn_per_row(self, played: Path, tmp_path: Path) -> None:
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

    def test_loads_a_folder_without_its_manifest(self, played: Path) -> None:
        """The manifest beside the rows is not taken for rows, where a whole folder is loaded."""
        path = export(played, "prompts.jsonl", "prompts", "--env", MATH, "--count", "5")
        assert Path(f"{path}.manifest").exists()
        [data] = load_dataset(str(path.parent), cache_dir=cache(path)).values()
        assert len(data) == 5

"""Guards that a model is trained in the mode of its run, however its template takes the mode."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")

import datasets
import trl
import yaml
from test_trl_rollouts import player
from tiny import chat_template, model, tokenizer

from backchannel import trl_supervised
from backchannel.serve_chat import mode_words
from backchannel.thinking import ModeError, detect_way, template_arguments
from backchannel.trl import RolloutFunction

#: As Nemotron Nano 2 writes it: the template looks for words in the messages.
WORDS = (
    "{%- set seen = namespace(thinks=true) -%}{%- for message in messages -%}"
    "{%- if '/no_think' in message.content -%}{%- set seen.thinks = false -%}{%- endif -%}"
    "<|im_start|>{{ message.role }}\n{{ message.content.replace('/no_think', '')"
    ".replace('/think', '').strip() }}<|im_end|>\n{% endfor -%}{%- if add_generation_prompt -%}"
    "<|im_start|>assistant\n{{ '<think>\n' if seen.thinks else '<think></think>' }}{%- endif -%}"
)
ASKED = [{"role": "user", "content": "Is it?"}]
WITH_BOTH_MODES = ["qwen3", "qwen3_5_think", "glm4moe", "nemotron_3_nano", "gemma4_v5", "words"]


def tokens_of(family: str) -> Any:
    tokens = copy.deepcopy(tokenizer())
    tokens.chat_template = WORDS if family == "words" else chat_template(family)
    return tokens


def rendered(tokens: Any, thinking: bool | None, messages: Any = ASKED) -> str:
    options = template_arguments(tokens, thinking)
    return str(
        tokens.apply_chat_template(messages, tokenize=False, add_generation_prompt=True, **options)
    )


@pytest.mark.parametrize("family", WITH_BOTH_MODES)
def test_the_two_modes_are_rendered_differently(family: str) -> None:
    tokens = tokens_of(family)
    off, on = rendered(tokens, False), rendered(tokens, True)
    assert off != on
    assert rendered(tokens, False) == off
    system = [{"role": "system", "content": "Be brief."}, *ASKED]
    assert "Be brief." in rendered(tokens, False, system)


@pytest.mark.parametrize("family", WITH_BOTH_MODES)
def test_setting_a_mode_again_never_changes_the_template_meanwhile(
    family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """verl sets the mode for each rollout, while other rollouts render with the same tokenizer."""
    tokens = tokens_of(family)
    first = template_arguments(tokens, False)
    seen = [tokens.chat_template]
    kind = type(tokens)
    monkeypatch.setattr(
        kind,
        "__setattr__",
        lambda one, name, value: (
            seen.append(value) if name == "chat_template" else None,
            object.__setattr__(one, name, value),
        ),
    )
    assert template_arguments(tokens, False) == first
    assert len(set(seen)) == 1
    assert template_arguments(tokens, True) != first or len(set(seen)) > 1


def test_a_template_that_was_replaced_gets_the_mode_too() -> None:
    tokens = tokens_of("words")
    off = rendered(tokens, False)
    tokens.chat_template = WORDS
    assert rendered(tokens, False) == off
    tokens.chat_template = chat_template("qwen3")
    assert template_arguments(tokens, False) == {"enable_thinking": False}


@pytest.mark.parametrize(
    ("family", "way", "missing"),
    [
        ("gptoss", "effort", False),
        ("deepseek_r1_distill", "always", False),
        ("qwen2_5", "never", True),
        ("llama3_2", "never", True),
    ],
)
def test_a_mode_that_a_template_lacks_is_refused_with_a_remedy(
    family: str, way: str, missing: bool
) -> None:
    tokens = tokens_of(family)
    assert detect_way(tokens) == way
    with pytest.raises(ModeError, match="Set thinking to"):
        template_arguments(tokens, missing)
    assert template_arguments(tokens, not missing) == {}


def test_a_served_model_has_the_mode_without_request_arguments() -> None:
    assert mode_words(tokens_of("qwen3"), None) == []
    words = ["--default-chat-template-kwargs", '{"enable_thinking": false}']
    assert mode_words(tokens_of("qwen3"), False) == words
    option, path = mode_words(tokens_of("words"), False)
    assert option == "--chat-template"
    assert "/no_think" in Path(path).read_text()
    Path(path).unlink()


class TestRolloutFunction:
    def options(self, theirs: Any = None, **given: Any) -> dict[str, Any]:
        trainer = player()
        trainer.processing_class = tokens_of("qwen3")
        trainer.args = type("Args", (), {"chat_template_kwargs": theirs})()
        return RolloutFunction("http://127.0.0.1:1", run="mode", **given)._options_for(trainer)

    def test_the_mode_comes_from_its_argument_or_the_trainer(self) -> None:
        off = {"enable_thinking": False}
        assert self.options(thinking=False) == off
        assert self.options(theirs=off) == off
        assert self.options(theirs=off, thinking=False) == off
        assert self.options() == {}

    def test_two_different_modes_are_refused(self) -> None:
        with pytest.raises(ValueError, match="different thinking modes"):
            self.options(theirs={"enable_thinking": True}, thinking=False)


PAIR = {
    "prompt": ASKED,
    "chosen": [{"role": "assistant", "content": "Yes."}],
    "rejected": [{"role": "assistant", "content": "No."}],
}


class TestSupervised:
    def trained(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, *, method: str, thinking: bool
    ) -> str:
        """The prompt of the first row as TRL has prepared it: what is not learned, as text."""
        monkeypatch.setattr(datasets, "load_dataset", datasets.load_dataset)
        tokens = tokens_of("qwen3")
        rows = folder / "rows"
        rows.mkdir(parents=True)
        conversation = [*ASKED, *PAIR["chosen"]]
        row = PAIR if method == "dpo" else {"prompt": ASKED, "completion": conversation[1:]}
        (rows / "train.jsonl").write_text(json.dumps(row) + "\n")
        trainer = trl.DPOTrainer if method == "dpo" else trl.SFTTrainer
        seen: list[str] = []

        def train(self: Any, **_: Any) -> None:
            item = self.train_dataset[0]
            if method == "sft":
                labels = item["labels"]
                ids = [i for i, label in zip(item["input_ids"], labels, strict=True) if label < 0]
            else:
                ids = item["prompt_ids"]
            seen.append(tokens.decode(ids))

        monkeypatch.setattr(trainer, "train", train)
        settings = {
            "model_name_or_path": model(tokens).name_or_path,
            "dataset_name": str(rows),
            "output_dir": str(folder / "out"),
            "use_cpu": True,
            "report_to": "none",
            "backchannel": {"thinking": thinking},
        }
        config = folder / "trl.yaml"
        config.write_text(yaml.safe_dump(settings))
        trl_supervised.main([method, "--config", str(config)])
        return seen[0]

    @pytest.mark.parametrize("method", ["sft", "dpo"])
    @pytest.mark.parametrize("thinking", [False, True])
    def test_training_and_evaluation_have_the_same_prompt(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, thinking: bool
    ) -> None:
        text = self.trained(tmp_path, monkeypatch, method=method, thinking=thinking)
        assert text == rendered(tokens_of("qwen3"), thinking)

    def test_rows_that_were_exported_in_the_other_mode_are_refused(self) -> None:
        add = trl_supervised.mode_column(tokens_of("qwen3"), False)
        row = {**PAIR, "chat_template_kwargs": {"enable_thinking": True}}
        with pytest.raises(ModeError, match="exported with thinking on"):
            add(datasets.Dataset.from_list([row]))

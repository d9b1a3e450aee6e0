"""The ways in which chat templates accept a thinking mode.

A template is identified by its output, not by the model's name. A way applies if the template
renders different text for the two modes. `docs/training.md` lists the ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    # `probe` loads this file by its path, without the package.
    from .protocols import Tokenizer


class ModeError(ValueError):
    """A mode that the template does not support, with a remedy."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(f"{message}. {remedy}")
        self.message = message
        self.remedy = remedy


@dataclass(frozen=True)
class Way:
    """One way in which templates accept the mode."""

    #: Examples, for people.
    families: str
    #: The template's arguments by mode. A missing mode is not supported.
    arguments: Mapping[bool, Mapping[str, Any]]
    #: Words at the end of the system message instead, by mode.
    words: Mapping[bool, str] | None = None


def _switch(name: str) -> dict[bool, dict[str, Any]]:
    return {mode: {name: mode} for mode in (False, True)}


#: In order: the first way that changes the template's output applies.
WAYS: dict[str, Way] = {
    "enable_thinking": Way("Qwen3, GLM 4.5, Nemotron 3, Gemma 4", _switch("enable_thinking")),
    "thinking": Way("DeepSeek 3.1, Granite 3.2", _switch("thinking")),
    "words": Way("Nemotron Nano 2", {False: {}, True: {}}, {False: "/no_think", True: "/think"}),
    "effort": Way("gpt-oss", {True: {}}),
    "always": Way("DeepSeek R1, Qwen3 Thinking", {True: {}}),
    "never": Way("Qwen2.5, Llama 3", {False: {}}),
}

_SYSTEM = "Be brief."
_EFFORTS = ("low", "high")
_WHY = {
    "effort": "takes an effort of thinking and cannot turn it off",
    "always": "opens a thought at every turn and has no switch",
    "never": "has no switch that lets the model think",
}


def detect_way(tokenizer: Tokenizer) -> str:
    """The way in which a tokenizer's chat template takes the mode: a key of `WAYS`."""
    for name, way in WAYS.items():
        if way.words is not None:
            texts = [_rendered(tokenizer, word).replace(word, "") for word in way.words.values()]
        elif name == "effort":
            texts = [_rendered(tokenizer, reasoning_effort=effort) for effort in _EFFORTS]
        elif len(way.arguments) > 1:
            texts = [_rendered(tokenizer, **given) for given in way.arguments.values()]
        else:
            continue
        if texts[0] != texts[1]:
            return name
    return "always" if _rendered(tokenizer).rstrip().endswith("<think>") else "never"


def template_arguments(tokenizer: Tokenizer, thinking: bool | None) -> dict[str, Any]:
    """The arguments for the tokenizer's chat template in a mode.

    If the template reads words in the system message instead, this writes them into the tokenizer's
    template, which is saved with it.

    :param thinking: None leaves the mode to the template
    :raises ModeError: if the template cannot be set to that mode
    """
    if thinking is None:
        return {}
    last = _last_modes.get(tokenizer)
    if last is not None and last[:2] == (thinking, _template_of(tokenizer)):
        # Each rollout of verl calls this while others render, so the template must not change.
        return dict(last[2])
    _set_words(tokenizer, None)
    name = detect_way(tokenizer)
    way = WAYS[name]
    if thinking not in way.arguments:
        mode, other_mode = ("on", "off") if thinking else ("off", "on")
        raise ModeError(
            f"thinking cannot be {mode}: the chat template {_WHY[name]}, as that of {way.families}",
            f"Set thinking to {other_mode}, or use a model that has both modes.",
        )
    if way.words is not None:
        _set_words(tokenizer, way.words[thinking])
    arguments = dict(way.arguments[thinking])
    _last_modes[tokenizer] = (thinking, _template_of(tokenizer), arguments)
    return dict(arguments)


#: Of each tokenizer: the last mode, the template after it was set, and the arguments for it.
_last_modes: WeakKeyDictionary[Any, tuple[bool, Any, dict[str, Any]]] = WeakKeyDictionary()


def _template_of(tokenizer: Any) -> Any:
    return getattr(tokenizer, "chat_template", None)


def mode_named(word: str | None) -> bool | None:
    """The mode that `--thinking on|off` names."""
    return None if word is None else word == "on"


def both_arguments(thinking: bool) -> dict[str, bool]:
    """The arguments for a mode if only a server has the template; see `WAYS`."""
    return {"enable_thinking": thinking, "thinking": thinking}


def mode_in(options: Mapping[str, Any] | None) -> bool | None:
    """The mode in the arguments of a chat template; None if they have none."""
    for name in ("enable_thinking", "thinking"):
        option = (options or {}).get(name)
        if option is not None:
            return bool(option)
    return None


def check_modes(of_rows: Iterable[Any], thinking: bool | None) -> None:
    """Compares the mode of exported rows with that of the run.

    :raises ModeError: if the mode of a row differs
    """
    for mode in of_rows:
        if None not in (mode, thinking) and bool(mode) != thinking:
            raise ModeError(
                f"rows were exported with thinking {'on' if mode else 'off'}, and the run trains "
                "in the other mode",
                "Set the run's thinking, or export the rows again with --thinking.",
            )


def arguments_for(tokenizer: Tokenizer, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments with which a template renders in the mode of `options`.

    :raises ModeError: if the template cannot be set to that mode
    """
    return {**(options or {}), **template_arguments(tokenizer, mode_in(options))}


def arguments_in_one_mode(
    tokenizer: Tokenizer,
    thinking: bool | None,
    own: Mapping[str, Any],
    of_trainer: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """The arguments of a rollout function and of its trainer together, in the mode of both.

    :raises ModeError: if their modes differ, or the template cannot be set to that mode
    """
    modes = {thinking, mode_in(own), mode_in(of_trainer)} - {None}
    if len(modes) > 1:
        raise ModeError(
            "RolloutFunction and the trainer's chat_template_kwargs have different thinking modes",
            "Set the mode in one of them.",
        )
    options = {**(of_trainer or {}), **own}
    return {**options, **template_arguments(tokenizer, *modes or [None])}


_BEGIN, _END = "{#- backchannel: words of the mode -#}", "{#- backchannel: as it was -#}"


def _set_words(tokenizer: Any, word: str | None) -> None:
    """Makes the template append a word to every system message; None restores it."""
    template = _template_of(tokenizer)
    if not isinstance(template, str):
        return
    was = template.split(_END, 1)[1] if template.startswith(_BEGIN) else template
    if word is None:
        if was != template:
            tokenizer.chat_template = was
        return
    tokenizer.chat_template = (
        f"{_BEGIN}{{%- if messages and messages[0]['role'] == 'system' -%}}"
        "{%- set messages = [{'role': 'system', 'content': messages[0]['content'] ~ "
        f"'\\n{word}'}}] + messages[1:] -%}}{{%- else -%}}"
        f"{{%- set messages = [{{'role': 'system', 'content': '{word}'}}] + messages -%}}"
        f"{{%- endif -%}}{_END}{was}"
    )


def _rendered(tokenizer: Tokenizer, word: str = "", **options: Any) -> str:
    system = {"role": "system", "content": f"{_SYSTEM}\n{word}" if word else _SYSTEM}
    question = {"role": "user", "content": "Where do I look this up?"}
    # Some templates refuse a system message.
    rendered = _render(tokenizer, [system, question], options)
    return rendered or _render(tokenizer, [question], options) or ""


def _render(
    tokenizer: Tokenizer, messages: list[dict[str, str]], options: Mapping[str, Any]
) -> str | None:
    try:
        return str(
            tokenizer.apply_chat_template(
                messages, tokenize=False, add_generation_prompt=True, **options
            )
        )
    except Exception:  # noqa: BLE001 - a template may raise anything
        return None

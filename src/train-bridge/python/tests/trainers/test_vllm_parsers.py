"""Guards that raw text is read as vLLM's own parsers read it, in every dialect that it knows.

Run by `npm run suite dialects`, which installs vLLM without what it needs to serve: its parsers run
on any machine.
"""

from __future__ import annotations

import json
import random
import subprocess
from typing import Any

import pytest

pytest.importorskip("vllm.tool_parsers")

from tiny import ROOT
from vllm.entrypoints.openai.chat_completion.protocol import ChatCompletionRequest
from vllm.tool_parsers import ToolParserManager

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "look_up",
            "description": "",
            "parameters": {
                "type": "object",
                "properties": {
                    "query": {"type": "string"},
                    "limit": {"type": "integer"},
                    "exact": {"type": "boolean"},
                    "near": {"type": "array", "items": {"type": "number"}},
                    "weight": {"type": "number"},
                    "floor": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                },
            },
        },
    },
    {
        "type": "function",
        "function": {"name": "hang_up", "parameters": {"type": "object", "properties": {}}},
    },
]
#: Tokens of their own, as the parsers look them up.
MARKS = [
    "<think>",
    "</think>",
    "<tool_call>",
    "</tool_call>",
    "<|tool_call_start|>",
    "<|tool_call_end|>",
    "[TOOL_CALLS]",
    "[ARGS]",
    "[CALL_ID]",
    "[THINK]",
    "[/THINK]",
    "<|python_tag|>",
    "<｜tool▁calls▁begin｜>",
    "<｜tool▁calls▁end｜>",
    "<｜tool▁call▁begin｜>",
    "<｜tool▁call▁end｜>",
    "<｜tool▁sep｜>",
    "<｜DSML｜function_calls>",
    "</｜DSML｜function_calls>",
    "<｜DSML｜tool_calls>",
    "</｜DSML｜tool_calls>",
    *["<|channel>", "<channel|>", "<|tool_call>", "<tool_call|>", "<|turn>", "<|tool_response>"],
    *["<|tool_calls_section_begin|>", "<|tool_calls_section_end|>", "<|tool_call_begin|>"],
    *["<|tool_call_argument_begin|>", '<|"|>'],
]


class Letters:
    """As much of a tokenizer as the parsers use: a token for each letter and each mark."""

    eos_token_id = 1
    bos_token_id = 2
    chat_template = None
    all_special_ids: tuple[int, ...] = ()
    all_special_tokens: tuple[str, ...] = ()

    def get_vocab(self) -> dict[str, int]:
        return {mark: place + 1000 for place, mark in enumerate(MARKS)}

    @property
    def vocab(self) -> dict[str, int]:
        return self.get_vocab()

    def encode(self, text: str, **_: Any) -> list[int]:
        return [ord(letter) + 10_000 for letter in text]

    def decode(self, ids: Any, **_: Any) -> str:
        return "".join(chr(one - 10_000) for one in ids if one >= 10_000)

    def convert_tokens_to_ids(self, token: str) -> int | None:
        return self.get_vocab().get(token)


def qwen(*given: tuple[str, str]) -> str:
    lines = "".join(f"<parameter={key}>\n{text}\n</parameter>\n" for key, text in given)
    return f"<tool_call>\n<function=look_up>\n{lines}</function>\n</tool_call>"


def glm(*given: tuple[str, str]) -> str:
    pairs = "".join(
        f"<arg_key>{key}</arg_key>\n<arg_value>{text}</arg_value>\n" for key, text in given
    )
    return f"<tool_call>look_up\n{pairs}</tool_call>"


def hermes(given: str) -> str:
    return f'<tool_call>\n{{"name": "look_up", "arguments": {given}}}\n</tool_call>'


def lfm2(given: str) -> str:
    return f"<|tool_call_start|>[look_up({given})]<|tool_call_end|>"


def deepseek(given: str) -> str:
    return f"<｜tool▁call▁begin｜>look_up<｜tool▁sep｜>{given}<｜tool▁call▁end｜>"


def dsml(word: str, *given: tuple[str, str, str]) -> str:
    lines = "".join(
        f'<｜DSML｜parameter name="{key}" string="{is_text}">{text}</｜DSML｜parameter>\n'
        for key, is_text, text in given
    )
    invoke = f'<｜DSML｜invoke name="look_up">\n{lines}</｜DSML｜invoke>'
    return f"<｜DSML｜{word}>\n{invoke}\n</｜DSML｜{word}>"


def gemma(given: str) -> str:
    return f"<|tool_call>call:look_up{{{given}}}<tool_call|>"


def kimi(*calls: str) -> str:
    listed = "".join(f"<|tool_call_begin|>{call}<|tool_call_end|>" for call in calls)
    return f"<|tool_calls_section_begin|>{listed}<|tool_calls_section_end|>"


def kimi_call(given: str, name: str = "functions.look_up:0") -> str:
    return f"{name}<|tool_call_argument_begin|>{given}"


Q = '<|"|>'
#: Arguments of Gemma 4, as its templates write them and as its models vary them.
GEMMA = [
    f"query:{Q}lift{Q}",
    f'exact:true,floor:null,limit:3,near:[-1,2.5],query:{Q}a "b" {{c}} [d], e: f{Q}',
    f"query:{Q}line\nline{Q},weight:2.0",
    f"query : {Q}ü 東{Q} ,\n limit: -7",
    f"{Q}query{Q}:{Q}quoted key{Q}",
    f"floor:null,query:{Q}{Q},weight:1e-05",
    f"unknown:{{a:[{Q}b{Q},{{c:{Q}d{Q}}}]}},near:[]",
    "exact:True,floor:none,limit:five,near:[1,one]",
    "query:42,floor:10:30,weight:.5,limit:+3",
    f"query:{Q}first{Q},query:{Q}last{Q}",
    "query:bare words",
    "",
]
BARE = [
    [("query", "lift")],
    [("query", "42"), ("limit", "3")],
    [("query", 'a "b" \\ {c} & <d>'), ("exact", "true")],
    [("query", "line\nline"), ("exact", "False"), ("near", "[1, 2.5]")],
    [("query", "ü 東"), ("floor", "null"), ("weight", "2.0")],
    [("query", ""), ("floor", "ground"), ("weight", "1e-3")],
    [("limit", "five"), ("near", "one"), ("weight", "heavy")],
    [("query", "  spaced  "), ("limit", "-7"), ("exact", "0")],
    [("unknown", "5")],
    [],
]
JSON = [
    '{"query": "lift"}',
    '{"query": "a \\"b\\" {c} [d]", "limit": 3, "exact": true, "near": [1, 2.5]}',
    '{"query": "ü \\u00fc", "floor": null}',
    "{}",
]
PYTHON = [
    "query='lift'",
    'query="it\'s", limit=3, exact=True, near=[-1, 2.5], floor=None',
    "query='it\\'s \\u00fc\\n', weight=1e-3",
    "query='raw\nline', limit=007",
    "query='say 'hi' now'",
    "near=(1, 2), exact=false",
    "",
]


def arguments(dice: random.Random) -> dict[str, Any]:
    """Random arguments of the schema. Their texts have no marks, at which vLLM would cut them."""
    letters = "ab ,:\nü東🦜{}[]()'\"\\0123"
    texts = ["".join(dice.choices(letters, k=dice.randint(1, 12))) + "." for _ in range(2)]
    given: dict[str, Any] = {
        "query": texts[0],
        "limit": dice.randint(-(10**9), 10**9),
        "exact": dice.random() < 0.5,
        "near": [dice.uniform(-1, 1) * 10.0 ** dice.randint(-9, 9) for _ in range(3)],
        "weight": dice.uniform(-1, 1) * 10.0 ** dice.randint(-9, 9),
        "floor": dice.choice([None, texts[1]]),
    }
    return {key: given[key] for key in dice.sample(list(given), dice.randrange(len(given) + 1))}


def as_gemma(value: Any) -> str:
    """A value as the templates of Gemma 4 write it."""
    if isinstance(value, str):
        return f"{Q}{value}{Q}"
    if isinstance(value, list):
        return f"[{','.join(as_gemma(each) for each in value)}]"
    return json.dumps(value)


RANDOM = [arguments(random.Random(seed)) for seed in range(40)]
TEXTS: list[tuple[str, str, str]] = [
    *[("hermes", "hermes", hermes(given)) for given in JSON],
    ("hermes", "hermes", f"Both.\n{hermes(JSON[0])}\n{hermes(JSON[1])}"),
    *[("qwen3_xml", "qwen3_coder", qwen(*given)) for given in BARE],
    ("qwen3_xml", "qwen3_coder", f"Both.\n{qwen(*BARE[0])}\n{qwen(*BARE[1])}"),
    ("qwen3_xml", "qwen3_coder", "<function=hang_up>\n</function>"),
    ("nemotron_3", "qwen3_coder", f"Thought.\n</think>\n{qwen(*BARE[3])}"),
    *[("glm", "glm47", glm(*given)) for given in BARE],
    ("glm", "glm45", f"<think>Hm.</think>\n{glm(*BARE[1])}\n{glm(*BARE[3])}"),
    ("glm", "glm47", "<tool_call>hang_up</tool_call>"),
    *[
        ("llama_json", "llama3_json", f'{{"name": "look_up", "parameters": {given}}}')
        for given in JSON
    ],
    (
        "llama_json",
        "llama4_json",
        (
            '<|python_tag|>{"name": "look_up", "parameters": {"query": "x"}}; '
            '{"name": "hang_up", "arguments": {}}'
        ),
    ),
    *[("mistral", "mistral", f"[TOOL_CALLS]look_up[ARGS]{given}") for given in JSON],
    ("mistral", "mistral", '[TOOL_CALLS]look_up[ARGS]{"limit": 1}[TOOL_CALLS]hang_up[ARGS]{}'),
    *[
        (
            "deepseek",
            "deepseek_v31",
            f"I look.<｜tool▁calls▁begin｜>{deepseek(given)}<｜tool▁calls▁end｜>",
        )
        for given in JSON
    ],
    (
        "deepseek",
        "deepseek_v3",
        (
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>look_up\n```json\n"
            f"{JSON[1]}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
        ),
    ),
    *[
        (
            "deepseek_dsml",
            parser,
            dsml(word, ("query", "true", "5"), ("limit", "false", "5"), ("near", "false", "[1]")),
        )
        for parser, word in (("deepseek_v32", "function_calls"), ("deepseek_v4", "tool_calls"))
    ],
    ("deepseek_dsml", "deepseek_v32", dsml("function_calls", ("query", "true", " a\n<b> "))),
    *[("lfm2", "lfm2", lfm2(given)) for given in PYTHON],
    ("lfm2", "lfm2", "<|tool_call_start|>[hang_up(), look_up(limit=2)]<|tool_call_end|>"),
    *[("gemma_4", "gemma4", gemma(given)) for given in GEMMA],
    ("gemma_4", "gemma4", f"Both.{gemma(GEMMA[0])}<|tool_call>call:hang_up{{}}<tool_call|>"),
    ("gemma_4", "gemma4", f"<|channel>thought\nHm.\n<channel|>{gemma(GEMMA[1])}"),
    ("gemma_4", "gemma4", f"<|tool_call>:look_up{{query:{Q}bare{Q}}}<tool_call|>"),
    *[("kimi_k2", "kimi_k2", kimi(kimi_call(given))) for given in JSON],
    *[
        ("gemma_4", "gemma4", gemma(",".join(f"{k}:{as_gemma(v)}" for k, v in given.items())))
        for given in RANDOM
    ],
    *[("kimi_k2", "kimi_k2", kimi(kimi_call(json.dumps(given)))) for given in RANDOM],
    ("kimi_k2", "kimi_k2", f"Both.{kimi(kimi_call(JSON[0]), kimi_call('{}', 'hang_up:1'))}"),
    ("kimi_k2", "kimi_k2", f"Hm.</think>I look.{kimi(kimi_call(JSON[1]))}"),
    ("kimi_k2", "kimi_k2", kimi(f"\n{kimi_call('', 'functions.hang_up:12')}\n")),
    ("kimi_k2", "kimi_k2", kimi(kimi_call(JSON[0])).replace("<|tool_call_end|>", "")),
    *[
        (dialect, parser, "There is {nothing} to [call] here: a < b.")
        for dialect, parser in (
            *(("hermes", "hermes"), ("qwen3_xml", "qwen3_coder"), ("glm", "glm47")),
            *(("llama_json", "llama3_json"), ("mistral", "mistral"), ("lfm2", "lfm2")),
            *(("deepseek", "deepseek_v31"), ("gemma_4", "gemma4"), ("kimi_k2", "kimi_k2")),
        )
    ],
]


@pytest.fixture(scope="module")
def ours() -> list[list[tuple[str, Any]]]:
    lines = [json.dumps({"dialect": d, "text": text, "tools": TOOLS}) for d, _, text in TEXTS]
    process = subprocess.run(
        ["node", "bin/backchannel", "dialects", "--read"],
        cwd=ROOT,
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    return [calls(json.loads(line)["calls"]) for line in process.stdout.splitlines()]


def calls(listed: list[Any]) -> list[tuple[str, Any]]:
    found = []
    for call in listed:
        given = call["function"]["arguments"]
        read = json.loads(given) if isinstance(given, str) else given
        found.append((call["function"]["name"], read))
    return found


@pytest.mark.parametrize("place", range(len(TEXTS)))
def test_vllms_parsers_read_the_same_calls(place: int, ours: list[Any]) -> None:
    _, parser, text = TEXTS[place]
    request = ChatCompletionRequest(model="m", messages=[], tools=TOOLS)
    # Thoughts are taken off before, by another parser.
    parsed = ToolParserManager.get_tool_parser(parser)(Letters(), request.tools).extract_tool_calls(
        text.split("</think>")[-1], request
    )
    theirs = calls([call.model_dump() for call in parsed.tool_calls])
    assert ours[place] == theirs, text

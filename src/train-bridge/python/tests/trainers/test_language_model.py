"""Guards the experiment with a language model: its words, its model, its players, its loop."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

ROOT = Path(__file__).resolve().parents[5]
sys.path.insert(0, str(ROOT / "experiments/language-model"))

import dialect
import learn
import start
from learn import Settings, train, weighted
from measure import gates
from model import Cache, Model, Shape
from play import ROOM, ROW_TOKENS, TURN_TOKENS, Rollout, _read, play
from sft import example_of
from words import Words

from backchannel.aio import connect

TEXTS = ["Call Hedge and Vale Bank, please (soon). It is R20417, o'clock x_y.", "ana.li7@a 12 34"]
LESSONS = """Hello.

<previous_attempts>
Earlier attempts at this task did not succeed. What they did and what to learn from them:

Attempt 1 (failed)
The business was not done.
- The form asked for: full_name, email.
- Billing also wanted: account_number, date_of_birth (or last_4_ssn instead).
- Billing only acts after: Fraud Desk.
- Fraud Desk did its part (clearance) with: email.
- refund is a service of Billing, not of Fraud Desk.
- One of these was not what the customer asked for: refund (Billing).
- Calls were made without details from the customer: send the form first.
</previous_attempts>"""


@pytest.fixture(scope="module")
def words() -> Words:
    return Words.of(TEXTS, dialect.TAGS, 1)


@pytest.fixture(scope="module")
def model(words: Words) -> Model:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    return Model(Shape(len(words), width=16, layers=2, heads=2))


@pytest.mark.parametrize("text", [*TEXTS, "Unseen Wörd, spelt", "a ,b ( c", "7a b7 7 7"])
def test_encoding_and_decoding_returns_the_text(words: Words, text: str) -> None:
    known = Words.of([*TEXTS, "ö , ( )"], dialect.TAGS, 1)
    assert known.decode(known.encode(text)) == text
    assert Words(json.loads(json.dumps(words.tokens))).encode(text) == words.encode(text)


@pytest.mark.parametrize(
    "name, given",
    [
        ("company_directory", {"query": "Vale Bank"}),
        ("auth_info_form", {"fields": ["full_name", "email"]}),
        ("phone_call", {"phone_number": "1234", "service": "end_plan", "auth_info": {}}),
        (
            "phone_call",
            {
                "phone_number": "1234",
                "service": "end_plan",
                "auth_info": {"full_name": "Ana Li", "account_number": "0417"},
                "reference_number": "R20417",
            },
        ),
    ],
)
def test_a_written_turn_parses_to_the_same_turn(name: str, given: dict[str, Any]) -> None:
    call = {"id": "call_3", "type": "function", "function": {"name": name, "arguments": given}}
    for listed in ({}, {"1234": "Help Line"}):
        text = dialect.turn({"tool_calls": [call]}, listed)
        assert dialect.action(text, 3) == {"tool_calls": [call]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<end>",
        "<search><end>",
        "<search>Vale",
        "<form>all<end>",
        "<form><user><end>",
        "<call>1<end>",
        "<call>1<service>x<end>",
        "<call><dept>Help 1<service><end>",
        "<call><dept>Help 1<service>end the plan<end>",
        "<call><dept>Help 1<service>x<full_name><end>",
        "<call><dept>Help 1<service>x<email>a<email>b<end>",
        "<stop>now<end>",
        "hello<end>",
        "x<search>Vale<end>",
    ],
)
def test_text_that_is_no_turn_is_refused(text: str) -> None:
    assert dialect.action(text, 1) is None


def test_critiques_are_shortened_and_customers_cannot_write_tags() -> None:
    seen = dialect.opening([{"role": "user", "content": LESSONS.replace("Hello", "<form>Hello")}])
    assert seen == (
        "<user>form Hello.<tried><asked><full_name><email><wanted>Billing<account_number>"
        "<date_of_birth><or><last_4_ssn><dept>Billing<after>Fraud Desk<did>Fraud Desk"
        "<service>clearance<dept>Billing<service>refund<other>refund (Billing)<form><ask>"
    )
    placebo = dialect.opening([{"role": "user", "content": LESSONS}], has_critiques=False)
    assert placebo == "<user>Hello.<tried><ask>"


def test_a_directory_listing_has_one_company_with_its_automated_lines() -> None:
    call = {"function": {"name": "company_directory", "arguments": {"query": "Vale"}}}
    listing = """Vale Bank: We check twice.
Fraud Desk | 1111 | block_card (block a card, or more), alerts (be warned) | a machine answers
Help Line | 1112 | help (help)
Hale Bank: We know you.
Loans | 1110 | lend (lend)
more: 0"""
    heard = dialect.answer({"tool_calls": [call]}, [{"role": "tool", "content": listing}])
    assert heard == (
        "<found>We check twice.<dept>Fraud Desk 1111<digits><service>block_card block a card, or "
        "more<service>alerts be warned<dept>Help Line 1112<service>help help<ask>"
    )
    listed = dialect.listed_in([{"role": "tool", "content": listing}])
    assert listed == {"1110": "Loans", "1111": "Fraud Desk", "1112": "Help Line"}


def test_the_cached_forward_pass_gives_the_same_probabilities(model: Model) -> None:
    torch.manual_seed(2)
    with torch.no_grad():
        for one in model.parameters():
            one.add_(torch.randn_like(one) * 0.1)
    chance = random.Random(3)
    ids = torch.randint(3, model.shape.vocabulary, (3, 24))
    whole = model.log_probabilities(ids, torch.ones_like(ids))
    cache, done = Cache.empty(3, 40), [0, 0, 0]
    while min(done) < 23:
        counts = [min(chance.randint(0, 4), 23 - at) for at in done]
        chunk = torch.zeros(3, max(1, *counts), dtype=torch.long)
        for row, (at, count) in enumerate(zip(done, counts, strict=True)):
            chunk[row, :count] = ids[row, at : at + count]
        y = model.read(chunk, cache, torch.tensor(counts))
        last = y[torch.arange(3), torch.tensor(counts).sub(1).clamp(min=0)]
        chances = model.next_token(last, cache)
        assert torch.allclose(chances.sum(-1), torch.ones(3), atol=1e-5)
        done = [at + count for at, count in zip(done, counts, strict=True)]
        for row, (at, count) in enumerate(zip(done, counts, strict=True)):
            if count > 0:
                found = chances[row, ids[row, at]].log()
                assert found.item() == pytest.approx(whole[row, at - 1].item(), abs=1e-4)


def test_a_long_conversation_is_read_beside_a_long_chunk(model: Model) -> None:
    cache = Cache.empty(2, ROW_TOKENS)
    for chunks in ([[1] * ROOM, [1]], [[1] * TURN_TOKENS, [1] * ROOM]):
        found = _read(model, cache, chunks)
    assert found.isfinite().all()


def test_a_failed_attempt_is_not_imitated(words: Words) -> None:
    form = {"name": "auth_info_form", "arguments": {"fields": ["email"]}}
    messages = [
        {"role": "user", "content": "Call"},
        {"role": "assistant", "tool_calls": [{"id": "call_1", "function": form}]},
        {"role": "tool", "content": '{"status":"abandoned"}'},
        {"role": "assistant", "content": "Call", "tool_calls": []},
    ]

    def taught(is_right: bool) -> str:
        example = example_of(words, {"messages": messages, "learnt": [is_right, True]})
        pairs = zip(example.ids, example.weights, strict=True)
        return words.decode([one for one, weight in pairs if weight > 0])

    assert taught(False) == "<stop><end>"
    assert taught(True) == "<form><email><end><stop><end>"


def _rollout(success: bool, words: Words, text: str, chance: float) -> Rollout:
    """A rollout whose tokens after the first the model wrote, with equal log-probabilities."""
    ids = words.encode(text)
    mine = [False, *([True] * (len(ids) - 1))]
    result = {"metrics": {"success": float(success)}}
    chances = [0.0, *([chance] * (len(ids) - 1))]
    return Rollout(None, ids, mine, chances, 1, ids[:1], result=result)  # type: ignore[arg-type]


def test_the_weight_of_a_success_is_the_share_of_failures_among_others(words: Words) -> None:
    def values(*successes: bool) -> list[float]:
        group = [_rollout(one, words, "Call Bank", -1.0) for one in successes]
        return [value for _, value in weighted(group)]

    assert values(True, False, False) == pytest.approx([1, -0.5, -0.5])
    assert values(True, True, False) == pytest.approx([0.5, 0.5, -1])
    assert values(True, True, True) == values(False, False, False) == [0, 0, 0]


@pytest.mark.parametrize("failures", [False, True])
def test_failures_become_rarer_only_if_their_weight_is_set(
    failures: bool, model: Model, words: Words
) -> None:
    trained = Model(model.shape)
    trained.load_state_dict(model.state_dict())
    run = learn.Run(trained, words, Settings(failures=failures, groups=1, size=2, rate=1e-3))
    won, lost = (
        _rollout(True, words, "Call Bank Bank", -7.0),
        _rollout(False, words, "Call Vale Vale", -7.0),
    )

    def likely(one: Rollout) -> float:
        with torch.no_grad():
            ids, mine = torch.tensor(one.ids)[None], torch.tensor(one.mine)[None]
            return float(trained.log_probabilities(ids, mine).sum())

    before = likely(won), likely(lost)
    _, count = run.learn([[won, lost]])
    assert count == (2 if failures else 1)
    assert likely(won) > before[0]
    if failures:
        assert likely(lost) < before[1]


def test_a_group_with_equal_results_changes_nothing(model: Model, words: Words) -> None:
    trained = Model(model.shape)
    trained.load_state_dict(model.state_dict())
    run = learn.Run(trained, words, Settings(failures=True))
    lost = _rollout(False, words, "Call Vale", -1.0)
    assert run.learn([[lost, lost]]) == (0.0, 0)
    for one, other in zip(model.parameters(), trained.parameters(), strict=True):
        assert torch.equal(one, other)


def test_the_main_gate_requires_ten_points() -> None:
    good = {"valid": 0.995, "copied": 0.99, "clean": 0.1, "critiqued": 0.4, "repeated": 0.1}
    assert [holds for _, _, holds in gates([good, good])] == [True] * 4
    poor = {**good, "critiqued": 0.21}
    assert [holds for _, _, holds in gates([poor, poor])] == [True] * 4
    less = {**good, "critiqued": 0.15}
    assert [holds for _, _, holds in gates([less, poor])] == [False, True, True, True]


def test_weights_are_restored_from_their_file(model: Model, words: Words, tmp_path: Path) -> None:
    start.save(tmp_path / "start.gz", model, words)
    again, tokens = start.load(tmp_path / "start.gz")
    assert tokens.tokens == words.tokens
    for one, other in zip(model.parameters(), again.parameters(), strict=True):
        assert torch.allclose(one, other, atol=2e-3)


def test_weights_for_another_vocabulary_are_refused(
    model: Model, words: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(dialect, "ENVIRONMENT", "phone-call-v1")
        start.save(tmp_path / "start.gz", model, words)
    with pytest.raises(SystemExit, match="was taught in phone-call-v1, .* Make a start"):
        start.load(tmp_path / "start.gz")


def test_batched_sampling_has_the_probabilities_of_training(
    model: Model, words: Words, server_url: str
) -> None:
    wanted = [{"split": "train", "index": at} for at in range(6)]

    async def work() -> list[Rollout]:
        async with await connect(server_url) as client:
            return await play(client, model, words, wanted, torch.Generator().manual_seed(5))

    played = asyncio.run(work())
    assert len({one.turns for one in played}) > 1 or len({len(one.ids) for one in played}) > 1
    for one in played:
        turns = "".join(words.tokens[at] for at in one.ids).split(dialect.ASK)[1:]
        assert all(turn.startswith(dialect.TURN_TAGS) for turn in turns)
        with torch.no_grad():
            ids, mine = torch.tensor(one.ids)[None], torch.tensor(one.mine)[None]
            found = model.log_probabilities(ids, mine)
        assert torch.allclose(found, torch.tensor(one.chances)[None, 1:], atol=1e-3)


def test_clean_training_omits_the_block_of_attempts(
    model: Model, words: Words, server_url: str
) -> None:
    group = {"run": "lm", "id": "a", "size": 2, "mode": "feedback", "generation": "1"}
    group["feedback"] = {"clean_share": 0, "show": "summary"}

    async def work() -> list[Rollout]:
        found = []
        async with await connect(server_url) as client:
            for at in range(2):
                wanted = {"split": "train", "index": 0, "group": {**group, "index": at}}
                chance = torch.Generator().manual_seed(at)
                found += await play(client, model, words, [wanted], chance)
        return found

    clean, guided = asyncio.run(work())
    assert not clean.is_shown and guided.is_shown
    ids, mine, chances = guided.trained(True)
    assert ids[: len(clean.clean)] == clean.clean
    assert len(ids) == len(mine) == len(chances) < len(guided.ids)
    written = torch.tensor(guided.mine)[None]
    with torch.no_grad():
        found = model.log_probabilities(torch.tensor(guided.ids)[None], written)
    sampled = torch.tensor(guided.chances)[None, 1:]
    assert torch.allclose(found, sampled, atol=1e-3)


def _stopping_at(batch: int) -> Any:
    whole = learn.Run.learn

    def stopping(run: learn.Run, groups: Any) -> Any:
        if run.batch == batch:
            raise KeyboardInterrupt
        return whole(run, groups)

    return stopping


@pytest.mark.parametrize("arm", ["plain", "guided", "placebo"])
def test_a_resumed_run_equals_an_uninterrupted_one(
    arm: str,
    model: Model,
    words: Words,
    server_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin, kept = tmp_path / "start.gz", tmp_path / "kept.pt"
    start.save(begin, model, words)
    sizes = {"evaluate_every": 1, "evaluate_all_every": 2, "evaluate_tasks": 2}
    settings = Settings(arm=arm, groups=2, batches=2, evaluate_all_tasks=3, **sizes)
    whole = asyncio.run(train(server_url, begin, settings, None))
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(learn.Run, "learn", _stopping_at(1))
        asyncio.run(train(server_url, begin, settings, kept))
    resumed = asyncio.run(train(server_url, begin, settings, kept))
    for record in (whole, resumed):
        del record["cpu_s"]
    assert whole == resumed
    assert [point["batch"] for point in whole["curve"]] == [0, 1, 2]
    assert [point["evaluated"] for point in whole["curve"]] == [3, 2, 3]
    assert ["known" in point for point in whole["curve"]] == [True, False, True]
    shown = [line["shown_success"] for line in whole["log"]]
    assert all((one is None) == (arm == "plain") for one in shown)

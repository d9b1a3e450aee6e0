"""Guards that the clients play whole episodes, tell faults by code, and outlive the server."""

from __future__ import annotations

import asyncio
import threading
import time
import uuid

import pytest
from serving import Server

from backchannel import BackchannelError, EpisodeEnv, aio, close_episodes, connect
from backchannel.client import Episode, _Loop
from backchannel.close_episodes import close_open_episodes


def code_of(messages: list[dict]) -> str:
    """The three digits in the last message of the mock world's label."""
    return "".join(c for c in messages[-1]["content"] if c.isdigit())


def test_an_episode_is_played_from_opening_to_account(server_url: str) -> None:
    with connect(server_url) as client:
        episode = client.open("mock-v1", split="train", index=3)
        assert [tool["function"]["name"] for tool in episode.tools] == ["read_code", "enter_code"]
        label = episode.use("read_code", milliseconds=1)
        assert not label.done
        step = episode.use("enter_code", code=code_of(label.messages))
        assert step.terminated and step.reward == 1
        assert step.info["metrics"]["success"] == 1
        assert [event["kind"] for event in episode.events] == ["label_read", "code_entered"]
        code = code_of(label.messages)
        call_id = step.messages[0]["tool_call_id"]
        entered = {"kind": "code_entered", "code": code, "opens": True, "call_id": call_id}
        assert step.events == [entered]
        account = episode.close()
        assert account["end_reason"] == "completed"
        roles = [message["role"] for message in episode.messages]
        assert roles == ["system", "user", "assistant", "tool", "assistant", "tool"]
        # What a trainer puts before a model is made of these messages alone.
        assert not any("events" in message or "kind" in message for message in episode.messages)


def test_a_tool_may_have_an_argument_of_any_name() -> None:
    actions: list[dict] = []

    class Unplayed(Episode):
        def step(self, action: dict, timeout: float | None = None) -> None:
            actions.append(action)

    class Inner:
        next_seq = 1

    Unplayed(None, Inner()).use("greet", name="Ada", tool="hammer", self="me")
    arguments = {"name": "Ada", "tool": "hammer", "self": "me"}
    assert actions[0]["tool_calls"][0]["function"] == {"name": "greet", "arguments": arguments}


def test_the_server_parses_tool_calls_in_raw_text(server_url: str) -> None:
    with connect(server_url) as client:
        episode = client.open("mock-v1", split="train", index=0)
        call = '{"name": "read_code", "arguments": {}}'
        step = episode.step(f"<think>the label</think><tool_call>{call}</tool_call>")
        assert step.messages[0]["role"] == "tool"


class Dumped:
    """A message of `openai`, as far as a client sees it."""

    def __init__(self, **members: object) -> None:
        self._members = members

    def model_dump(self, *, mode: str) -> dict:
        assert mode == "json"
        return self._members


def test_a_turn_may_be_the_message_of_an_sdk_or_its_dump(server_url: str) -> None:
    function = {"arguments": "", "name": "read_code"}
    calls = [{"id": "call_abc", "function": function, "type": "function", "index": 0}]
    nothing = dict.fromkeys(("content", "refusal", "annotations", "audio", "function_call"))
    members = {**nothing, "role": "assistant", "tool_calls": calls, "reasoning_content": "Hm."}
    with connect(server_url) as client:
        for turn in (Dumped(**members), members):
            episode = client.open("mock-v1", split="train", index=0)
            step = episode.step(turn)
            assert step.messages[0]["tool_call_id"] == "call_abc"
            assert step.messages[0]["content"].startswith("The label says")
            calls_made = episode.messages[-2]["tool_calls"]
            assert calls_made[0]["function"] == {"name": "read_code", "arguments": "{}"}
        parts = [{"type": "text", "text": "One"}, {"type": "text", "text": " two."}]
        episode.step({"role": "assistant", "content": parts})
        assert episode.messages[-2] == {"role": "assistant", "content": "One two."}
        with pytest.raises(TypeError, match="not int"):
            episode.step(5)  # type: ignore[arg-type]
        assert episode.inner.next_seq == 3


def test_errors_have_the_code_and_the_remedy_of_the_fault(server_url: str) -> None:
    with connect(server_url) as client:
        with pytest.raises(BackchannelError) as caught:
            client.open("no-such-world-v1", split="train", index=0)
        assert caught.value.code == "env/unknown"
        assert caught.value.hint
        assert not caught.value.is_infrastructure
        with pytest.raises(BackchannelError, match="request/invalid"):
            client.call("episode.open", env=3)


def test_a_call_with_too_many_values_is_refused_instead_of_left_waiting(server_url: str) -> None:
    many = {"values": list(range(50_000))}
    with connect(server_url) as client:
        with pytest.raises(BackchannelError) as caught:
            client.open("mock-v1", split="train", index=0, settings=many, timeout=60)
        assert caught.value.code == "request/too_large"


def test_an_unreachable_server_is_reported_with_its_address() -> None:
    with pytest.raises(BackchannelError) as caught:
        connect("http://127.0.0.1:9", connect_timeout=0.3)
    assert caught.value.code == "client/disconnected"
    assert caught.value.is_infrastructure
    with pytest.raises(BackchannelError, match="client/bad_url"):
        connect("not an address")


def test_many_episodes_are_played_at_once(server_url: str) -> None:
    with connect(server_url) as client:
        episodes = [client.open("mock-v1", split="train", index=i) for i in range(20)]
        reads = [
            {"id": "c", "type": "function", "function": {"name": "read_code", "arguments": {}}}
        ]
        steps = client.step_many((episode, {"tool_calls": reads}) for episode in episodes)
        entered = [
            {
                "tool_calls": [
                    {
                        "id": "c",
                        "type": "function",
                        "function": {
                            "name": "enter_code",
                            "arguments": {"code": code_of(s.messages)},
                        },
                    }
                ]
            }
            for s in steps
        ]
        results = client.step_many(zip(episodes, entered))
        assert all(result.terminated and result.reward == 1 for result in results)


def test_no_step_is_lost_when_the_server_is_killed(own_server: Server) -> None:
    with connect(own_server.url) as client:
        episode = client.open("mock-v1", split="train", index=5)
        label = episode.use("read_code")
        own_server.kill()
        answers: list = []
        player = threading.Thread(
            target=lambda: answers.append(episode.use("enter_code", code=code_of(label.messages)))
        )
        player.start()
        time.sleep(0.3)
        own_server.start()
        player.join(timeout=30)
        assert answers and answers[0].terminated and answers[0].reward == 1


def test_a_repeated_open_key_returns_the_same_episode(server_url: str) -> None:
    with connect(server_url) as client:
        first = client.open("mock-v1", split="train", index=1, open_key="the same key")
        again = client.open("mock-v1", split="train", index=1, open_key="the same key")
        assert first.id == again.id
        resumed = client.resume(first.id)
        assert resumed.messages == first.messages


def test_a_fork_continues_independently_of_its_parent(server_url: str) -> None:
    with connect(server_url) as client:
        episode = client.open("mock-v1", split="train", index=2)
        label = episode.use("read_code")
        fork = episode.fork(1)
        assert fork.use("enter_code", code=code_of(label.messages)).terminated
        assert not episode.use("enter_code", code="xxx").done


def test_revoking_keys_returns_new_ones(server_url: str) -> None:
    with connect(server_url) as client:
        episode = client.open("mock-v1", split="train", index=2)
        keys = episode.revoke_keys()
        resumed = client.resume(episode.id, resume_key=keys["resume_key"])
        assert resumed.messages == episode.messages


def test_calls_on_a_closed_client_are_refused(server_url: str) -> None:
    async def play() -> None:
        client = await aio.connect(server_url)
        episode = await client.open("mock-v1", split="train", index=0)
        await client.close()
        with pytest.raises(BackchannelError, match="client/closed"):
            await episode.step("hello")

    asyncio.run(play())
    with connect(server_url) as client:
        client.close()
        with pytest.raises(BackchannelError, match="client/closed"):
            client.environments()
    # The block has closed it a second time.


@pytest.mark.parametrize("ends_by_itself", [True, False])
def test_no_thread_waits_for_a_client_that_another_thread_has_closed(
    ends_by_itself: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backchannel.client.CLOSE_SECONDS", 60.0 if ends_by_itself else 0.1)
    loop, begun = _Loop(), threading.Event()
    answers: list[object] = []

    async def work() -> str:
        begun.set()
        # A call ends some iterations of the event loop after its connection was closed.
        for _ in range(1000):
            await asyncio.sleep(0)
        return "ended" if ends_by_itself else await asyncio.Event().wait()

    def wait() -> None:
        try:
            answers.append(loop.run(work()))
        except BackchannelError as error:
            answers.append(error.code)

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    begun.wait()
    loop.stop()
    waiting.join(timeout=60)
    assert answers == ["ended" if ends_by_itself else "client/closed"]


def test_a_second_step_is_refused_while_one_is_under_way(server_url: str) -> None:
    async def play() -> None:
        async with await aio.connect(server_url) as client:
            episode = await client.open("mock-v1", split="train", index=0)
            first = asyncio.create_task(episode.step("hello"))
            await asyncio.sleep(0)
            with pytest.raises(BackchannelError, match="client/busy"):
                await episode.step("again")
            await first

    asyncio.run(play())


def test_a_step_can_be_repeated_after_a_timeout(server_url: str) -> None:
    with connect(server_url) as client:
        episode = client.open("mock-v1", split="train", index=0)
        call = {"name": "read_code", "arguments": {"milliseconds": 2000}}
        action = {"tool_calls": [{"id": "c", "type": "function", "function": call}]}
        with pytest.raises(BackchannelError, match="client/timeout"):
            episode.step(action, timeout=0.05)
        assert episode.step(action).messages[0]["role"] == "tool"


def test_episode_env_has_the_methods_of_gymnasium(server_url: str) -> None:
    env = EpisodeEnv(server_url, "mock-v1")
    with pytest.raises(RuntimeError, match="reset"):
        env.step("too early")
    messages, info = env.reset()
    assert messages[-1]["role"] == "user" and info["tools"]
    _, reward, terminated, truncated, step_info = env.step("Hm.")
    assert (reward, terminated, truncated) == (0, False, False)
    assert "score" in step_info
    assert "assistant: Hm." in env.render()
    first = info["task"]["index"]
    _, info = env.reset()
    assert info["task"]["index"] == first + 1
    with pytest.raises(BackchannelError, match="there is no split"):
        env.reset(options={"split": "nowhere"})
    _, info = env.reset()
    assert info["task"]["index"] == first + 2
    _, info = env.reset(options={"index": 7})
    assert info["task"]["index"] == 7
    env.close()


def test_episode_env_closes_its_connection_if_the_episode_cannot_be_closed(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = EpisodeEnv(server_url, "mock-v1")
    env.reset()

    def fail(*_: object) -> None:
        raise BackchannelError("client/disconnected", "the server is away")

    monkeypatch.setattr(env.episode, "close", fail)
    with pytest.raises(BackchannelError, match="the server is away"):
        env.close()
    with pytest.raises(BackchannelError, match="client/closed"):
        env.reset()


def test_a_group_does_not_wait_for_a_cancelled_rollout(server_url: str) -> None:
    """Whether it was under way or still waited to be opened, nobody waits for its lease."""

    async def play() -> dict:
        feedback = {"waves": [1], "clean_share": 0}
        group = {"run": "dropped", "id": uuid.uuid4().hex, "size": 4, "mode": "feedback"}
        group |= {"generation": "one", "feedback": feedback}

        def opening(index: int) -> asyncio.Task[aio.AsyncEpisode]:
            work = client.open("mock-v1", split="train", index=1, group={**group, "index": index})
            return asyncio.create_task(work)

        async with await aio.connect(server_url) as client:
            first = await opening(0)
            waiting = [opening(index) for index in (1, 2, 3)]
            await asyncio.sleep(0.2)
            waiting[0].cancel()
            await asyncio.wait(waiting[:1])
            await first.leave(asyncio.CancelledError())
            broken = await asyncio.wait_for(waiting[1], 20)
            await broken.leave(RuntimeError("no model"))
            last = await asyncio.wait_for(waiting[2], 20)
            assert "<previous_attempts>" not in last.messages[-1]["content"]
            await last.leave(KeyboardInterrupt())
            return await client.call("group.status", run="dropped", id=group["id"])

    status = asyncio.run(play())
    assert [member["state"] for member in status["members"]] == ["over"] * 4
    with connect(server_url) as client:
        ends = [client.resume(m["episode_id"]).close()["end_reason"] for m in status["members"]]
    assert ends == ["abandoned", "abandoned", "client_fault", "abandoned"]


def test_an_episode_that_opens_after_the_time_limit_of_its_opening_is_closed(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aio, "LEAVE_SECONDS", 60.0)

    async def play() -> dict:
        feedback = {"waves": [1], "clean_share": 0}
        group = {"run": "too-late", "id": uuid.uuid4().hex, "size": 2, "mode": "feedback"}
        group |= {"generation": "one", "feedback": feedback}
        task = {"split": "train", "index": 1}
        async with await aio.connect(server_url) as client:
            first = await client.open("mock-v1", **task, group={**group, "index": 0})
            with pytest.raises(BackchannelError, match="client/timeout"):
                await client.open("mock-v1", **task, group={**group, "index": 1}, timeout=0.2)
            await first.close()
        async with await aio.connect(server_url) as client:
            return await client.call("group.status", run="too-late", id=group["id"])

    status = asyncio.run(play())
    assert [member["state"] for member in status["members"]] == ["over", "over"]
    with connect(server_url) as client:
        ends = [client.resume(m["episode_id"]).close()["end_reason"] for m in status["members"]]
    assert ends == ["client_closed", "abandoned"]


def test_the_fork_of_a_cancelled_caller_is_closed(server_url: str) -> None:
    labels = {"run": f"forked-{uuid.uuid4().hex}"}

    async def play() -> list[dict]:
        async with await aio.connect(server_url) as client:
            episode = await client.open("mock-v1", split="train", index=1)
            await episode.step("Hm.")
            forking = asyncio.create_task(episode.fork(1, labels=labels))
            while not client._link._calls or client._link._outbox:
                await asyncio.sleep(0)
            forking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await forking
        async with await aio.connect(server_url) as client:
            return (await client.call("episode.list", run=labels["run"]))["episodes"]

    [fork] = asyncio.run(play())
    with connect(server_url) as client:
        assert client.resume(fork["episode_id"]).close()["end_reason"] == "abandoned"


def test_an_opening_with_a_key_can_be_repeated_after_its_time_limit(server_url: str) -> None:
    async def play() -> aio.AsyncEpisode:
        group = {"run": "repeated", "id": uuid.uuid4().hex, "size": 2, "mode": "feedback"}
        group |= {"generation": "one", "feedback": {"waves": [1], "clean_share": 0}}
        task = {"split": "train", "index": 1}
        async with await aio.connect(server_url) as client:
            first = await client.open("mock-v1", **task, group={**group, "index": 0})
            second = {**task, "group": {**group, "index": 1}, "open_key": uuid.uuid4().hex}
            with pytest.raises(BackchannelError, match="client/timeout"):
                await client.open("mock-v1", **second, timeout=0.2)
            await first.close()
            episode = await client.open("mock-v1", **second)
            await asyncio.sleep(0.2)
            await episode.step({"content": "I do not know."})
            return episode

    assert len(asyncio.run(play()).messages) > 2


def test_the_open_episodes_of_a_killed_trainer_are_closed(server_url: str) -> None:
    with connect(server_url) as client:
        labels = {"run": "killed"}
        left = [client.open("mock-v1", split="train", index=n, labels=labels) for n in range(3)]
        other = client.open("mock-v1", split="train", index=9, labels={"run": "alive"})
        assert close_open_episodes(server_url, "killed") == 3
        assert close_open_episodes(server_url, "killed") == 0
        assert [e.close()["end_reason"] for e in left] == ["abandoned"] * 3
        assert other.close()["end_reason"] == "client_closed"
    with pytest.raises(OSError):
        close_open_episodes("http://127.0.0.1:9", "killed")


def test_closing_the_episodes_of_a_run_stops_at_its_time_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paths: list[str] = []
    now = 0.0

    def slow(url: str, *_: object) -> dict:
        nonlocal now
        now += 1.0
        paths.append(url)
        return {"episodes": [{"episode_id": f"ep_{n}"} for n in range(close_episodes.PAGE)]}

    monkeypatch.setattr(close_episodes, "_call", slow)
    monkeypatch.setattr(close_episodes.time, "monotonic", lambda: now)
    # The list takes one second, and each episode one more.
    assert close_open_episodes("http://server", "many", seconds=5.0) == 4
    assert len(paths) == 5


def test_an_opening_without_wait_fails_at_once_if_it_would_wait(server_url: str) -> None:
    group = {"run": "waits", "id": uuid.uuid4().hex, "size": 2, "mode": "feedback"}
    group |= {"generation": "one", "feedback": {"waves": [1], "clean_share": 0}}
    with connect(server_url) as client:
        client.open("mock-v1", split="train", index=1, group={**group, "index": 0})
        started = time.monotonic()
        with pytest.raises(BackchannelError, match="group/would_wait"):
            client.open("mock-v1", split="train", index=1, group={**group, "index": 1}, wait=False)
        assert time.monotonic() - started < 2

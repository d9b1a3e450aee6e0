"""Guards that segments keep the ids, the mask and the log-probabilities that the server gives."""

from __future__ import annotations

from typing import Any

import pytest

from backchannel.gateway_segments import EpisodeSegments, cut_to, fitted, parse_segments

RESULT: dict[str, Any] = {
    "episode_id": "e",
    "segments": [
        {
            "prompt_ids": [1, 2],
            "response_ids": [3, 4, 5, 6, 7],
            "response_mask": [1, 1, 0, 1, 1],
            "logprobs": [-0.1, -0.2, 0, -0.3, -0.4],
            "calls": [
                {"call": 0, "start": 0, "end": 2, "is_trained": True},
                {"call": 1, "start": 3, "end": 5, "is_trained": True},
            ],
        },
        {
            "prompt_ids": [9, 9, 9],
            "response_ids": [8],
            "response_mask": [1],
            "logprobs": [-0.5],
            "calls": [{"call": 3, "start": 0, "end": 1, "is_trained": True}],
        },
    ],
    "calls": [
        {"call": 0, "use": "trained"},
        {"call": 1, "use": "trained"},
        {"call": 2, "use": "auxiliary"},
        {"call": 3, "use": "trained"},
    ],
    "steps": [
        {"position": 1, "call": 1},
        {"position": 2, "call": 3},
        {"position": 3, "call": 2},
        {"position": 4, "call": None},
    ],
    "sampled": 10,
    "trained": 5,
}


@pytest.fixture
def segments() -> EpisodeSegments:
    return parse_segments(RESULT)


def test_segments_keep_all_members_of_the_servers_answer(segments: EpisodeSegments) -> None:
    one, two = segments.segments
    assert (one.prompt_ids, one.response_ids) == ([1, 2], [3, 4, 5, 6, 7])
    assert (one.mask, one.log_probs) == ([1, 1, 0, 1, 1], [-0.1, -0.2, 0.0, -0.3, -0.4])
    assert (one.trained, two.trained, segments.trained) == (4, 1, 5)
    assert segments.uses == ["trained", "trained", "auxiliary", "trained"]


def test_retention_is_the_share_of_the_largest_segment(segments: EpisodeSegments) -> None:
    assert segments.largest is segments.segments[0]
    assert segments.retention == 0.4
    assert EpisodeSegments([], [], 0).retention == 1.0
    assert EpisodeSegments([], ["no_tokens"], 5).retention == 0.0


def test_a_long_response_is_cut_at_its_end(segments: EpisodeSegments) -> None:
    cut = cut_to(segments.segments[0], 4)
    assert (cut.response_ids, cut.mask) == ([3, 4, 5, 6], [1, 1, 0, 1])
    assert len(cut.log_probs) == 4
    assert [answer.call for answer in cut.answers] == [0]
    assert cut_to(segments.segments[0], 5) is segments.segments[0]


def test_a_segment_with_a_too_long_prompt_is_dropped(segments: EpisodeSegments) -> None:
    assert fitted(segments.segments, 3, 9) == (segments.segments, 0)
    kept, lost = fitted(segments.segments, 2, 3)
    assert ([segment.prompt_ids for segment in kept], lost) == ([[1, 2]], 3)
    # What is left must have something to train.
    assert fitted(segments.segments[1:], 3, 0) == ([], 1)

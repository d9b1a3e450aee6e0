"""Training segments of an agent program's episode, as the server makes them of its model calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    """One model call within a segment."""

    call: int
    #: Where the sampled ids begin and end in the response.
    start: int
    end: int
    is_trained: bool


@dataclass(frozen=True)
class Segment:
    """A sequence of token ids. Before each answer are the ids that the model was given for it."""

    prompt_ids: list[int]
    response_ids: list[int]
    #: 1 for ids that are trained, 0 for the others.
    mask: list[int]
    #: Of the trained ids, and 0 for the others.
    log_probs: list[float]
    answers: list[Answer]

    @property
    def trained(self) -> int:
        """How many ids are trained."""
        return sum(self.mask)


@dataclass(frozen=True)
class EpisodeSegments:
    """The segments of one episode, and what became of each model call."""

    segments: list[Segment]
    #: Of each call in order: `trained`, or why it is not.
    uses: list[str]
    #: Sampled ids of all answered calls, trained or not.
    sampled: int

    @property
    def trained(self) -> int:
        """How many sampled ids are trained."""
        return sum(segment.trained for segment in self.segments)

    @property
    def largest(self) -> Segment | None:
        """The segment with the most trained ids; the first of several."""
        return max(self.segments, key=lambda segment: segment.trained, default=None)

    @property
    def retention(self) -> float:
        """The share of the sampled ids that the largest segment trains; 1 if none were sampled."""
        largest = self.largest
        if self.sampled == 0:
            return 1.0
        return 0.0 if largest is None else largest.trained / self.sampled


def parse_segments(result: Mapping[str, Any]) -> EpisodeSegments:
    """Reads the result of `episode.segments`."""
    return EpisodeSegments(
        segments=[_segment(segment) for segment in result["segments"]],
        uses=[call["use"] for call in result["calls"]],
        sampled=result["sampled"],
    )


def _segment(given: Mapping[str, Any]) -> Segment:
    return Segment(
        prompt_ids=list(given["prompt_ids"]),
        response_ids=list(given["response_ids"]),
        mask=list(given["response_mask"]),
        log_probs=[float(value) for value in given["logprobs"]],
        answers=[
            Answer(answer["call"], answer["start"], answer["end"], answer["is_trained"])
            for answer in given["calls"]
        ],
    )


def fitted(
    segments: Sequence[Segment], prompt_room: int, response_room: int
) -> tuple[list[Segment], int]:
    """Returns the segments that fit and the number of trained ids that do not.

    A response is cut at its end. A segment goes if its prompt is too long, since a model that is
    trained behind another prompt was not given it.
    """
    kept_segments: list[Segment] = []
    for segment in segments:
        if len(segment.prompt_ids) > prompt_room:
            continue
        cut = cut_to(segment, response_room)
        if cut.trained > 0:
            kept_segments.append(cut)
    lost_tokens = sum(segment.trained for segment in segments) - sum(
        segment.trained for segment in kept_segments
    )
    return kept_segments, lost_tokens


def cut_to(segment: Segment, room: int) -> Segment:
    """Cuts the response of the segment to a maximum number of ids."""
    if len(segment.response_ids) <= room:
        return segment
    return Segment(
        prompt_ids=segment.prompt_ids,
        response_ids=segment.response_ids[:room],
        mask=segment.mask[:room],
        log_probs=segment.log_probs[:room],
        answers=[answer for answer in segment.answers if answer.end <= room],
    )

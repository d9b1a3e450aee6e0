"""Functions whose results groups and training data use."""

from .contract import Event, Message, Outcome


class Teaching:
    """Every function may be left out."""

    def critique(
        self, events: list[Event], outcome: Outcome, transcript: list[Message]
    ) -> str | None:
        """What a later attempt should know, from the events of the attempt. Left out or None:
        the last answer of a failed attempt.

        :param transcript: for a world without events
        """
        return ""

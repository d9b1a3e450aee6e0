"""The part of a world that writes critiques for groups and training data."""

from .contract import Event, Message, Outcome


class Teaching:
    """Every function is optional."""

    def critique(
        self, events: list[Event], outcome: Outcome, transcript: list[Message]
    ) -> str | None:
        """A critique of an attempt, which later attempts see. Without it, or for None, they see the
        last answer of a failed attempt.

        :param transcript: for worlds without events
        """
        return ""

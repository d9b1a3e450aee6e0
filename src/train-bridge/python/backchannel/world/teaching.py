"""What is learnt from an episode: the part that groups and training data read."""

from .contract import Message, Outcome


class Teaching:
    """Every function may be left out."""

    def critique(self, transcript: list[Message], outcome: Outcome) -> str:
        """What a later attempt should know, from what the agent could see. Left out: the last
        answer of a failed attempt."""
        return ""

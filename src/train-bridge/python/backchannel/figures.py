"""What trainers' logs say of the episodes of a batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def figures_of(
    success: Sequence[float],
    turns: Sequence[float],
    is_guided: Sequence[bool],
    seconds: Sequence[Mapping[str, float]] = (),
) -> dict[str, float]:
    """Means over rollouts, by name; what there are no rollouts for is left out.

    :param is_guided: by the condition of the opening, not by what was shown: a guided rollout that
        was shown nothing is one whose group succeeds anyway, and would flatter the clean ones
    :param seconds: of each rollout, by what they went to
    """
    rows = list(zip(success, is_guided, strict=True))
    told = {
        "success": success,
        "clean_success": [won for won, guided in rows if not guided],
        "guided_success": [won for won, guided in rows if guided],
        "guided": [float(guided) for _, guided in rows],
        "turns": turns,
        **{name: [spent[name] for spent in seconds] for name in (seconds[0] if seconds else ())},
    }
    return {
        f"episode/{name}": sum(values) / len(values)
        for name, values in told.items()
        if len(values) > 0
    }

"""Writes the tables and the figure of the long comparison from its records.

    python tables.py [FOLDER]

FOLDER has `runs.jsonl`. The script writes `tables.md` and `curves.svg` there, also from records
that are not complete: every line says how many seeds it has. PROTOCOL.md fixes what is compared.
Needs numpy and scipy.
"""

import json
import sys
from pathlib import Path
from typing import Any

import explained
import numpy as np
from curves import figure
from measures import (
    SEEDS,
    TASKS,
    Estimate,
    Record,
    Runs,
    area,
    at_equal_tokens,
    difference,
    ends,
    holm,
    need,
    ratios,
)

GRPO, DAPO = "2-medium", "2-medium-dapo"
ARMS = [
    "plain",
    "unweighted",
    "guided-clean",
    "rltf-sd",
    "all-failed",
    "placebo-other",
    "placebo-none",
    "label-0.005",
]
# The arms of the figure.
SHOWN = ("plain", "unweighted", "placebo-none", "label-0.005")
# The contrasts of the protocol, by their numbers: condition, arm, and the arm that is taken off.
CONTRASTS = [
    (GRPO, "unweighted", "plain"),
    (GRPO, "guided-clean", "plain"),
    (GRPO, "rltf-sd", "plain"),
    (GRPO, "all-failed", "plain"),
    (GRPO, "label-0.005", "plain"),
    (GRPO, "unweighted", "placebo-other"),
    (GRPO, "unweighted", "placebo-none"),
    (GRPO, "unweighted", "label-0.005"),
    (DAPO, "unweighted", "plain"),
]
THRESHOLDS = [0.5, 0.7]
COMPANIES = {"clean": "known", "unseen": "unseen"}
ALPHA = 0.05
FIGURE = (
    "The mean success of four arms against the tasks drawn, on known (left) and unseen (right) "
    "companies:\n\n![Success against tasks drawn](curves.svg)"
)
# The verdict at the end, as the page says it.
END_WORDS = {
    "no useful help": "No useful help.",
    "help": "Yes.",
    "inconclusive": "Inconclusive.",
}
# Runs of each plan.
PLANNED = {"long-grid": 60, "long": 100}


def points(estimate: Estimate, scale: float = 100, digits: int = 1) -> str:
    if estimate.n == 0:
        return "-"
    text = f"{scale * estimate.mean:.{digits}f}"
    if estimate.n < 2:
        return text
    low, high = (scale * estimate.bound(share) for share in (0.025, 0.975))
    return f"{text} [{low:.{digits}f}, {high:.{digits}f}]"


def ratio_text(ratio: tuple[Estimate, int, int]) -> str:
    logs, arm_count, base = ratio
    if logs.n == 0:
        return "-"
    if arm_count == base == logs.n:
        return "neither arrived"
    text = f"{np.exp(logs.mean):.2f}"
    if logs.n > 1:
        text += f" [{np.exp(logs.bound(0.025)):.2f}, {np.exp(logs.bound(0.975)):.2f}]"
    return text if arm_count + base == 0 else f"{text} (censored {base}/{arm_count})"


def p_text(p: float) -> str:
    return "-" if np.isnan(p) else "< 0.001" if p < 0.001 else f"{p:.3f}"


def table(head: list[str], rows: list[list[str]]) -> str:
    if not rows:
        return "Nothing is recorded yet."
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def grid_table(records: list[Record]) -> str:
    grid: dict[tuple[str, str], dict[float, list[Record]]] = {}
    for record in records:
        if record["plan"] == "long-grid":
            arm_grid = grid.setdefault((record["condition"], record["arm"]), {})
            arm_grid.setdefault(record["learning_rate"], []).append(record)
    rates = sorted({rate for by_rate in grid.values() for rate in by_rate})
    rows = [
        [loss_of(condition), f"`{arm}`", *(grid_cell(by_rate.get(rate)) for rate in rates)]
        for (condition, arm), by_rate in sorted(grid.items(), key=order)
    ]
    return table(["loss", "arm", *(f"rate {rate}: known, unseen" for rate in rates)], rows)


def grid_cell(runs: list[Record] | None) -> str:
    if not runs:
        return "-"
    return ", ".join(points(Estimate(np.array([ends(runs, of).mean]))) for of in COMPANIES)


def order(item: tuple[tuple[str, str], Any]) -> tuple[str, int]:
    condition, arm = item[0]
    return condition, ARMS.index(arm)


def loss_of(condition: str) -> str:
    return "DAPO" if condition == DAPO else "GRPO"


def arms_of(runs: Runs) -> list[tuple[str, str, list[Record]]]:
    """The arms that have runs, with their conditions."""
    found = [(loss, arm, runs.of(loss, arm)) for loss in (GRPO, DAPO) for arm in ARMS]
    return [(condition, arm, own) for condition, arm, own in found if own]


def success_table(runs: Runs) -> str:
    rows = [
        [loss_of(condition), f"`{arm}`", str(len(own))]
        + [", ".join(sorted({str(one["learning_rate"]) for one in own}))]
        + [points(ends(own, of)) for of in COMPANIES]
        + [points(Estimate(np.array([area(one, of) for one in own]))) for of in COMPANIES]
        for condition, arm, own in arms_of(runs)
    ]
    headings = [f"{name}, {when}" for when in ("at the end", "mean") for name in COMPANIES.values()]
    return table(["loss", "arm", "seeds", "rate", *headings], rows)


def reach_table(runs: Runs) -> str:
    rows = []
    for condition, arm, own in arms_of(runs):
        pairs = [] if arm == "plain" else runs.pairs(condition, arm, "plain")
        depth = np.array([record["points"][-1]["depth"] for record in own])
        rows.append(
            [loss_of(condition), f"`{arm}`"]
            + [arrived(own, threshold) for threshold in THRESHOLDS]
            + [points(at_equal_tokens(pairs)), f"{depth.mean() / 1000:.0f}"]
        )
    headings = [f"reached {100 * threshold:.0f} %" for threshold in THRESHOLDS]
    head = ["loss", "arm", *headings, "at equal tokens, minus plain"]
    return table([*head, "turns in sequence, thousands"], rows)


def arrived(records: list[Record], threshold: float) -> str:
    return f"{sum(not need(one, threshold).censored for one in records)} of {len(records)}"


def contrast_name(at: int) -> str:
    condition, arm, base = CONTRASTS[at]
    return f"{at + 1}. `{arm}` − `{base}`" + (", DAPO" if condition == DAPO else "")


def primary(runs: Runs) -> tuple[str, dict[tuple[int, str], tuple[Estimate, float]]]:
    keys = [(at, of) for at in range(len(CONTRASTS)) for of in COMPANIES]
    results = [difference(runs.pairs(*CONTRASTS[at]), of) for at, of in keys]
    adjusted = holm([one.p if one.n else float("nan") for one in results])
    rows = [
        [
            contrast_name(at),
            COMPANIES[of],
            str(one.n),
            points(one),
            p_text(one.p),
            p_text(p),
        ]
        for (at, of), one, p in zip(keys, results, adjusted, strict=True)
        if one.n
    ]
    head = ["contrast", "companies", "pairs", "difference, points", "p", "p by Holm"]
    return table(head, rows), dict(zip(keys, zip(results, adjusted, strict=True), strict=True))


def secondary(
    runs: Runs,
) -> tuple[str, dict[tuple[int, float], tuple[Estimate, float]]]:
    keys = [(at, threshold) for at in range(len(CONTRASTS)) for threshold in THRESHOLDS]
    found = [ratios(runs.pairs(*CONTRASTS[at]), threshold) for at, threshold in keys]
    adjusted = holm([one.p if one.n else float("nan") for one, _, _ in found])
    rows = []
    for (at, threshold), one, p in zip(keys, found, adjusted, strict=True):
        pairs = runs.pairs(*CONTRASTS[at])
        if pairs:
            depth = ratio_text(ratios(pairs, threshold, "depth"))
            name = f"{100 * threshold:.0f} %"
            cells = [contrast_name(at), name, str(len(pairs)), ratio_text(one)]
            rows.append([*cells, p_text(one[0].p), p_text(p), depth])
    head = ["contrast", "success", "pairs", "tasks, second ÷ first", "p", "p by Holm"]
    estimates = [one for one, _, _ in found]
    by_key = dict(zip(keys, zip(estimates, adjusted, strict=True), strict=True))
    return table([*head, "turns in sequence, second ÷ first"], rows), by_key


def decisions(
    runs: Runs,
    at_end: dict[tuple[int, str], tuple[Estimate, float]],
    to_height: dict[tuple[int, float], tuple[Estimate, float]],
) -> list[str]:
    """The decisions of the protocol, once every contrast has all of its pairs."""
    pairs = [len(runs.pairs(*contrast)) for contrast in CONTRASTS]
    if min(pairs) < len(SEEDS):
        counts = ", ".join(str(count) for count in pairs)
        return [f"None yet: the contrasts have {counts} of {len(SEEDS)} pairs."]

    def above(result: tuple[Estimate, float]) -> bool:
        return result[1] < ALPHA and result[0].mean > 0

    useful = at_end[0, "clean"][0].bound(0.95)
    helps = all(above(at_end[at, "clean"]) for at in (0, 5, 6))
    faster = all(above(to_height[at, 0.5]) for at in (0, 5, 6))
    carries = above(at_end[0, "unseen"])
    verdict = "no useful help" if useful < 0.02 else "help" if helps else "inconclusive"
    logs, own, base = ratios(runs.pairs(*CONTRASTS[0]), 0.5)
    placebos = " and ".join(f"{np.exp(to_height[at, 0.5][0].mean):.2f}" for at in (5, 6))
    is_refuted = own + base == 0 and np.exp(logs.bound(0.975)) < 5
    end = (
        f"**Do groups with critiques end higher? {END_WORDS[verdict]}** At the end, the "
        f"difference from `plain` is {points(at_end[0, 'clean'][0])} points on known companies. "
        "The answer is *yes* if the differences from `plain` and from both placebos are shown to "
        "be above 0. It is *no useful help* if the one-sided upper bound of the difference from "
        f"`plain` is below 2 points; it is {100 * useful:.1f}."
    )
    start = (
        f"**Do they start faster? {'Yes' if faster else 'Not shown'}.** To 50 %, `plain` needs "
        f"{ratio_text((logs, own, base))} times as many tasks, and the placebos need {placebos} times "
        "as many. All three ratios have to be shown."
    )
    unseen = (
        f"**Does it carry over to unseen companies? {'Yes' if carries else 'Not shown'}.** At the "
        f"end, the difference from `plain` is {points(at_end[0, 'unseen'][0])} points."
    )
    five_times = (
        "**Do they need five times fewer tasks? "
        f"{'No, this is refuted' if is_refuted else 'Not refuted'}.** The upper bound of the "
        f"ratio to 50 % is {np.exp(logs.bound(0.975)):.2f}."
    )
    return [end, start, unseen, five_times]


def shown(results: dict[tuple[int, Any], tuple[Estimate, float]], of: str | float) -> str:
    """The numbers of the contrasts that are shown after correction, by their sign."""
    by_sign = [
        [
            str(at + 1)
            for (at, measure), (estimate, p) in results.items()
            if measure == of and p < ALPHA and (estimate.mean > 0) == is_above
        ]
        for is_above in (True, False)
    ]
    above, below = (", ".join(numbers) or "none" for numbers in by_sign)
    return f"in favour of the first arm: {above}; of the second: {below}"


def extremes(runs: Runs) -> str:
    """Which arms end highest and lowest, in words."""
    ranked = sorted(
        (float(ends(own, "clean").mean), arm)
        for condition, arm, own in arms_of(runs)
        if condition == GRPO
    )
    if len(ranked) < len(ARMS):
        return ""
    (low, lowest), (high, highest) = ranked[0], ranked[-1]
    return (
        f" With GRPO, `{highest}` ends highest on known companies ({100 * high:.1f} %) and "
        f"`{lowest}` lowest ({100 * low:.1f} %)."
    )


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "long"
    lines = (folder / "runs.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines if line]
    runs = Runs(records)
    at_end, by_end = primary(runs)
    to_height, by_height = secondary(runs)
    starts = [one["start"] for one in runs.of(GRPO, "plain")]
    ceilings = [one["ceilings"] for one in runs.of(GRPO, "plain")]
    lines = "\n".join(f"- {line}" for line in decisions(runs, by_end, by_height))
    parts = [
        explained.TITLE,
        explained.ABOUT,
        f"{explained.SOURCE} {recorded(records)}",
        "## Decisions",
        explained.DECISIONS,
        lines,
        explained.TERMS,
        "## Success by arm",
        before_text(starts, ceilings),
        explained.ARMS_SUCCESS + extremes(runs),
        success_table(runs),
        *([FIGURE] if starts else []),
        explained.ARMS_REACH,
        reach_table(runs),
        "## Contrasts at the end",
        explained.CONTRASTS_END,
        (
            f"Shown on known companies, {shown(by_end, 'clean')}. Shown on unseen companies, "
            f"{shown(by_end, 'unseen')}."
        ),
        at_end,
        "## Tasks to 50 and 70 %",
        explained.CONTRASTS_TASKS,
        f"Shown to 50 %, {shown(by_height, 0.5)}. Shown to 70 %, {shown(by_height, 0.7)}.",
        to_height,
        "## Learning rates",
        explained.GRID,
        grid_table(records),
    ]
    (folder / "tables.md").write_text("\n\n".join(parts) + "\n")
    if starts:
        shown_runs = {arm: runs.of(GRPO, arm) for arm in SHOWN}
        (folder / "curves.svg").write_text(figure(shown_runs, TASKS))


def recorded(records: list[Record]) -> str:
    """How much of what the protocol plans is there."""
    counts = {plan: sum(one["plan"] == plan for one in records) for plan in PLANNED}
    grid, runs = (f"{counts[plan]} of {planned}" for plan, planned in PLANNED.items())
    return f"Recorded: {grid} runs of the learning-rate grid, and {runs} runs of the tables."


def before_text(starts: list[Record], ceilings: list[Record]) -> str:
    if not starts:
        return "No run of `plain` is recorded yet."
    shares = [np.mean([one[of] for one in starts]) for of in COMPANIES]
    ceilings_mean = [np.mean([one[name] for one in ceilings]) for name in COMPANIES.values()]
    return (
        f"Before training, the policy solves {100 * shares[0]:.1f} % of the tasks of known "
        f"companies and {100 * shares[1]:.1f} % of unseen ones. The best possible first try solves "
        f"{100 * ceilings_mean[0]:.1f} % and {100 * ceilings_mean[1]:.1f} %."
    )


if __name__ == "__main__":
    main()

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
# Runs of each plan.
PLANNED = {"long-grid": 60, "long": 100}
ABOUT = (
    "`tables.py` writes this page from `runs.jsonl`. [The protocol](../PROTOCOL.md) says what is "
    "compared. Shares in percent, differences in points, means over seeds with 95 % intervals."
)


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
        return "none arrived"
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
    grid: dict[tuple[str, str, float], list[Record]] = {}
    for record in records:
        if record["plan"] == "long-grid":
            key = (record["condition"], record["arm"], record["learning_rate"])
            grid.setdefault(key, []).append(record)
    rows = [
        [loss_of(condition), f"`{arm}`", str(rate), str(len(runs))]
        + [points(Estimate(np.array([ends(runs, of).mean]))) for of in COMPANIES]
        for (condition, arm, rate), runs in sorted(grid.items(), key=order)
    ]
    return table(["loss", "arm", "rate", "seeds", "known", "unseen"], rows)


def order(item: tuple[tuple[str, str, float], Any]) -> tuple[str, int, float]:
    condition, arm, rate = item[0]
    return condition, ARMS.index(arm), rate


def loss_of(condition: str) -> str:
    return "DAPO" if condition == DAPO else "GRPO"


def arm_table(runs: Runs) -> str:
    rows = []
    for condition in (GRPO, DAPO):
        for arm in ARMS:
            own = runs.of(condition, arm)
            if not own:
                continue
            pairs = [] if arm == "plain" else runs.pairs(condition, arm, "plain")
            depth = np.array([record["points"][-1]["depth"] for record in own])
            rows.append(
                [loss_of(condition), f"`{arm}`", str(len(own))]
                + [", ".join(sorted({str(one["learning_rate"]) for one in own}))]
                + [points(ends(own, of)) for of in COMPANIES]
                + [points(Estimate(np.array([area(one, of) for one in own]))) for of in COMPANIES]
                + [arrived(own, threshold) for threshold in THRESHOLDS]
                + [points(at_equal_tokens(pairs)), f"{depth.mean() / 1000:.0f}"]
            )
    means = [f"mean over {TASKS:,} tasks, {name}" for name in COMPANIES.values()]
    headings = [f"reached {100 * threshold:.0f} %" for threshold in THRESHOLDS]
    head = ["loss", "arm", "seeds", "rate", "known", "unseen", *means, *headings]
    return table([*head, "less plain at equal tokens", "turns in sequence, thousands"], rows)


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
    head = ["contrast", "companies", "pairs", "points at the end", "p", "p by Holm"]
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
    head = ["contrast", "to", "pairs", "tasks, second ÷ first", "p", "p by Holm"]
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
    is_refuted = own + base == 0 and np.exp(logs.bound(0.975)) < 5
    return [
        f"At the end: **{verdict}** (upper bound of contrast 1: {100 * useful:.1f} points).",
        f"Faster start: **{'yes' if faster else 'not shown'}**.",
        f"Carries over to unseen companies: **{'yes' if carries else 'not shown'}**.",
        f"Five times fewer tasks: **{'refuted' if is_refuted else 'not refuted'}**.",
    ]


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "long"
    lines = (folder / "runs.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines if line]
    runs = Runs(records)
    at_end, by_end = primary(runs)
    to_height, by_height = secondary(runs)
    starts = [one["start"] for one in runs.of(GRPO, "plain")]
    ceilings = [one["ceilings"] for one in runs.of(GRPO, "plain")]
    parts = [
        "# Critiques in the batch, up to 14,000 tasks: tables",
        ABOUT,
        recorded(records),
        "## Decisions",
        "\n".join(f"- {line}" for line in decisions(runs, by_end, by_height)),
        "## Arms",
        before_text(starts, ceilings),
        arm_table(runs),
        *(["![Success against tasks drawn](curves.svg)"] if starts else []),
        "## Contrasts at the end",
        at_end,
        "## Tasks to a height, known companies",
        to_height,
        "## Learning rates",
        "Success after 14,000 tasks, on seeds that are in no other table.",
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
        f"Before training {100 * shares[0]:.1f} known and {100 * shares[1]:.1f} unseen. The best "
        f"first attempt succeeds in {100 * ceilings_mean[0]:.1f} known and "
        f"{100 * ceilings_mean[1]:.1f} unseen."
    )


if __name__ == "__main__":
    main()

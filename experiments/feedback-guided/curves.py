"""The figure of the long comparison: mean success against tasks drawn, known and unseen."""

from typing import Any

import numpy as np

Record = dict[str, Any]

# After Okabe and Ito 2008; dashes tell the lines apart without colour.
STYLES = [
    ("#0072b2", ""),
    ("#d55e00", "7 3"),
    ("#007f5c", "2 3"),
    ("#a8427f", "9 3 2 3"),
]
PANELS = {"clean": "known companies", "unseen": "unseen companies"}
WIDTH, HEIGHT, LEFT, TOP, GAP = 330, 260, 46, 40, 40


def mean_curve(records: list[Record], of: str, tasks: int) -> tuple[np.ndarray, np.ndarray]:
    """The mean over seeds wherever one of them was evaluated."""
    places = sorted({p["tasks_drawn"] for record in records for p in record["points"]})
    x = np.array([place for place in places if place <= tasks])
    curves = [
        np.interp(
            x, [p["tasks_drawn"] for p in record["points"]], [p[of] for p in record["points"]]
        )
        for record in records
    ]
    return x, np.mean(curves, axis=0)


def figure(arms: dict[str, list[Record]], tasks: int) -> str:
    """One panel for known and one for unseen companies. The same records give the same bytes."""
    non_empty = {arm: records for arm, records in arms.items() if records}
    nodes = []
    for number, (of, title) in enumerate(PANELS.items()):
        nodes += panel(LEFT + number * (WIDTH + GAP), title)
        for (arm, records), (colour, dash) in zip(arms.items(), STYLES, strict=True):
            if arm in non_empty:
                x, y = mean_curve(records, of, tasks)
                nodes.append(line(x / tasks, y, LEFT + number * (WIDTH + GAP), colour, dash))
    for arm_index, (arm, (colour, dash)) in enumerate(zip(arms, STYLES, strict=True)):
        left, top = LEFT + 175 * arm_index, TOP + HEIGHT + 56
        nodes.append(
            f'<path d="M{left} {top - 4}h24" stroke="{colour}" stroke-dasharray="{dash}" '
            f'class="l"/><text x="{left + 30}" y="{top}">{arm}, {len(arms[arm])} seeds</text>'
        )
    width, height = LEFT + 2 * WIDTH + GAP + 20, TOP + HEIGHT + 70
    style = (
        "text{font:12px system-ui,sans-serif;fill:#1f2328}.l{fill:none;stroke-width:2}"
        ".grid{stroke:#d1d9e0}.ground{fill:#fff}.m{text-anchor:middle}.e{text-anchor:end}"
    )
    inside = "".join(nodes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img"><title>Success against tasks drawn</title>'
        f'<style>{style}</style><rect class="ground" width="{width}" height="{height}"/>'
        f"{inside}</svg>\n"
    )


def panel(left: int, title: str) -> list[str]:
    nodes = [f'<text x="{left}" y="{TOP - 16}">clean success, {title}</text>']
    for percent in range(0, 81, 20):
        y = TOP + HEIGHT * (1 - percent / 80)
        nodes.append(f'<path class="grid" d="M{left} {y:.1f}h{WIDTH}"/>')
        nodes.append(f'<text class="e" x="{left - 6}" y="{y + 4:.1f}">{percent} %</text>')
    for thousands in range(0, 15, 2):
        x = left + WIDTH * thousands / 14
        label = f"{thousands},000" if thousands else "0"
        nodes.append(f'<text class="m" x="{x:.1f}" y="{TOP + HEIGHT + 16}">{label}</text>')
    middle = left + WIDTH / 2
    nodes.append(f'<text class="m" x="{middle}" y="{TOP + HEIGHT + 34}">tasks drawn</text>')
    return nodes


def line(x: np.ndarray, y: np.ndarray, x_offset: int, colour: str, dash: str) -> str:
    spots = (
        f"{x_offset + WIDTH * across:.1f} {TOP + HEIGHT * (1 - height / 0.8):.1f}"
        for across, height in zip(x, y, strict=True)
    )
    path = f"M{'L'.join(spots)}"
    return f'<path class="l" d="{path}" stroke="{colour}" stroke-dasharray="{dash}"/>'

"""Answers of problems of the best plan, worked out again by trying every plan."""

from fractions import Fraction
from itertools import permutations


def minutes(text):
    hours, rest = map(int, text.split(":"))
    return 60 * hours + rest


def parts(text):
    return [part for part in text.split("; ") if part]


def route(facts):
    metres, speed = map(int, facts["blocks"].split())
    pace = Fraction(metres * 60, speed * 1000)
    places = []
    for text in parts(facts["stops"]):
        name, east, side, north, way, start, end, fine = text.split()
        places.append((
            name, int(east) * (1 if side == "east" else -1),
            int(north) * (1 if way == "north" else -1),
            None if start == "none" else minutes(start),
            None if end == "none" else minutes(end),
            None if fine == "none" else Fraction(fine)))
    first, second = facts["before"].split() or (None, None)
    leaves, best = minutes(facts["leaves"]), None
    for order in permutations(places):
        names = [place[0] for place in order]
        if first and names.index(first) > names.index(second):
            continue
        now, fines, x, y = Fraction(leaves), Fraction(0), 0, 0
        for _, east, north, start, end, fine in order:
            now += (abs(east - x) + abs(north - y)) * pace
            now = now if start is None else max(now, start)
            if end is not None and now > end:
                if fine is None:
                    break
                fines += fine
            now += facts["unloading"]
            x, y = east, north
        else:
            taken = now + (abs(x) + abs(y)) * pace - leaves
            is_cost = facts["asks"] == "cost"
            value = taken / 60 * Fraction(facts["wage"]) + fines if is_cost else taken
            best = value if best is None else min(best, value)
    return best


def amount(value, unit):
    return Fraction(value) * (1000 if unit in ("t", "m³") else 1)


def load(facts):
    """Item by item; states are what is on each trip, of which only rules and sums are kept."""
    mass_max, volume_max = (Fraction(text) * 1000 for text in facts["limits"].split())
    apart = [set(pair.split()) for pair in parts(facts["apart"])]
    together = set(facts["together"].split())
    *wanted, extra = facts["bonus"].split() or ("0",)
    trips = 2 if facts["trips"] == "two" else 1
    states = {(frozenset(),) * trips: 0}
    sizes = {}
    for text in parts(facts["items"]):
        name, mass, mass_unit, volume, volume_unit, fee = text.split()
        sizes[name] = amount(mass, mass_unit), amount(volume, volume_unit)
        for state, value in list(states.items()):
            for trip in range(trips):
                loaded = state[trip] | {name}
                is_light = sum(sizes[each][0] for each in loaded) <= mass_max
                is_small = sum(sizes[each][1] for each in loaded) <= volume_max
                if is_light and is_small and not any(pair <= loaded for pair in apart):
                    states[state[:trip] + (loaded,) + state[trip + 1:]] = value + int(fee)
    best = 0
    for state, value in states.items():
        if any(len(together & loaded) == 1 for loaded in state):
            continue
        carried = frozenset().union(*state)
        value -= facts["cost"] * sum(bool(loaded) for loaded in state)
        best = max(best, value + (int(extra) if wanted and carried >= set(wanted) else 0))
    return best


PLANS = {"route": route, "load": load}

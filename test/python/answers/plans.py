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


def trip_sets(facts):
    """The sets of things that fit on a trip, each with its fees less the cost, the best first."""
    mass_max, volume_max = (Fraction(text) * 1000 for text in facts["limits"].split())
    apart = [set(pair.split()) for pair in parts(facts["apart"])]
    together = set(facts["together"].split())
    sets = [(frozenset(), 0, 0, 0)]
    for text in parts(facts["items"]):
        name, mass, mass_unit, volume, volume_unit, fee = text.split()
        sets += [
            (names | {name}, new_mass, new_volume, fees + int(fee))
            for names, old_mass, old_volume, fees in sets
            if (new_mass := old_mass + amount(mass, mass_unit)) <= mass_max
            and (new_volume := old_volume + amount(volume, volume_unit)) <= volume_max
            and not any(pair <= names | {name} for pair in apart)]
    return sorted(((fees - facts["cost"] * bool(names), names) for names, _, _, fees in sets
                   if len(together & names) != 1), key=lambda one: -one[0])


def load(facts):
    """Pairs of sets without a common thing, until no pair that is left can be better."""
    *wanted, extra = facts["bonus"].split() or ("0",)
    wanted, extra = set(wanted), int(extra)
    sets = trip_sets(facts)
    seconds = sets if facts["trips"] == "two" else [(0, frozenset())]
    best = 0
    for value, names in sets:
        for other_value, other in seconds:
            if value + other_value + extra <= best:
                break
            if names.isdisjoint(other):
                loads = (names, other) if facts["bonus_trip"] == "same" else (names | other,)
                paid = extra if wanted and any(wanted <= each for each in loads) else 0
                best = max(best, value + other_value + paid)
    return best


PLANS = {"route": route, "load": load}

"""Answers of schedules, games, walks and urns, worked out again step by step."""

from fractions import Fraction
from functools import cache
from itertools import product

WORDS = [
    *" one two three four five six seven eight nine ten".split(" "),
    *"eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen".split(),
]
ORDINALS = [
    *" first second third fourth fifth sixth seventh eighth ninth tenth".split(" "),
    *"eleventh twelfth thirteenth fourteenth fifteenth sixteenth".split(),
    *"seventeenth eighteenth".split(),
]
SHADES = "pale medium dark".split()


def minutes(text):
    hours, rest = map(int, text.split(":"))
    return 60 * hours + rest


def length(text):
    words = text.split()
    units = dict(zip((word.rstrip("s") for word in words[1::2]), map(int, words[::2])))
    return 60 * units.get("hour", 0) + units.get("minute", 0)


def schedule(facts):
    """Set by set of lots; of ways to the same set, those stay that may still become the best."""
    lots = []
    for text in facts["lots"].split("; "):
        name, shade, first, second, due, fine = text.split(", ")
        amount, unit = fine.split()
        rate = Fraction(amount) / (60 if unit == "hour" else 1)
        lots.append((name, SHADES.index(shade), length(first), length(second), minutes(due), rate))
    opens = minutes(facts["opens"])
    darker, lighter = map(int, facts["cleaning"].split() or (0, 0))
    start, end = map(minutes, facts["pause"].split() or ("0:00", "0:00"))
    early, late = facts["before"].split() or (None, None)
    wage = Fraction(facts["wage"] or 0) / 60
    layers = {frozenset(): {(None, opens, opens, Fraction(0))}}
    for _ in lots:
        following = {}
        for done, ways in layers.items():
            for lot in lots:
                name, shade, first, second, due, rate = lot
                if name in done or (name == late and early not in done):
                    continue
                kept = following.setdefault(done | {name}, set())
                for last, vat, dryer, fines in ways:
                    change = 0 if last is None else shade - last
                    left = vat + (darker if change > 0 else lighter if change < 0 else 0) + first
                    begin = max(left, dryer)
                    begin = end if start <= begin < end else begin
                    over = max(0, begin + second - due) * rate
                    kept.add((shade, left, begin + second, fines + over))
        layers = {done: undominated(ways) for done, ways in following.items()}
    (ways,) = layers.values()
    return min(fines + (dryer - opens) * wage for _, _, dryer, fines in ways)


def undominated(ways):
    kept = []
    for way in sorted(ways, key=lambda way: way[1:]):
        if not any(way[0] == one[0] and all(a <= b for a, b in zip(one[1:], way[1:]))
                   for one in kept):
            kept.append(way)
    return kept


def game(facts):
    turns = []
    for kind, text in enumerate(facts["takes"].split("; ")):
        if "and" in text:
            turns.append((kind, *map(int, text.split(" and "))))
        else:
            counts = map(int, text.split(" or "))
            turns += [(kind, count, 0) if kind == 0 else (kind, 0, count) for count in counts]

    barred = corners(facts["barred"])
    both_max = 2 if facts["both"] == "twice" else None

    @cache
    def play(first, second, last, spent):
        """Whether the player who moves wins, and in how many turns."""
        able = []
        for kind, one, two in turns:
            rest = first - one, second - two
            is_spent = kind == 2 and both_max is not None
            if min(rest) >= 0 and rest not in barred and not (
                    (facts["repeats"] == "no" and kind == last) or (is_spent and spent == both_max)):
                able.append(play(*rest, kind, spent + is_spent))
        if not able:
            return facts["stuck"] == "wins", 0
        lost = [length for is_won, length in able if not is_won]
        return (True, 1 + min(lost)) if lost else (False, 1 + max(length for _, length in able))

    rows, columns = map(int, facts["heaps"].split())
    asked = 0
    for first, second in product(range(1, rows + 1), range(1, columns + 1)):
        is_won, length = play(first, second, None, 0)
        asked += length if facts["asks"] == "turns" else is_won * (first + second)
    return asked


def corners(text):
    return {tuple(map(int, part.split())) for part in text.split("; ") if part}


def walk(facts):
    """Counts backwards: the ways to go on from a corner, with what was passed and done before."""
    goal, closed, sights = (corners(facts[name]) for name in ("goal", "closed", "sights"))
    ((width, height),) = goal
    moves = {"east": (1, 0), "north": (0, 1)}
    if facts["diagonals"] == "yes":
        moves["diagonal"] = (1, 1)
    forbidden = tuple(facts["not_after"].split())
    kiosks = corners(facts["kiosks"])
    start, most = map(WORDS.index, facts["tokens"].split() or ("", ""))
    price = {"diagonal": 1} if facts["tokens"] else {}

    @cache
    def ways(east, north, before, last, seen, held):
        if held < 0 or east > width or north > height or (east, north) in closed:
            return 0
        held = min(most, held + ((east, north) in kiosks and last != "diagonal"))
        seen += (east, north) in sights
        if (east, north) == (width, height):
            return int(seen >= WORDS.index(facts["least"]))
        return sum(ways(east + x, north + y, last, step, seen, held - price.get(step, 0))
                   for step, (x, y) in moves.items()
                   if (last, step) != forbidden
                   and not (facts["in_a_row"] == "two" and before == last == step))

    return ways(0, 0, None, None, 0, start)


def urn_game(facts):
    """Plays on from each state of the box to the end of the game."""
    rounds = WORDS.index(facts["rounds"])
    how, wanted = facts["wanted"].split()
    wanted = WORDS.index(wanted)
    when, more = facts["supply"].split() or ("", "")
    after_red = WORDS.index(facts["after_red"])
    out = facts["after_blue"] == "out"
    after_blue = -1 if out else WORDS.index(facts["after_blue"])

    @cache
    def chance(number, red, blue, reds, last, row):
        if facts["lost"] == "three" and row == 3:
            return Fraction(0)
        if number > rounds:
            is_enough = reds == wanted if how == "exactly" else reds >= wanted
            return Fraction(is_enough and (facts["last"] == "any" or last == "red"))
        if number == ORDINALS.index(when) and when:
            red += WORDS.index(more)
        runs = {colour: row + 1 if last == colour else 1 for colour in ("red", "blue")}
        if_red = chance(number + 1, red, blue + after_red, reds + 1, "red", runs["red"])
        if_blue = chance(number + 1, red + (0 if out else after_blue), blue - out, reds, "blue",
                         runs["blue"])
        return (red * if_red + blue * if_blue) / Fraction(red + blue)

    return chance(1, *map(int, facts["tokens"].split()), 0, None, 0)


RULES = {"schedule": schedule, "game": game, "walk": walk, "urn_game": urn_game}

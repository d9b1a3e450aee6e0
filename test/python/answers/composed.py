"""Answers of composed problems, worked out again with exact fractions."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product

from plans import PLANS
from rules import RULES

WORDS = "zero one two three four five six seven eight nine".split()
ORDINALS = [
    *" first second third fourth fifth sixth seventh eighth ninth tenth".split(" "),
    *"eleventh twelfth thirteenth fourteenth fifteenth sixteenth".split(),
]


def exact(text):
    return Fraction(0) if text in ("", "none") else Fraction(text)


def minutes(text):
    hours, rest = map(int, text.split(":"))
    return 60 * hours + rest


def shop_prices(text, needed, voucher):
    """The least price of each number of pieces from 0 to `needed`, by trying every order."""
    single, box, box_price, crate, crate_price, delivery, free, half = text.split()
    single, box_price, crate_price = exact(single), exact(box_price), exact(crate_price)
    percent, start = map(Fraction, voucher.split()) if voucher else (Fraction(0), Fraction(0))
    every = {"none": 0, "second": 2, "third": 3}[half]
    least = [None] * (needed + 1)
    for crates, boxes in product(range(-(-needed // int(crate)) + 1),
                                 range(-(-needed // int(box)) + 1)):
        packed = crates * int(crate) + boxes * int(box)
        halves = crates // every if every else 0
        base = crate_price * (crates - Fraction(halves, 2)) + boxes * box_price
        for singles in range(max(0, needed - packed) + 70):
            goods = base + singles * single
            paid = goods * (1 - percent / 100) if percent and goods >= start else goods
            is_free = goods == 0 or (free != "none" and goods >= exact(free))
            price = paid + (0 if is_free else exact(delivery))
            pieces = min(needed, packed + singles)
            if least[pieces] is None or price < least[pieces]:
                least[pieces] = price
    for pieces in range(needed - 1, -1, -1):
        if least[pieces] is None or least[pieces + 1] < least[pieces]:
            least[pieces] = least[pieces + 1]
    return least


def purchase(facts):
    groups, people, spare, left = facts["need"]
    needed = groups * (people + spare) - left
    first, *others = [
        shop_prices(text, needed, facts["voucher"] if index == 0 else "")
        for index, text in enumerate(facts["shops"].split("; "))]
    if not others:
        return first[needed]
    return min(price + others[0][needed - pieces] for pieces, price in enumerate(first))


def breaks(recent, rule):
    """Whether the last days, as letters, break a rule about neighbours."""
    kind, *names = rule.split()
    if kind == "never_after":
        return recent.endswith("".join(names))
    return kind == "in_a_row" and recent.endswith(names[0] * (WORDS.index(names[1]) + 1))


def is_early(times, state, rule):
    """Whether a day comes before another kind of day has come often enough."""
    kind, *names = rule.split()
    return kind == "not_before" and state == names[1] and times[names[0]] < WORDS.index(names[2])


def keeps(first, last, times, rule):
    """Whether a whole rota, as its ends and its number of days of each kind, keeps a rule."""
    kind, *names = rule.split()
    if kind == "exactly":
        return times[names[0]] == WORDS.index(names[1])
    if kind == "at_least":
        return times[names[0]] >= WORDS.index(names[1])
    if kind == "first_is":
        return first == names[0]
    if kind == "last_is_not":
        return last != names[0]
    return kind != "ends_differ" or first != last


def rota(facts):
    """Goes on day by day; rotas with the same ends and the same counts are counted together."""
    rules, states = facts["rules"].split("; "), facts["states"].split()
    ways = {("", "", (0,) * len(states)): 1}
    for _ in range(facts["days"]):
        longer = Counter()
        for (first, recent, times), count in ways.items():
            for at, state in enumerate(states):
                counts = dict(zip(states, times))
                if any(breaks(recent + state, rule) or is_early(counts, state, rule) for rule in rules):
                    continue
                more = tuple(each + (index == at) for index, each in enumerate(times))
                longer[first or state, (recent + state)[-3:], more] += count
        ways = longer
    return sum(count for (first, recent, times), count in ways.items()
               if all(keeps(first, recent[-1], dict(zip(states, times)), rule) for rule in rules))


def job(text):
    at, kind, *words = text.split()
    units = dict(zip((word.rstrip("s") for word in words[1::2]), map(int, words[::2])))
    return minutes(at), kind == "urgent", 60 * units.get("hour", 0) + units.get("minute", 0)


def workshop(facts):
    """Plays the day from one beginning to the next."""
    free = [minutes(text) for text in facts["benches"].split()]
    opening = free[0]
    pause = [minutes(text) for text in facts["pause"].split()]
    waiting, waited, end = [job(text) for text in facts["jobs"].split("; ")], 0, 0
    while waiting:
        starts = [max(time, min(at for at, _, _ in waiting)) for time in free]
        if pause:
            starts = [pause[1] if pause[0] <= time < pause[1] else time for time in starts]
        now = min(starts)
        bench = starts.index(now)
        here = [each for each in waiting if each[0] <= now]
        taken = min(here, key=lambda each: (not each[1], each[0]))
        waiting.remove(taken)
        slower = 1 + (Fraction(facts["slower"] or 0, 100) if bench else 0)
        done = now + taken[2] * slower
        free[bench] = done + (facts["cleaning"] or 0)
        waited, end = waited + now - taken[0], max(end, done)
    return waited if facts["asks"] == "waiting" else end - opening


def repayment(facts):
    def event(name):
        month, value = (facts[name] or " 0").split(" ")
        return ORDINALS.index(month), Fraction(value)

    skipped, raised, changed, extra = map(event, ("skipped", "raise", "change", "extra"))
    debt, total = exact(facts["amount"]), Fraction(0)
    for month in range(1, facts["months"] + 1):
        rate = changed[1] if changed[0] and month >= changed[0] else exact(facts["rate"])
        interest = Fraction((debt * rate + Fraction(1, 2)).__floor__(), 100)
        total += interest
        debt += interest
        if month == skipped[0]:
            debt += skipped[1]
            continue
        more = raised[1] if raised[0] and month >= raised[0] else 0
        debt -= exact(facts["payment"]) * (1 + Fraction(more) / 100)
        debt -= extra[1] if month == extra[0] else 0
    return debt if facts["asks"] == "debt" else total


def price(text):
    """What one unit of an answer costs, in euros."""
    unit, *numbers = text.split()
    numbers = list(map(Fraction, numbers))
    return {
        "each": lambda: numbers[0] / 100, "hundred": lambda: numbers[0] / 100,
        "hour": lambda: numbers[0] / 60, "table": lambda: numbers[0] * numbers[1] / 3600,
        "income": lambda: -1, "debt": lambda: 1}[unit]()


def parts(facts):
    """The bill of a chain: an answer decides the number that the next part leaves open."""
    answer, bill = 0, Fraction(0)
    for part in json.loads(facts["parts"]):
        least, *divisors = map(int, part["input"].split())
        open_number = least + sum(answer % divisor for divisor in divisors)
        filled = {name: open_number if value == "?" else
                  value.replace("?", str(open_number)) if isinstance(value, str) else value
                  for name, value in part.items()}
        found = COMPOSED[part["type"]](filled)
        answer = int(found * (100 if part["price"] == "debt" else 1))
        bill += found * price(part["price"])
    return bill


COMPOSED = {
    "parts": parts,
    "purchase": purchase, "rota": rota, "workshop": workshop, "repayment": repayment,
    **PLANS, **RULES}

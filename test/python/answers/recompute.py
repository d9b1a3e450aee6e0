"""Reckons the answers of generated problems again, with sympy and by formulas of its own."""

import json
import math
import re
import sys
from collections import Counter
from fractions import Fraction
from itertools import product

import sympy
from sympy import Rational, factorint, totient

from composed import COMPOSED


def formula(text):
    """A formula of the generator as a sympy expression."""
    text = re.sub(r"(\d)\\frac\{(\d+)\}\{(\d+)\}", r"(\1+(\2)/(\3))", text)
    text = re.sub(r"\\d?frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
    for sign, plain in (("\\times", "*"), ("\\cdot", "*"), ("\\div", "/"), ("×", "*"), ("·", "*")):
        text = text.replace(sign, plain)
    text = text.replace("\\left", "").replace("\\right", "").replace("^", "**").replace("$", "")
    text = re.sub(r"\\?%", "/100", text).replace("{", "(").replace("}", ")")
    text = re.sub(r"(?<=[\da-z)])\s*(?=\()|(?<=\d)(?=[a-z])|(?<=\))\s*(?=[\da-z])", "*", text)
    text = re.sub(r"(?<=[a-z])(?=[a-z])", "*", text)
    text = re.sub(r"(?<![\w.])(\d+\.\d+)", r"Rational('\1')", text)
    names = {letter: sympy.Symbol(letter) for letter in "abcdefghijklmnopqrstuvwxyz"}
    return eval(re.sub(r"(?<![\w.'])(\d+)(?![\w.'])", r"Integer(\1)", text),
                {"Rational": Rational, "Integer": sympy.Integer, **names})


def members(text):
    return [formula(part) for part in text.strip("() ").split(",")]


def scaled(changes):
    return math.prod((Fraction(100 + change, 100) for change in changes), start=Fraction(1))


def walk(value, times, step):
    for _ in range(times):
        value = step(value)
    return value


def fibonacci(first, second, n):
    for _ in range(n - 1):
        first, second = second, first + second
    return first


def urn(counts, draws, fits, replaced):
    def go(left, drawn, chance):
        if len(drawn) == draws:
            return chance if fits(drawn) else Fraction(0)
        total, found = sum(left), Fraction(0)
        for kind, count in enumerate(left):
            if count:
                rest = left if replaced else [c - (k == kind) for k, c in enumerate(left)]
                found += go(rest, [*drawn, kind], chance * Fraction(count, total))
        return found
    return go(counts, [], Fraction(1))


EVENTS = {
    "all": lambda drawn, _: not any(drawn),
    "none": lambda drawn, _: 0 not in drawn,
    "some": lambda drawn, _: 0 in drawn,
    "one": lambda drawn, _: drawn.count(0) == 1,
    "same": lambda drawn, _: len(set(drawn)) == 1,
    "exactly": lambda drawn, wanted: drawn.count(0) == wanted,
}


def two_states(chances, changes):
    start, stay, back = (Fraction(*chances[at:at + 2]) for at in (0, 2, 4))
    return walk(start, changes, lambda p: p * stay + (1 - p) * back)


def dice(m, n, fits):
    return Fraction(sum(fits(a + b) for a, b in product(range(1, m + 1), range(1, n + 1))), m * n)


def divisors(v):
    return sympy.divisors(v)


STEPS = {
    "times": lambda v, a, b: v * a, "over": lambda v, a, b: Fraction(v, a),
    "plus": lambda v, a, b: v + a, "minus": lambda v, a, b: v - a, "from": lambda v, a, b: a - v,
    "percent_off": lambda v, a, b: v * Fraction(100 - a, 100),
    "percent_more": lambda v, a, b: v * Fraction(100 + a, 100),
    "percent_of": lambda v, a, b: v * Fraction(a, 100),
    "part_off": lambda v, a, b: v * (1 - Fraction(a, b)),
    "part_of": lambda v, a, b: v * Fraction(a, b),
    "left_over": lambda v, a, b: v % a, "filled_up": lambda v, a, b: -(-v // a),
    "hours_to_minutes": lambda v, a, b: v * 60, "minutes_to_hours": lambda v, a, b: Fraction(v, 60),
    "square_area": lambda v, a, b: v * v, "square_perimeter": lambda v, a, b: 4 * v,
    "square_side": lambda v, a, b: math.isqrt(v),
    "rectangle_perimeter": lambda v, a, b: 2 * (v + a),
    "rectangle_side": lambda v, a, b: Fraction(v, 2) - a,
    "hypotenuse": lambda v, a, b: math.isqrt(v * v + a * a),
    "leg": lambda v, a, b: math.isqrt(a * a - v * v),
    "triangle_area": lambda v, a, b: Fraction(v * a, 2),
    "triangle_height": lambda v, a, b: Fraction(2 * v, a),
    "scaled_area": lambda v, a, b: v * a * a,
    "cube_volume": lambda v, a, b: v ** 3, "cube_surface": lambda v, a, b: 6 * v * v,
    "divisor_count": lambda v, a, b: sympy.divisor_count(v),
    "divisor_sum": lambda v, a, b: sympy.divisor_sigma(v),
    "largest_prime": lambda v, a, b: max(factorint(v)),
    "prime_count": lambda v, a, b: sympy.primepi(v), "coprime_count": lambda v, a, b: totient(v),
    "multiple_count": lambda v, a, b: v // a, "common_divisor": lambda v, a, b: math.gcd(v, a),
    "common_multiple": lambda v, a, b: math.lcm(v, a),
    "digit_sum": lambda v, a, b: sum(map(int, str(v))),
    "base_digit_sum": lambda v, a, b: sum(sympy.ntheory.digits(v, a)[1:]),
    "triangular": lambda v, a, b: v * (v + 1) // 2,
    "next_multiple": lambda v, a, b: (v // a + 1) * a,
    "linear_up": lambda v, a, b: a * v + b, "linear_down": lambda v, a, b: a * v - b,
    "quadratic": lambda v, a, b: v * v - a * v + b,
    "preimage": lambda v, a, b: Fraction(v - b, a), "larger_root": lambda v, a, b: a + v,
    "within_distance": lambda v, a, b: 2 * v - 1,
    "below_line": lambda v, a, b: sum(a * x + b < v for x in range(1, v + 1)),
    "below_square": lambda v, a, b: 2 * math.isqrt(v - 1) + 1,
    "choose": lambda v, a, b: math.comb(v, a), "choose_with": lambda v, a, b: math.comb(v - 1, a - 1),
    "choose_apart": lambda v, a, b: math.comb(v, a) - math.comb(v - 2, a - 2),
    "ranked": lambda v, a, b: math.perm(v, a), "in_a_row": lambda v, a, b: math.factorial(v),
    "side_by_side": lambda v, a, b: 2 * math.factorial(v - 1),
}
BARE = set("""hours_to_minutes minutes_to_hours square_area square_perimeter square_side cube_volume
cube_surface divisor_count divisor_sum largest_prime prime_count coprime_count digit_sum triangular
within_distance below_square in_a_row side_by_side""".split())
PAIRED = set("part_off part_of linear_up linear_down quadratic preimage below_line".split())


def chain(facts):
    value, numbers = facts["n"], list(facts["numbers"])
    for name in facts["by"].split():
        count = 0 if name in BARE else 2 if name in PAIRED else 1
        own, numbers = numbers[:count] + [1] * (2 - count), numbers[count:]
        value = Fraction(int(v) if (v := STEPS[name](value, *own)) == int(v) else v)
        value = int(value) if value.denominator == 1 else value
    return value


SOLVERS = {
    "part": lambda f: Fraction(f["n"] * f["p"], 100),
    "rest": lambda f: Fraction(f["n"] * (100 - f["p"]), 100),
    "share": lambda f: Fraction(f["a"], f["b"]), "change": lambda f: f["n"] * scaled(f["changes"]),
    "relative_change": lambda f: Fraction(abs(f["b"] - f["a"]), f["a"]),
    "overall": lambda f: scaled(f["changes"]),
    "mixture": lambda f: Fraction(f["a"] * f["p"] + f["b"] * f["q"], 100 * (f["a"] + f["b"])),
    "total_share": lambda f: Fraction(f["p"] * f["q"] + (100 - f["p"]) * f["r"], 10_000),
    "before": lambda f: Fraction(str(f["after"])) / scaled(f["changes"]),
    "next_arithmetic": lambda f: 2 * f["shown"][-1] - f["shown"][-2],
    "next_geometric": lambda f: Fraction(f["shown"][-1] * f["shown"][1], f["shown"][0]),
    "next_quadratic": lambda f: f["shown"][-3] - 3 * f["shown"][-2] + 3 * f["shown"][-1],
    "term_arithmetic": lambda f: f["a"] + (f["n"] - 1) * f["d"],
    "term_geometric": lambda f: f["a"] * f["r"] ** (f["n"] - 1),
    "sum_arithmetic": lambda f: sum(
        f["a"] + k * f["d"] for k in range(f.get("from", 1) - 1, f["to"])),
    "sum_geometric": lambda f: sum(f["a"] * f["r"] ** k for k in range(f["n"])),
    "sum_infinite": lambda f: f["a"] / (1 - Fraction(f["above"], f["below"])),
    "recurrence": lambda f: walk(f["a"], f["n"] - 1, lambda v: f["p"] * v + f["q"]),
    "sum_of_two": lambda f: fibonacci(f["a"], f["b"], f["n"]),
    "remainder": lambda f: (f["a"] * f.get("b", 0) + f.get("c", 0)) % f["m"],
    "power": lambda f: pow(f["a"], f["k"], f["m"]),
    "congruence": lambda f: min(x for x in range(f["m"]) if (f["a"] * x - f["b"]) % f["m"] == 0),
    "remainders": lambda f: sympy.ntheory.modular.crt(f["moduli"], f["rests"])[0],
    "tower": lambda f: pow(f["a"], f["b"] ** f["c"], f["m"]),
    "multiple": lambda f: Fraction(f["n"] // f["k"], f["n"]),
    "dice_sum": lambda f: dice(f["m"], f["n"], lambda s: s == f["s"]),
    "dice_at_least": lambda f: dice(f["m"], f["n"], lambda s: s >= f["s"]),
    "tries": lambda f: math.comb(f["n"], f["wanted"])
    * Fraction(f["above"], f["below"]) ** f["wanted"]
    * (1 - Fraction(f["above"], f["below"])) ** (f["n"] - f["wanted"]),
    "which_urn": lambda f: (p := Fraction(f["r"], f["r"] + f["b"]))
    / (p + Fraction(f["s"], f["s"] + f["c"])),
    "draws": lambda f: urn(f["counts"], f["draws"],
                           lambda d: EVENTS[f["event"]](d, f.get("wanted", 0)), False),
    "draws_replaced": lambda f: urn(f["counts"], f["draws"],
                                    lambda d: EVENTS[f["event"]](d, f.get("wanted", 0)), True),
    "two_states": lambda f: two_states(f["chances"], f["changes"]),
    "chain": chain,
    **COMPOSED,
}


def is_right(gold, facts):
    kind = facts["type"]
    if kind == "product" and "left" in facts:
        return int(gold, 16) == int(str(facts["left"]), 16) * int(str(facts["right"]), 16)
    if kind in ("product", "value"):
        return sympy.simplify(formula(gold) - formula(facts["statement"])) == 0
    if kind == "expand":
        return "(" not in gold and sympy.expand(formula(facts["statement"]) - formula(gold)) == 0
    if kind in ("root", "system"):
        names = facts.get("unknowns", facts.get("variable")).split()
        equations = [formula(left) - formula(right) for left, right in
                     (each.split(" = ") for each in facts["statement"].split("; "))]
        found = sympy.solve(equations, [sympy.Symbol(name) for name in names], dict=True)
        wanted = {sympy.Symbol(name): value for name, value in zip(names, members(gold))}
        return found == [wanted]
    value = SOLVERS[kind](facts)
    return formula(gold) == (Rational(value.numerator, value.denominator)
                             if isinstance(value, Fraction) else value)


def main():
    counts, wrong = Counter(), []
    for line in sys.stdin:
        problem = json.loads(line)
        counts[problem["family"]] += 1
        try:
            right = is_right(problem["gold"], problem["facts"])
        except Exception as error:  # what cannot be reckoned again is told as well
            right = False
            problem["error"] = repr(error)
        if not right:
            wrong.append(problem)
    for problem in wrong[:20]:
        print("differs:", json.dumps(problem))
    print(f"{sum(counts.values())} answers of {len(counts)} families, {len(wrong)} differ")
    sys.exit(1 if wrong or not counts else 0)


main()

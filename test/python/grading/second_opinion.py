"""Compares our verdicts with those of math-verify, case by case, and wants every difference judged.

The cases are the parametrised pairs of (gold, answer) in the tests that come with the source package
of math-verify. What its tests expect is not looked at: two graders are compared, each with the other.
"""

import ast
import json
import subprocess
import sys
from pathlib import Path

from math_verify import ExprExtractionConfig, LatexExtractionConfig, parse, verify

HERE = Path(__file__).parent
JUDGED = HERE / "judged.json"
TARGETS = [LatexExtractionConfig(boxed_match_priority=0), ExprExtractionConfig()]


def pairs_in(path: Path):
    """Every pair of texts that a test of a file is run with, under a name that tells its place."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        for decorator in function.decorator_list:
            if not isinstance(decorator, ast.Call) or len(decorator.args) < 2:
                continue
            names, rows = decorator.args[:2]
            named = names.value if isinstance(names, ast.Constant) else ""
            if not str(named).replace(" ", "").startswith("gold,pred"):
                continue
            for at, row in enumerate(getattr(rows, "elts", [])):
                texts = [each.value for each in getattr(row, "elts", [])[:2] if isinstance(each, ast.Constant)]
                if len(texts) == 2 and all(isinstance(text, str) for text in texts):
                    yield f"{path.stem}::{function.name}::{at}", texts[0], texts[1]


def theirs(gold: str, pred: str) -> bool:
    try:
        return bool(verify(parse(gold, TARGETS), parse(pred, TARGETS), float_rounding=6))
    except Exception as error:  # a grader that fails does not accept
        print(f"math-verify failed: {error}", file=sys.stderr)
        return False


def ours(cases, command):
    lines = "".join(json.dumps({"gold": gold, "pred": pred, "precision": 6}) + "\n" for _, gold, pred in cases)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> int:
    tests, command = Path(sys.argv[1]), sys.argv[2:]
    cases = [case for path in sorted(tests.glob("test_*.py")) for case in pairs_in(path)]
    judged = json.loads(JUDGED.read_text(encoding="utf-8"))
    unjudged, differing = [], set()
    for (name, gold, pred), grade in zip(cases, ours(cases, command), strict=True):
        other = theirs(gold, pred)
        if grade["correct"] == other:
            continue
        differing.add(name)
        verdict = judged.get(name)
        if verdict is None or verdict["ours"] != grade["correct"]:
            unjudged.append(name)
            print(f"unjudged: {name}: ours {grade['correct']}, theirs {other}")
            print(f"  gold {gold[-200:]!r}\n  answer {pred[-200:]!r}\n  extracted {grade['extracted']!r}")
    stale = sorted(set(judged) - differing)
    for name in stale:
        print(f"judged, but no difference any more: {name}")
    right = [judged[name]["right"] for name in differing if name in judged]
    print(f"{len(cases)} cases, {len(differing)} differences: ours is right in {right.count('ours')},")
    print(f"theirs in {right.count('theirs')}, either may be in {right.count('either')}, {len(unjudged)} unjudged")
    failed = len(unjudged) + len(stale)
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())

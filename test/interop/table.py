"""Prints client × environment × what works, and ends with the sum.

python3 table.py LINES [--write]: with --write the table goes into results.md too.
"""

import json
import sys
from pathlib import Path

PAGE = Path(__file__).parent / "results.md"
WORDS = {True: "works", False: "FAILS", None: "-"}
INTRODUCTION = """# Interoperability

Which unmodified clients of other protocols, in pinned versions, play which environment, and which
environments of other servers are played through this one. `npm run suite interop -- --write` runs
all of it against the built server and writes this page. A dash means: not tried.
"""


def table(lines: list[dict]) -> str:
    """One table for each set of environments that some clients have in common."""
    seen: dict[str, list[str]] = {}
    for line in lines:
        columns = seen.setdefault(line["client"], [])
        if line["env"] not in columns:
            columns.append(line["env"])
    cells = {(line["client"], line["what"], line["env"]): line["ok"] for line in lines}
    shared = {env for env in seen.get("GenericEnvClient", [])}
    own = [client for client, envs in seen.items() if set(envs) <= shared | {"-"}]
    other = [client for client in seen if client not in own]
    return "\n\n".join(part(lines, cells, group) for group in (own, other) if group)


def part(lines: list[dict], cells: dict, clients: list[str]) -> str:
    meant = [line for line in lines if line["client"] in clients]
    columns = list(dict.fromkeys(line["env"] for line in meant))
    rows = list(dict.fromkeys((line["client"], line["what"]) for line in meant))
    written = ["| client | what | " + " | ".join(columns) + " |", "|---" * (len(columns) + 2) + "|"]
    for client, what in rows:
        marks = [WORDS[cells.get((client, what, env))] for env in columns]
        written.append(f"| {client} | {what} | " + " | ".join(marks) + " |")
    return "\n".join(written)


def main(file: str, *flags: str) -> None:
    text = Path(file).read_text().splitlines()
    lines = [json.loads(line) for line in text if line.startswith('{"client"')]
    drawn = table(lines)
    print(drawn)
    failed = [line for line in lines if not line["ok"]]
    for line in failed:
        print(f"{line['client']} in {line['env']}, {line['what']}: {line.get('why', '')}")
    if "--write" in flags:
        PAGE.write_text(f"{INTRODUCTION}\n{drawn}\n")
    print(f"{len(lines) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


main(*sys.argv[1:])

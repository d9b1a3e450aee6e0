"""Prints client × environment × what works, and ends with the sum."""

import json
import sys
from pathlib import Path

lines = [
    json.loads(line)
    for line in Path(sys.argv[1]).read_text().splitlines()
    if line.startswith('{"client"')
]
columns = list(dict.fromkeys(line["env"] for line in lines))
rows = list(dict.fromkeys((line["client"], line["what"]) for line in lines))
cells = {(line["client"], line["what"], line["env"]): line["ok"] for line in lines}
print("| client | what | " + " | ".join(columns) + " |")
print("|---" * (len(columns) + 2) + "|")
WORDS = {True: "works", False: "FAILS", None: "-"}
for client, what in rows:
    marks = [WORDS[cells.get((client, what, env))] for env in columns]
    print(f"| {client} | {what} | " + " | ".join(marks) + " |")
failed = [line for line in lines if not line["ok"]]
for line in failed:
    print(f"{line['client']} in {line['env']}, {line['what']}: {line.get('why', '')}")
print(f"{len(lines) - len(failed)} passed, {len(failed)} failed")
sys.exit(1 if failed else 0)

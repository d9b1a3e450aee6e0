"""Prints what the clients found, and fails unless all of it is well."""

from __future__ import annotations

import json
import sys
from pathlib import Path

rows = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
for row in rows:
    mark = "ok  " if row["ok"] else "FAIL"
    why = "" if row["ok"] else f": {row.get('why', '')}"
    print(f"{mark} {row['client']}: {row['what']}{why}")
failed = sum(not row["ok"] for row in rows)
print(f"{len(rows) - failed} passed, {failed} failed")
sys.exit(1 if failed or not rows else 0)

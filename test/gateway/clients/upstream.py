"""A model server for the clients, and the settings of a server that asks it."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from model_server import model_server

with model_server() as url:
    profile = {"base_urls": [url], "model": "small", "max_tokens": 200, "gateway": {}}
    target = Path(sys.argv[1])
    part = target.with_suffix(".part")
    part.write_text(json.dumps({"profiles": {"policy": profile}}))
    os.replace(part, target)
    while True:
        time.sleep(1)

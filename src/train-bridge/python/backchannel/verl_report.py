"""Reports what verl logs to the server, as one more logger of its `Tracking`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from .run_log import RunLog

#: The name among verl's loggers.
LOGGER = "backchannel"


class RunReport:
    """A logger as verl's `Tracking` calls them."""

    def __init__(self, url: str, run: str, configuration: Mapping[str, Any]) -> None:
        self._log = RunLog(url, run)
        self._log.configure(configuration)

    def log(self, data: Mapping[str, Any], step: int, **_: Any) -> None:
        self._log.log(step, data)

    def finish(self) -> None:
        self._log.close()


def add_report(tracking: Any, config: Any, configuration: Mapping[str, Any]) -> RunReport | None:
    """Adds a logger if the agent loop's file names a server and a run."""
    target = report_target(config.actor_rollout_ref.rollout.agent.agent_loop_config_path)
    if target is None:
        return None
    report = RunReport(*target, configuration)
    tracking.logger[LOGGER] = report
    return report


def report_target(path: str | None) -> tuple[str, str] | None:
    """Server URL and run name in an agent loop's file, or None."""
    if not path or not Path(path).is_file():
        return None
    for entry in yaml.safe_load(Path(path).read_text()) or ():
        if isinstance(entry, dict) and "server_url" in entry and "run" in entry:
            return str(entry["server_url"]), str(entry["run"])
    return None

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
    """Adds a logger for the server and the run that the agent loop's file names, if it names any."""
    place = place_of(config.actor_rollout_ref.rollout.agent.agent_loop_config_path)
    if place is None:
        return None
    report = RunReport(*place, configuration)
    tracking.logger[LOGGER] = report
    return report


def place_of(path: str | None) -> tuple[str, str] | None:
    """Where the episodes of an agent loop's file are played, and as which run."""
    if not path or not Path(path).is_file():
        return None
    for entry in yaml.safe_load(Path(path).read_text()) or ():
        if isinstance(entry, dict) and "server_url" in entry and "run" in entry:
            return str(entry["server_url"]), str(entry["run"])
    return None

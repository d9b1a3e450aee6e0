"""Reports what TRL logs to the server: `GRPOTrainer(callbacks=[RunReport(url, run=…)])`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transformers import TrainerCallback

from .run_log import RunLog


class RunReport(TrainerCallback):
    """Reports the settings of the training and each line of its log, in the first process only.

    :param url: address of the server
    :param run: name of the run, as its episodes have it
    """

    def __init__(self, url: str, *, run: str, token: str | None = None) -> None:
        self._log = RunLog(url, run, token=token)

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.is_world_process_zero:
            self._log.configure(args.to_sanitized_dict())

    def on_log(
        self,
        args: Any,
        state: Any,
        control: Any,
        logs: Mapping[str, Any] | None = None,
        **_: Any,
    ) -> None:
        if state.is_world_process_zero:
            self._log.log(state.global_step, logs or {})

    def on_train_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Sends what waits, also after training that ended with an error."""
        self._log.close()

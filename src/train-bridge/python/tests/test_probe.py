"""Guards what a machine tells of its packages before a run: those that do not suit each other."""

from __future__ import annotations

import sys
import threading
from importlib import metadata
from types import SimpleNamespace

import pytest

from backchannel import probe
from backchannel.probe import check_machine, conflicts

pytest.importorskip("packaging")

VERSIONS = {"vllm": "0.24.0", "torch": "2.15.0+cu130", "Some_Trainer": "1.0"}
WANTED = {
    "vllm": ["torch==2.11.0", "numpy", "what is this"],
    "torch": None,
    "Some_Trainer": [
        "torch>=2.15",
        'vllm<0.20; extra == "vllm"',
        'torch<2; python_version < "3"',
        "other<1",
    ],
}


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        try:
            return VERSIONS[name]
        except KeyError:
            raise metadata.PackageNotFoundError(name) from None

    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setattr(metadata, "requires", WANTED.__getitem__)


def test_a_package_that_requires_another_version_is_reported() -> None:
    found = conflicts(["vllm", "torch", "Some_Trainer", "not-there"])
    wanted = {"package": "vllm 0.24.0", "wants": "torch==2.11.0", "installed": "2.15.0+cu130"}
    assert found == [wanted]


def test_builds_of_the_same_version_do_not_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VERSIONS, "torch", "2.11.0+cu130")
    monkeypatch.setitem(WANTED, "Some_Trainer", ["torch>=2.11.0.dev0"])
    assert conflicts(["vllm", "torch", "Some_Trainer"]) == []


def test_package_names_are_compared_in_canonical_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WANTED, "torch", ["some.trainer>1"])
    monkeypatch.setitem(WANTED, "vllm", None)
    [found] = conflicts(["vllm", "torch", "Some_Trainer"])
    assert found["wants"] == "some.trainer>1"


def test_the_report_of_a_machine_has_the_conflicts(tmp_path: object) -> None:
    report = check_machine(
        {"packages": ["vllm", "torch"], "output": str(tmp_path), "files": [], "rows": 1}
    )
    assert [each["package"] for each in report["conflicts"]] == ["vllm 0.24.0"]


def test_a_model_hub_that_does_not_answer_is_reported_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    never = threading.Event()
    hub = SimpleNamespace(from_pretrained=lambda _model: never.wait())
    monkeypatch.setitem(sys.modules, "transformers", SimpleNamespace(AutoTokenizer=hub))
    monkeypatch.setattr(probe, "HUB_SECONDS", 0.05)
    found = probe.template("some/model", {})
    never.set()
    assert found["unread"].startswith("the model hub has not sent some/model in 0.05 s")


def test_a_refusal_of_the_model_hub_is_reported_in_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_model: str) -> None:
        raise OSError("some/model is not a model identifier")

    hub = SimpleNamespace(AutoTokenizer=SimpleNamespace(from_pretrained=refuse))
    monkeypatch.setitem(sys.modules, "transformers", hub)
    assert probe.template("some/model", {}) == {"unread": "some/model is not a model identifier"}

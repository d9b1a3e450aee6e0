"""The runtime graders that OpenEnv ships judge every environment, by what their collector gathers.
They run the graders on a built image; here the server under test stands in the place of one."""

import tempfile
import uuid
from pathlib import Path

from openenv.validation.graders import Subject
from openenv.validation.graders.runtime import (
    ObservationSchemaGrader,
    RewardWellFormedGrader,
    StateContractGrader,
)
from openenv.validation.manifest import (
    CapabilitiesSpec,
    NormalizedManifest,
    ResourceDeclaration,
    RewardDeclaration,
    TypeSpec,
    VerifierBinding,
)
from openenv.validation.report import CheckResult
from openenv.validation.runtime.collector import collect_runtime_evidence
from openenv.validation.runtime.contracts import RuntimePlan
from openenv.validation.runtime.scheduler import execute_graders
from openenv.validation.types import CheckStatus, SignatureKind

from report import ENVIRONMENTS, URL, check, expect

SECONDS = 60.0
GRADERS = [RewardWellFormedGrader(), ObservationSchemaGrader(), StateContractGrader()]


def subject(env: str, evidence: object) -> Subject:
    manifest = NormalizedManifest(
        manifest_schema_version="1",
        name=env,
        signature=next(iter(SignatureKind)),
        reward=RewardDeclaration(range=(-1.0, 1.0), floor_margin=0.1),
        resources=ResourceDeclaration(
            cpu=1, memory_mb=512, disk_mb=512, episode_timeout_s=SECONDS
        ),
        capabilities=CapabilitiesSpec(verifier=VerifierBinding(kind="reward_channel")),
        types=TypeSpec(tags=["text"]),
    )
    folder = Path(tempfile.gettempdir())
    return Subject(
        root=folder,
        manifest=manifest,
        image_ref=None,
        running=None,
        outputs_dir=folder,
        runtime_evidence=evidence,
    )


def judged(env: str) -> None:
    plan = RuntimePlan(
        plan_schema_version="1",
        reset={"episode_id": f"graded-{uuid.uuid4()}", "seed": 7, "options": {}},
        actions=[{"message": "I do not know."}] * 60,
    )
    base = f"{URL}/openenv/{env}"
    evidence = collect_runtime_evidence(base, plan, episode_timeout_s=SECONDS)
    expect(not evidence.failure_reason, f"collected: {evidence.failure_reason}")
    started = CheckResult(check_id="runtime.startup", status=CheckStatus.PASS, duration_s=0)
    results = execute_graders(GRADERS, subject(env, evidence), prior=[started])
    for result in results:
        expect(result.status is CheckStatus.PASS, f"{result.check_id}: {result.evidence}")
    expect(len(results) == len(GRADERS), "all judged")


for env in ENVIRONMENTS:
    check("openenv's graders", env, "reward, observation, state", lambda: judged(env))

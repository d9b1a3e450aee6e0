"""Runs one block of docs/clients.md as written, against the server under test."""

import re
import sys
from pathlib import Path

from report import URL, check

PAGE = Path(__file__).parents[2] / "docs/clients.md"


def block(heading: str) -> str:
    section = PAGE.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    code = re.search(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    if code is None:
        raise LookupError(f"{heading} has no block")
    return code[1].replace("http://127.0.0.1:8000", URL)


def stand_in() -> object:
    """In the place of a model: it does not know, and asks nobody."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def reply(*_: object) -> ModelOutput:
        said = ModelOutput.from_content("mockllm/model", "I do not know.")
        said.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return said

    return get_model("mockllm/model", custom_outputs=reply)


def runs(heading: str) -> None:
    code, given = block(heading), {"__name__": "__main__"}
    if "openai/gpt-5-mini" in code:
        code = code.replace('"openai/gpt-5-mini"', "stand_in")
        given["stand_in"] = stand_in()
    exec(compile(code, f"{PAGE.name}: {heading}", "exec"), given)  # noqa: S102


if __name__ == "__main__":
    for given in sys.argv[1:]:
        # The heading of a block, and what the table calls it where several clients run it.
        heading, _, shown = given.partition(":")
        check("from your trainer", "-", shown or heading, lambda: runs(heading))

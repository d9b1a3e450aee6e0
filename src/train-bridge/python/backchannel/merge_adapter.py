"""Adds a trained adapter to its model, so that the next stage can load the whole.

python -m backchannel.merge_adapter --model MODEL --adapter FOLDER --output FOLDER
"""

from __future__ import annotations

import argparse
from typing import Any


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--adapter", required=True)
    parser.add_argument("--output", required=True)
    options = parser.parse_args()

    import torch
    from peft import PeftModel
    from transformers import AutoModelForCausalLM, AutoTokenizer

    base: Any = AutoModelForCausalLM.from_pretrained(options.model, dtype=torch.bfloat16)
    model: Any = PeftModel.from_pretrained(base, options.adapter).merge_and_unload()
    model.save_pretrained(options.output)
    tokens: Any = AutoTokenizer.from_pretrained(options.model)
    tokens.save_pretrained(options.output)


if __name__ == "__main__":
    main()

"""TRL's GRPOTrainer plays mock-v1 over OpenEnv. The methods of the class are the tools."""

from datasets import Dataset
from openenv.core.generic_client import GenericEnvClient
from trl import GRPOConfig, GRPOTrainer


class LockedBox:
    def __init__(self):
        self._env = GenericEnvClient(base_url="http://127.0.0.1:8000/openenv/mock-v1").sync()
        self._env.connect()

    def reset(self, index, **row):
        self._score = 0.0
        return self._env.reset(split="train", index=index).observation["text"]

    def read_code(self) -> str:
        """Wait until the ink on the label is dry, then read the code on it."""
        return self._use("read_code")

    def enter_code(self, code: str) -> str:
        """Enter a code of three digits on the lock of the box.

        Args:
            code: The three digits.
        """
        return self._use("enter_code", code=code)

    def get_reward(self) -> float:
        return self._score

    def _use(self, tool, **arguments):
        action = {"type": "call_tool", "tool_name": tool, "arguments": arguments}
        result = self._env.step(action)
        self._score += result.reward
        return result.observation["text"]


rows = [{"prompt": [{"role": "user", "content": ""}], "index": index} for index in range(8)]
trainer = GRPOTrainer(
    model="Qwen/Qwen3-0.6B",
    args=GRPOConfig(output_dir="box", num_generations=4, max_completion_length=512),
    train_dataset=Dataset.from_list(rows),
    environment_factory=LockedBox,
)
trainer.train()

"""The twin of counter.mjs: a step does next to nothing."""

from backchannel.world import Audit, Teaching, Tool, World, each_call, tool_call, user

LAST = 1_000_000


class Counter(World, Audit, Teaching):
    id = "counter-python-v1"
    title = "Counter in Python"
    description = "Add numbers until there are a million."
    tools = [Tool("add", "Adds a number to the sum.", {"amount": {"type": "integer"}})]
    splits = {"train": 1000}
    turns_max = 100
    tool_calls_per_turn_max = 1
    nudge = "Please add a number."
    metrics = ["success", "added"]
    reward_parts = ["done"]

    def generate(self, split, index):
        return {}

    def public_task(self, task):
        return {}

    def open(self, context):
        return {"sum": 0, "added": 0}, [user("Add numbers.")]

    def step(self, state, turn, context):
        def play(now, name, arguments):
            total = now["sum"] + arguments["amount"]
            return {"sum": total, "added": now["added"] + 1}, f"The sum is {total}."

        state, messages = each_call(state, turn, play)
        return state, messages, "completed" if state["sum"] >= LAST else None

    def score(self, state, context):
        return {"done": 1000 if state["sum"] >= LAST else 0}

    def measure(self, state, context):
        return {"success": int(state["sum"] >= LAST), "added": state["added"]}

    def critique(self, events, outcome, transcript):
        return "Add larger numbers."

    def hidden_variant(self, task, seed):
        return task

    def revealed(self, state):
        return True

    def solve(self, task, events, transcript):
        return tool_call("add", amount=LAST)

    def sample_actions(self, events, random, transcript):
        return [tool_call("add", amount=random.randint(1, 9))]

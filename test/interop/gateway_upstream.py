"""A game by OpenEnv's own framework on its own server, to be played through the gateway."""

import sys

import uvicorn
from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app


class Guess(Action):
    number: int


class Hint(Observation):
    text: str


class Game(Environment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._secret = 0
        self._state = State(step_count=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: object) -> Hint:
        self._secret = 1 + (seed or 0) % 9
        self._state = State(episode_id=episode_id, step_count=0)
        return Hint(text="Guess a number from 1 to 9.", done=False, reward=0.0)

    def step(self, action: Guess, timeout_s: float | None = None, **_: object) -> Hint:
        self._state.step_count += 1
        if action.number == self._secret:
            return Hint(text="Right.", done=True, reward=1.0)
        word = "Higher." if action.number < self._secret else "Lower."
        return Hint(text=word, done=False, reward=-0.1)

    @property
    def state(self) -> State:
        return self._state


app = create_fastapi_app(Game, Guess, Hint, max_concurrent_envs=8)
if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[1]), log_level="warning")

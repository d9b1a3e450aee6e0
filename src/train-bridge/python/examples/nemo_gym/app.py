"""A resources server of NeMo Gym that plays episodes. docs/clients.md says how to run it."""

import os

from resources_servers.gymnasium import GymnasiumServer, extract_text

from backchannel import aio


class Episodes(GymnasiumServer):
    async def reset(self, metadata, session_id=None):
        client = await aio.connect(os.environ["BACKCHANNEL_URL"])
        episode = await client.open(**metadata["task"])
        self.session_state[session_id] = client, episode
        return "\n\n".join(message["content"] for message in episode.messages), {}

    async def step(self, action, metadata, session_id=None):
        _, episode = self.session_state[session_id]
        calls = [
            {
                "id": item.call_id,
                "type": "function",
                "function": {"name": item.name, "arguments": item.arguments},
            }
            for item in action.output
            if item.type == "function_call"
        ]
        step = await episode.step({"content": extract_text(action), "tool_calls": calls})
        answers = [
            {"call_id": message["tool_call_id"], "output": message["content"]}
            for message in step.messages
            if message["role"] == "tool"
        ]
        said = [message["content"] for message in step.messages if message["role"] != "tool"]
        text = "\n\n".join(said) or None
        return text, step.reward, step.terminated, step.truncated, {"tool_outputs": answers}

    async def close_session(self, session_id):
        client, _ = self.session_state.pop(session_id)
        await client.close()


if __name__ == "__main__":
    Episodes.run_webserver()

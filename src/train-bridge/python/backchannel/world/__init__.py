"""Write environments in Python: a class of pure functions over JSON.

A server starts processes that play them; see docs/writing-an-environment-in-python.md.
"""

from .contract import (
    Action,
    Context,
    Json,
    Message,
    Outcome,
    Task,
    Tool,
    Turn,
    World,
    each_call,
    stream,
    system,
    tool_call,
    user,
)
from .text_env import TextEnvWorld

__all__ = [
    "Action",
    "Context",
    "Json",
    "Message",
    "Outcome",
    "Task",
    "TextEnvWorld",
    "Tool",
    "Turn",
    "World",
    "each_call",
    "stream",
    "system",
    "tool_call",
    "user",
]

"""Write environments in Python: a class of pure functions over JSON.

A server starts processes that play them; see docs/environments.md#in-python.
"""

from .audit import Audit
from .contract import (
    Action,
    Context,
    Event,
    Json,
    Message,
    Outcome,
    Task,
    Tool,
    Turn,
    each_call,
    stream,
    system,
    tool_call,
    user,
)
from .environment import Environment
from .task_data import TaskData
from .teaching import Teaching
from .text_env import TextEnvWorld
from .world import World

__all__ = [
    "Action",
    "Audit",
    "Context",
    "Environment",
    "Event",
    "Json",
    "Message",
    "Outcome",
    "Task",
    "TaskData",
    "Teaching",
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

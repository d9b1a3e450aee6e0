"""The class that an environment in Python inherits from."""

from .environment import Environment
from .task_data import TaskData


class World(Environment, TaskData):
    """The required parts of a world: what happens in an episode, and its tasks. Add the other parts
    as further bases: `class Box(World, Audit, Teaching)`."""


def misplaced(world: World, part: type) -> str | None:
    """A member of a part that a world defines without inheriting from the part, so unused."""
    if isinstance(world, part):
        return None
    names = [name for name in vars(part) if name[0] != "_"]
    return next((name for name in names if hasattr(world, name)), None)


def list_functions(world: World, part: type) -> list[str]:
    """The functions of a part that a world overrides, sorted."""
    if not isinstance(world, part):
        return []
    names = [name for name, value in vars(part).items() if callable(value) and name[0] != "_"]
    return sorted(name for name in names if getattr(type(world), name) is not getattr(part, name))

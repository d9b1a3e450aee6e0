"""Conversations of the first stage of phone-call-v2 as short texts, and turns as actions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

Message = dict[str, Any]

ENVIRONMENT = "phone-call-v2"

FIELDS = (
    "full_name", "account_number", "last_4_ssn", "date_of_birth", "billing_zip", "phone_number",
    "email", "last_4_cc", "security_pin", "policy_number", "order_number", "member_id",
    "service_address", "booking_reference",
)  # fmt: skip
FIELD_TAGS = tuple(f"<{field}>" for field in FIELDS)
TURN_TAGS = ("<search>", "<form>", "<call>", "<stop>")
#: What ends a turn of the model, and what asks it for one.
END, ASK = "<end>", "<ask>"
#: Begins what is said of an earlier attempt.
TRIED = "<tried>"
#: Tags inside of a turn.
INNER_TAGS = (*FIELD_TAGS, END, "<service>", "<ref>", "<dept>")
TAGS = (
    *FIELD_TAGS, *TURN_TAGS, END, ASK, "<service>", "<ref>", "<user>", "<found>", "<dept>",
    "<values>", "<lacks>", "<abandoned>", "<refused>", "<heard>", "<error>", "<nudge>", TRIED,
    "<asked>", "<wanted>", "<or>", "<did>", "<after>", "<long>", "<done>", "<part>", "<other>",
    "<digits>",
)  # fmt: skip

STOP_WORDS = "I cannot get any further with this."
_BLOCK = re.compile(r"\n*<previous_attempts>\n(.*)\n</previous_attempts>\Z", re.DOTALL)
_SERVICE = re.compile(r"(\w+) \(([^()<>]*)\)")
_NAMED = re.compile(rf"\b({'|'.join(FIELDS)})\b")

#: Lines of critiques in short. What none of them fits is left out: it says no more than these.
_LESSONS = (
    (re.compile(r"^- The form asked for: (.+)\.$"), r"<asked>\1"),
    (re.compile(r"^- (.+) also wanted: (.+)\.$"), r"<wanted>\1 \2"),
    (re.compile(r"^- (.+) did its part \((\w+)\) with: (.*)\.$"), r"<did>\1<service>\2"),
    (re.compile(r"^- (\w+) is a service of (.+), not of (.+)\.$"), r"<dept>\2<service>\1"),
    (re.compile(r"^- One of these was not what the customer asked for: (.+)\.$"), r"<other>\1"),
    (re.compile(r"^- The customer does not have: (.+)\. Ask.*$"), r"<lacks>\1"),
    (re.compile(r"^- Calls were made without details.*$"), r"<form>"),
    (re.compile(r"^- The customer gave up on a form of (\d+) fields.*$"), r"<long>\1"),
    (re.compile(r"^- (.+) only acts after: (.+)\.$"), r"<dept>\1<after>\2"),
    (re.compile(r"^- (.+) wants the reference number given by: (.+)\.$"), r"<ref>\1<after>\2"),
    (re.compile(r"^Attempt \d+ .*$"), TRIED),
)


def opening(messages: Sequence[Message], has_critiques: bool = True) -> str:
    """What the model sees before its first turn: the customer's words, and earlier attempts.

    :param has_critiques: if not, only a tag for each attempt says that it failed
    """
    text = "\n".join(one["content"] for one in messages if one["role"] == "user")
    block = _BLOCK.search(text)
    customer = text if block is None else text[: block.start()]
    lessons = [] if block is None else [_lesson(line) for line in block.group(1).split("\n")]
    shown = [one for one in lessons if has_critiques or one == TRIED]
    return f"<user>{_plain(customer)}{''.join(shown)}{ASK}"


def _lesson(line: str) -> str:
    for pattern, abbreviation in _LESSONS:
        if pattern.match(line):
            said = pattern.sub(abbreviation, line)
            said = re.sub(r" \(or (\w+) instead\)", r"<or>\1", said)
            return re.sub(r",? (?=<)", "", _NAMED.sub(r"<\1>", said))
    return ""


def _plain(text: str) -> str:
    """The text with nothing in it that reads like a tag, on one line."""
    return re.sub(r"\s+", " ", text.replace("<", " ").replace(">", " ")).strip()


def turn(message: Message, departments: Mapping[str, str]) -> str:
    """A turn of the assistant, as the model is to write it.

    It names the department before its number, as the listing does: who is to be called is then a
    choice among words, and the number follows from it.

    :param listed: departments that the directory showed, by their numbers
    """
    calls = message.get("tool_calls") or []
    if not calls:
        return f"<stop>{END}"
    name, arguments = calls[0]["function"]["name"], calls[0]["function"]["arguments"]
    values = json.loads(arguments) if isinstance(arguments, str) else arguments
    if name == "company_directory":
        return f"<search>{values['query']}{END}"
    if name == "auth_info_form":
        return f"<form>{''.join(f'<{field}>' for field in values['fields'])}{END}"
    details = values["auth_info"]
    detail_text = "".join(f"<{field}>{details[field]}" for field in FIELDS if field in details)
    reference = values.get("reference_number")
    ending = "" if reference is None else f"<ref>{reference}"
    number = values["phone_number"]
    call_text = f"<dept>{departments.get(number, '')} {number}".replace("> ", ">")
    return f"<call>{call_text}<service>{values['service']}{detail_text}{ending}{END}"


def listed_in(messages: Sequence[Message]) -> dict[str, str]:
    """The departments that the directory showed, by their numbers."""
    lines = (
        line
        for message in messages
        if message["role"] == "tool"
        for line in message["content"].split("\n")
    )
    entries = (line.split(" | ") for line in lines)
    return {entry[1]: _plain(entry[0]) for entry in entries if len(entry) >= 3}


def answer(turn_message: Message, messages: Sequence[Message]) -> str:
    """What the environment answered to the assistant's turn `turn_message`."""
    parts = [_answer(turn_message, one) for one in messages]
    return "".join(parts) + ASK


def _answer(turn_message: Message, message: Message) -> str:
    content = message["content"]
    if message["role"] != "tool":
        return "<nudge>"
    call = turn_message["tool_calls"][0]["function"]
    given = call["arguments"]
    given = json.loads(given) if isinstance(given, str) else given
    if call["name"] == "company_directory" and not content.startswith("{"):
        return _listing(content)
    if call["name"] == "auth_info_form" and content.startswith("{"):
        return _form(json.loads(content))
    if call["name"] == "phone_call" and content.startswith("Connected to "):
        return f"<heard>{_plain(content.split(chr(10), 1)[-1])}"
    return f"<error>{' '.join(_plain(content).split(' ')[:12])}"


def _listing(content: str) -> str:
    """The lines of the company that fits best; the directory adds others that sound alike."""
    text, best, is_best = "<found>", None, False
    for line in content.split("\n"):
        entry = line.split(" | ")
        if len(entry) >= 3:
            # A fourth part says that a machine answers, which takes digits only.
            machine = "<digits>" if len(entry) > 3 else ""
            does = "".join(f"<service>{name} {about}" for name, about in _SERVICE.findall(entry[2]))
            text += f"<dept>{_plain(entry[0])} {entry[1]}{machine}{does}" if is_best else ""
        elif not line.startswith("more: "):
            company, _, trait = line.partition(": ")
            best = best or company
            is_best = company == best
            text += _plain(trait) if is_best else ""
    return text


def _form(result: dict[str, Any]) -> str:
    if result.get("status") == "completed":
        values = "".join(f"<{name}>{value}" for name, value in result["values"].items())
        lacking = "".join(f"<{field}>" for field in result["unavailable"])
        return f"<values>{values}{f'<lacks>{lacking}' if lacking else ''}"
    return "<abandoned>" if result.get("status") == "abandoned" else "<refused>"


def action(text: str, number: int) -> Message | None:
    """The turn that the model wrote, in the OpenAI form; None if it cannot be read."""
    if not text.endswith(END):
        return None
    spoken_text, *parts = re.split(r"(<[a-z_0-9]+>)", text[: -len(END)])
    if spoken_text or not parts:
        return None
    tag, *values = parts
    body = "".join(values)
    if tag == "<stop>":
        return {"content": STOP_WORDS} if body == "" else None
    given: dict[str, Any] | None = None
    if tag == "<search>" and body and "<" not in body:
        given, name = {"query": body}, "company_directory"
    elif tag == "<form>":
        fields = re.findall(r"<([a-z_0-9]+)>", body)
        if fields and "".join(f"<{one}>" for one in fields) == body and set(fields) <= set(FIELDS):
            given, name = {"fields": list(dict.fromkeys(fields))}, "auth_info_form"
    elif tag == "<call>":
        given, name = _call(values), "phone_call"
    if given is None:
        return None
    call = {"name": name, "arguments": given}
    return {"tool_calls": [{"id": f"call_{number}", "type": "function", "function": call}]}


def numbers(action: Message) -> list[str]:
    """What a call says that must have been copied: its number, and details with a digit."""
    calls = action.get("tool_calls") or []
    if not calls or calls[0]["function"]["name"] != "phone_call":
        return []
    given = calls[0]["function"]["arguments"]
    spoken_values = [
        given["phone_number"],
        *given["auth_info"].values(),
        given.get("reference_number", ""),
    ]
    return [one for one in spoken_values if re.search(r"\d", one)]


def _call(rest: Sequence[str]) -> dict[str, Any] | None:
    if len(rest) < 5 or rest[0] != "" or rest[1] != "<dept>" or rest[3] != "<service>":
        return None
    parts = list(zip((tag[1:-1] for tag in rest[5::2]), rest[6::2], strict=True))
    told = dict(parts)
    # What is said twice in the same way is said once.
    if set(parts) != set(told.items()) or not set(told) <= {*FIELDS, "ref"}:
        return None
    if not re.fullmatch(r"\w+", rest[4]) or not all(told.values()):
        return None
    number = rest[2].split(" ")[-1]
    reference = told.pop("ref", None)
    ending = {} if reference is None else {"reference_number": reference}
    return {"phone_number": number, "service": rest[4], "auth_info": told, **ending}

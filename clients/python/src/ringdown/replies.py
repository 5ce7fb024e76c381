"""Answers of agents in text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import ProcessingFailedError, RingdownError, error_of
from .generated import types


@dataclass(frozen=True)
class Reply:
    text: str | None
    """What the agent wrote; None where it had nothing to say."""
    turn: Mapping[str, Any]
    """The whole turn, with the steps and tools of the agent."""
    is_over: bool
    """The agent has ended the conversation."""


def is_pending(session: types.TextSession) -> bool:
    return session["session_data"]["status"] == "pending_assistant_turn"


def read_greeting(session: types.TextSession) -> str | None:
    turns = session["session_data"]["turns"]
    if not turns or turns[0]["user_message"]:
        return None
    message = turns[0]["assistant_message"]
    return message["text"] if message else None


def read_reply(session: types.TextSession) -> Reply:
    turns = session["session_data"]["turns"]
    if not turns:
        raise ProcessingFailedError("The conversation has no turn", session)
    turn = turns[-1]
    if turn["status"] == "failed":
        raise ProcessingFailedError(turn["error"] or "The agent's language model failed", turn)
    message = turn["assistant_message"]
    return Reply(message["text"] if message else None, turn, session["session_data"]["status"] == "ended")


def find_reply(session: types.TextSession) -> Reply | None:
    """The answer to what was said last; None before anything was said."""
    turns = session["session_data"]["turns"]
    return read_reply(session) if turns and turns[-1]["user_message"] else None


def broken_off(event: types.ReplyEvent4) -> RingdownError:
    """The error of an answer that has begun and was not carried out to its end."""
    return error_of(event["status"], event["detail"], code=event["code"], operation="textSessions.messageStream")

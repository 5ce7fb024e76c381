"""Conversations with agents in text."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import ProcessingFailedError
from .generated import types
from .generated.areas import TextSessionsArea
from .settings import UNSET, Unset
from .uploads import waits


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


class Conversations:
    """Begins conversations with agents in text, and goes on with them."""

    def __init__(self, sessions: TextSessionsArea) -> None:
        self._sessions = sessions

    def open(self, workflow_id: int, *, initial_context: dict[str, Any] | Unset = UNSET) -> Conversation:
        """Begins one and waits for the agent's greeting."""
        session = self._sessions.create(workflow_id=workflow_id, initial_context=initial_context)
        return Conversation(self._sessions, session)

    def resume(self, workflow_id: int, run_id: int) -> Conversation:
        """Goes on with one that was begun earlier."""
        return Conversation(self._sessions, self._sessions.get(workflow_id=workflow_id, run_id=run_id))


class Conversation:
    """One conversation with an agent in text."""

    def __init__(self, sessions: TextSessionsArea, session: types.TextSession) -> None:
        self._sessions = sessions
        self.session = session
        """Everything that is known of it, as it was answered last."""
        self._wait_for_agent()

    @property
    def run_id(self) -> int:
        """The number of its call run, for `resume` and the pages of the console."""
        return self.session["workflow_run_id"]

    @property
    def is_over(self) -> bool:
        return self.session["session_data"]["status"] == "ended"

    @property
    def greeting(self) -> str | None:
        """What the agent said before anybody wrote; None where it waits to be spoken to."""
        return read_greeting(self.session)

    @property
    def gathered(self) -> Mapping[str, Any]:
        """What the agent has learned so far."""
        return self.session["gathered_context"]

    def say(self, text: str) -> Reply:
        """
        Says something and returns the agent's answer. Raises ConflictError where somebody else has gone on with the
        conversation, and ProcessingFailedError where the agent's model failed.
        """
        self.session = self._sessions.message(
            workflow_id=self.session["workflow_id"],
            run_id=self.run_id,
            text=text,
            expected_revision=self.session["revision"],
        )
        self._wait_for_agent()
        return read_reply(self.session)

    def rewind(self, turn_id: str | Unset = UNSET) -> None:
        """Takes back every turn after this one; without an id all but the first."""
        self.session = self._sessions.rewind(
            workflow_id=self.session["workflow_id"],
            run_id=self.run_id,
            cursor_turn_id=turn_id,
            expected_revision=self.session["revision"],
        )

    def end(self) -> None:
        if not self.is_over:
            self.session = self._sessions.end(workflow_id=self.session["workflow_id"], run_id=self.run_id)

    def _wait_for_agent(self) -> None:
        for wait in waits():
            if not is_pending(self.session):
                return
            time.sleep(wait)
            self.session = self._sessions.get(workflow_id=self.session["workflow_id"], run_id=self.run_id)

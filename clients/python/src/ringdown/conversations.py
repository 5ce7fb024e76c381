# Written by `npm run clients` from async_conversations.py: change that one.
"""Conversations with agents in text."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from .generated import types
from .generated.areas import TextSessionsArea
from .replies import Reply, broken_off, find_reply, is_pending, read_greeting, read_reply
from .settings import UNSET, Unset
from .uploads import waits


class Conversations:
    """Begins conversations with agents in text, and goes on with them."""

    def __init__(self, sessions: TextSessionsArea) -> None:
        self._sessions = sessions

    def open(self, workflow_id: int, *, initial_context: dict[str, Any] | Unset = UNSET) -> Conversation:
        """Begins one and waits for the agent's greeting."""
        session = self._sessions.create(workflow_id=workflow_id, initial_context=initial_context)
        return _begin(self._sessions, session)

    def resume(self, workflow_id: int, run_id: int) -> Conversation:
        """Goes on with one that was begun earlier."""
        return _begin(self._sessions, self._sessions.get(workflow_id=workflow_id, run_id=run_id))


class Conversation:
    """One conversation with an agent in text."""

    def __init__(self, sessions: TextSessionsArea, session: types.TextSession) -> None:
        self._sessions = sessions
        self._is_behind = False
        self.session = session
        """Everything that is known of it, as it was answered last."""

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

    @property
    def last_reply(self) -> Reply | None:
        """The agent's answer to what was said last; None before anything was said."""
        return find_reply(self.session)

    def say(self, text: str) -> Reply:
        """
        Says something and returns the agent's answer. Raises ConflictError where somebody else has gone on with the
        conversation, and ProcessingFailedError where the agent's model failed.
        """
        self._catch_up()
        self.session = self._sessions.message(
            workflow_id=self.session["workflow_id"],
            run_id=self.run_id,
            text=text,
            expected_revision=self.session["revision"],
        )
        self.wait_for_agent()
        return read_reply(self.session)

    def stream(self, text: str) -> Iterator[str]:
        """
        Says something and gives the agent's answer sentence by sentence, while it is written; afterwards `last_reply`
        has all of it. Leaving the loop interrupts the agent. Raises as `say` does.
        """
        self._catch_up()
        events = self._sessions.message_stream(
            workflow_id=self.session["workflow_id"],
            run_id=self.run_id,
            text=text,
            expected_revision=self.session["revision"],
        )
        self._is_behind = True
        for event in events:
            if event["kind"] == "sentence":
                yield event["text"]
            elif event["kind"] == "error":
                raise broken_off(event)
            elif event["kind"] == "end":
                self.session = event["session"]
        self._is_behind = False
        self.wait_for_agent()
        read_reply(self.session)

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

    def _catch_up(self) -> None:
        """An answer that was left before its end has changed the session since."""
        if self._is_behind:
            self.session = self._sessions.get(workflow_id=self.session["workflow_id"], run_id=self.run_id)
            self.wait_for_agent()
            self._is_behind = False

    def wait_for_agent(self) -> None:
        """Waits while the agent owes an answer."""
        for wait in waits():
            if not is_pending(self.session):
                return
            time.sleep(wait)
            self.session = self._sessions.get(workflow_id=self.session["workflow_id"], run_id=self.run_id)


def _begin(sessions: TextSessionsArea, session: types.TextSession) -> Conversation:
    conversation = Conversation(sessions, session)
    conversation.wait_for_agent()
    return conversation

import type { TextChange } from "../agent/change-texts.ts";
import type { Redaction } from "../privacy/redaction-setting.ts";
import type { RequestFollowUp } from "../request/request.rules.ts";
import type { RequestSubject } from "../request/request-subject.ts";

/** The turn that makes the request. */
export interface AskingTurn {
  runId: number;
  organizationId: number;
  number: number;
  uuid: string;
  token: string;
  /** What is left out of what people are shown. */
  redaction: Redaction | null;
}

/** A request of an agent to people. */
export interface AskedRequest {
  request: RequestSubject;
  /** The tool call that runs when the action is confirmed; `arguments` is JSON and is stored sealed. */
  toolCall?: { toolUuid: string; name: string; arguments: string };
  /** The model's own id of the function call. */
  callId: string;
  followUp: RequestFollowUp;
  expiresInSeconds?: number;
  /** How long a live call waits; null: a conversation in writing has no limit. */
  waitSeconds: number | null;
}

export interface ProposedEdit {
  callId: string;
  reason: string;
  changes: readonly TextChange[];
  expiresInSeconds?: number;
  waitSeconds: number | null;
}

export interface Deliverable {
  callId: string;
  title: string;
  text: string;
  fields: Readonly<Record<string, unknown>>;
}

export interface PeopleNews {
  /**
   * The results of this conversation's requests since it was last told, each in one sentence; they are marked as told.
   */
  sentences: readonly string[];
  /** How long the agent still waits for an answer; null: it waits for none. */
  waitSeconds: number | null;
}

/** The people of the organization. They answer later; no method waits for them. */
export interface People {
  /**
   * Opens a request, once for each call of the model. Throws `SupersededError` when another process has taken over the
   * turn.
   */
  ask(claim: AskingTurn, request: AskedRequest): Promise<{ requestId: number }>;
  /** Proposes a change of the agent's own texts; returns a sentence when it cannot be proposed. */
  proposeEdit(claim: AskingTurn, edit: ProposedEdit): Promise<{ requestId: number } | { fault: string }>;
  /** Puts a result into the timeline, once for each call of the model. */
  handOver(claim: AskingTurn, deliverable: Deliverable): Promise<void>;
  /** Writes the results of requests into the conversation's entries and returns them. Throws `SupersededError`. */
  news(claim: AskingTurn): Promise<PeopleNews>;
}

import type { RequestFollowUp } from "../request/request.rules.ts";
import type { RequestSubject } from "../request/request-subject.ts";
import type { TextChange } from "../agent/change-texts.ts";

/** The turn that asks. */
export interface AskingTurn {
  runId: number;
  organizationId: number;
  number: number;
  uuid: string;
  token: string;
}

/** What an agent asks of people. */
export interface AskedRequest {
  request: RequestSubject;
  /** What an action runs when it is confirmed; `arguments` is JSON, and is kept sealed. */
  toolCall?: { toolUuid: string; name: string; arguments: string };
  /** The model's own id of the call. */
  callId: string;
  followUp: RequestFollowUp;
  expiresInSeconds?: number;
  /** A live call waits so long; null: whoever talks in writing waits to the end. */
  waitSeconds: number | null;
}

export interface ProposedEdit {
  callId: string;
  reason: string;
  changes: readonly TextChange[];
  waitSeconds: number | null;
}

export interface Deliverable {
  callId: string;
  title: string;
  text: string;
  fields: Readonly<Record<string, unknown>>;
}

export interface PeopleNews {
  /** What came of requests of this conversation since it was last told, each in one sentence; they are noted as told. */
  sentences: readonly string[];
  /** So long the agent still waits for an answer; null: for none. */
  waitSeconds: number | null;
}

/** The people of the organization. Each answers in their own time; nobody is waited for here. */
export interface People {
  /** Opens a request, once for each call of the model. Throws `SupersededError` when the turn is another's. */
  ask(claim: AskingTurn, request: AskedRequest): Promise<{ requestId: number }>;
  /** Proposes a change of the agent's own texts; a sentence where it cannot be proposed. */
  proposeEdit(claim: AskingTurn, edit: ProposedEdit): Promise<{ requestId: number } | { fault: string }>;
  /** Puts a result into the timeline, once for each call of the model. */
  handOver(claim: AskingTurn, deliverable: Deliverable): Promise<void>;
  /** Writes what came of requests among the words of the conversation, and gives it. Throws `SupersededError`. */
  news(claim: AskingTurn): Promise<PeopleNews>;
}

import type { OfferedAction } from "../connector/offered-action.ts";
import type { DocumentQuestion, DocumentReading } from "../document/document-reading.ts";
import type { ChatModel } from "../model/chat-model.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { AgentSettings } from "../agent/agent-settings.ts";
import type { ConversationEntry, NewEntry } from "./entries.ts";
import type { People } from "./people.ports.ts";
import type { TurnInput } from "./turn-input.ts";
import type { EndReason, TurnOutcome } from "./turn-session.ts";

/** What the engine needs from outside. */
export interface ConversationPorts {
  store: ConversationStore;
  /** What the agent of a run talks with: its own model, else the organization's. What is asked of it is counted. */
  model(run: Pick<ConversationRun, "organizationId" | "runId" | "settings">): Promise<ChatModel>;
  tools: Tools;
  documents: Documents;
  people: People;
  /**
   * Asks the organization's own system what it knows of the call, and keeps that with the run. A system that does not
   * answer in time, or not with an object, gives nothing.
   */
  fetchVariables(run: ConversationRun, source: VariableSource): Promise<Record<string, unknown>>;
  callees: Callees;
  recordings: Recordings;
  clock: { now(): Date };
  ids: { uuid(): string };
  logger: { warn(fields: Readonly<Record<string, unknown>>, message: string): void };
}

/** `browser`: words over our own connection to a page that speaks and hears. */
export const CONVERSATION_DRIVERS = ["text", "relay", "turn_webhook", "browser"] as const;
export type ConversationDriver = (typeof CONVERSATION_DRIVERS)[number];

/** Words come as they are spoken: what the person says next breaks off the turn that is under way. */
export const relaysWords = (driver: ConversationDriver): boolean => driver === "relay" || driver === "browser";

/** Only a telephone can be connected to another one, and has a number that can be kept from being dialled. */
export const isOnTelephone = (driver: ConversationDriver): boolean => driver === "relay" || driver === "turn_webhook";

/** Where variables are fetched from before the first words. */
export interface VariableSource {
  on: "always" | "inbound" | "outbound";
  url: string;
  credentialUuid: string | null;
}

/** A run with the agent that it is bound to. */
export interface ConversationRun {
  runId: number;
  runUuid: string;
  organizationId: number;
  agentId: number;
  driver: ConversationDriver;
  startedAt: Date;
  direction: "inbound" | "outbound";
  /** Values for prompts and sentences: the agent's own, the person's, and what the run came with. */
  variables: Record<string, unknown>;
  definition: Readonly<Record<string, unknown>>;
  settings: AgentSettings;
  /** What a call must begin with; null: nothing. */
  disclosure: string | null;
  /** Set when it has ended. */
  endReason: EndReason | null;
}

/** Where a conversation stands. */
export interface ConversationPosition {
  nodeId: string | null;
  gathered: Record<string, unknown>;
  /** In a row. */
  silences: number;
  /** How often the model failed in a row. */
  faults: number;
  optedOut: boolean;
}

/** The right to write one turn, until another process takes it. */
export interface TurnClaim {
  runId: number;
  organizationId: number;
  number: number;
  uuid: string;
  token: string;
  position: ConversationPosition;
  /** What counts of everything said before, and what this turn was brought about by. */
  entries: ConversationEntry[];
  /** Taken over from a process that is lost: what it asked of tools is to be waited for. */
  takenOver: boolean;
}

export type ClaimResult =
  | { kind: "claimed"; claim: TurnClaim }
  /** The key is known and its turn is over. */
  | { kind: "repeated"; turnUuid: string; outcome: TurnOutcome }
  /** Its turn was broken off: by the person, or because another one came. */
  | { kind: "broken_off" }
  /** A turn is under way, here or on another process. */
  | { kind: "busy" }
  | { kind: "over"; reason: EndReason }
  | { kind: "stale"; revision: number };

export interface ClaimRequest {
  key: string;
  input: TurnInput;
  expectedRevision?: number | undefined;
  /** The person spoke over this turn, under way or done: it is broken off, and the rest of what it said was not heard. */
  spokenOver?: SpokenOver | undefined;
}

export interface SpokenOver {
  key: string;
  /** Handed over of it, from its first on. */
  sentences: number;
}

/** What ends a turn. */
export interface TurnResult {
  outcome: TurnOutcome;
  position: ConversationPosition;
  state: "done" | "failed";
  firstSentenceMs: number | null;
  modelMs: number | null;
  /** What went wrong, for people. */
  error: string | null;
}

export interface ToolRequest {
  uuid: string;
  toolUuid: string;
  name: string;
  requestId: string;
  /** JSON. */
  arguments: string;
}

/** The rows of conversations. Whatever a claim writes is refused with `SupersededError` when it is another's by now. */
export interface ConversationStore {
  /** Makes the conversation of a run at its first opening. Throws `NoConversationError` when there is no such run. */
  open(address: { organizationId: number; runUuid: string; driver: ConversationDriver }): Promise<ConversationRun>;
  /** A turn that is under way is waited for (`busy`), or broken off by drivers that relay words. */
  claimTurn(run: ConversationRun, request: ClaimRequest): Promise<ClaimResult>;
  /** Shows that the claim's holder lives. */
  keepAlive(claim: TurnClaim): Promise<void>;
  append(claim: TurnClaim, entry: NewEntry): Promise<void>;
  /** The same, and where the conversation stands from now on. */
  appendStep(claim: TurnClaim, entry: NewEntry, position: ConversationPosition): Promise<void>;
  requestTool(claim: TurnClaim, request: ToolRequest): Promise<void>;
  /** Null while it has no result. */
  readToolResult(claim: TurnClaim, toolCallId: string): Promise<ToolResult | null>;
  finishTurn(claim: TurnClaim, result: TurnResult): Promise<void>;
  /** Abandons a turn where it is, because the person spoke on. */
  breakOff(claim: TurnClaim, position: ConversationPosition): Promise<void>;
  /** Breaks off the turn that is under way, if there is one, and cuts what was said since the person spoke to what they heard. */
  cutReply(run: ConversationRun, heard: string): Promise<void>;
  /** Ends it for good, once; gives the reason that holds. */
  end(run: ConversationRun, end: { reason: EndReason; expectedRevision?: number | undefined }): Promise<EndResult>;
}

export type EndResult = { kind: "ended"; reason: EndReason } | { kind: "stale"; revision: number };

export interface ToolResult {
  state: "done" | "failed" | "unknown";
  /** What the tool answered; JSON. */
  result: string | null;
  error: string | null;
}

/** A tool of the organization's. */
export interface AgentTool {
  uuid: string;
  name: string;
  description: string;
  definition: ToolDefinition;
  /** Describes what a tool does in a connected app; null when it has nothing to offer. */
  action: OfferedAction | null;
  /** It is proposed to people, and run when one of them has confirmed it. */
  requiresConfirmation: boolean;
  /** What it has done can be taken back. */
  canBeUndone: boolean;
}

export interface Tools {
  /** Those of the given ids that there are and that are active, in the same order. */
  list(organizationId: number, uuids: readonly string[]): Promise<AgentTool[]>;
  /** Carries a requested call out by the workflow of the run, once, and waits until its row has the result. */
  run(call: { run: ConversationRun; toolCallId: string }): Promise<void>;
}

export interface Callees {
  /** Why nobody may be connected to this destination (E.164 or SIP) now, a sentence; null: nothing speaks against it. */
  refuse(callee: { organizationId: number; destination: string }): Promise<string | null>;
}

export interface Recordings {
  /** A recording of the organization's that can be played now; null when there is none by this id. */
  find(recording: { organizationId: number; recordingId: string }): Promise<PlayableRecording | null>;
}

export interface PlayableRecording {
  /** What it says, for transcripts, models and drivers without a sound. */
  transcript: string;
  /** How long it sounds; null: that is not known. */
  lengthMs: number | null;
  /** Good for longer than a call. */
  url: string;
}

export interface Documents {
  /** Whether the agent of a run has anything to read in a step that names these. */
  areThere(run: { organizationId: number; agentId: number }, documentUuids: readonly string[]): Promise<boolean>;
  /** What the documents that an agent reads in a step say to a question. */
  read(run: { organizationId: number }, question: DocumentQuestion): Promise<DocumentReading>;
}

/** Another process, or a later turn, has taken over. */
export class SupersededError extends Error {
  override readonly name = "SupersededError";
}

export class NoConversationError extends Error {
  override readonly name = "NoConversationError";
}

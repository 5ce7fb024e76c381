import type { AgentSettings } from "../agent/agent-settings.ts";
import type { AnswerEvidence, AnsweredBy } from "../answerer/answered-by.rules.ts";
import type { OfferedAction } from "../connector/offered-action.ts";
import type { DocumentQuestion, DocumentReading } from "../document/document-reading.ts";
import type { ChatModel } from "../model/chat-model.ts";
import type { Redaction } from "../privacy/redaction-setting.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { ConversationEntry, NewEntry } from "./entries.ts";
import type { HiddenTurn } from "./hide-in-turn.ts";
import type { People } from "./people.ports.ts";
import type { TurnInput } from "./turn-input.ts";
import type { EndReason, TurnOutcome } from "./turn-session.ts";
import type { SoundTimes, WordTimes } from "./turn-stages.ts";

/** The outside services that the engine needs. */
export interface ConversationPorts {
  store: ConversationStore;
  /** Returns the model of a run: the agent's own, else the organization's. Its requests are counted. */
  model(
    run: Pick<ConversationRun, "organizationId" | "runId" | "driver" | "settings"> &
      Partial<Pick<ConversationRun, "redaction">>,
  ): Promise<ChatModel>;
  /** Absent: nobody follows turns. */
  watch?: TurnWatch;
  tools: Tools;
  documents: Documents;
  people: People;
  /**
   * Asks the organization's own system for variables of the call and stores them with the run. Returns none when the
   * system does not answer in time with an object.
   */
  fetchVariables(run: ConversationRun, source: VariableSource): Promise<Record<string, unknown>>;
  callees: Callees;
  transfers: Transfers;
  recordings: Recordings;
  clock: { now(): Date };
  ids: { uuid(): string };
  logger: { warn(fields: Readonly<Record<string, unknown>>, message: string): void };
}

/** `browser`: text over our own connection to a page that speaks and listens. */
export const CONVERSATION_DRIVERS = ["text", "relay", "turn_webhook", "browser"] as const;
export type ConversationDriver = (typeof CONVERSATION_DRIVERS)[number];

/** Tells whether words arrive as they are spoken, so that what the person says next breaks off the turn in progress. */
export const relaysWords = (driver: ConversationDriver): boolean => driver === "relay" || driver === "browser";

/**
 * Tells whether the conversation is on a telephone: only there can it be transferred, and a number be put on the
 * do-not-call list.
 */
export const isOnTelephone = (driver: ConversationDriver): boolean => driver === "relay" || driver === "turn_webhook";

/** The address that variables are fetched from before the greeting. */
export interface VariableSource {
  on: "always" | "inbound" | "outbound";
  url: string;
  credentialUuid: string | null;
}

/** A run with the agent's version that it uses. */
export interface ConversationRun {
  runId: number;
  runUuid: string;
  organizationId: number;
  /** Who speaks: the run's own agent, or the one that the person was handed to. */
  agentId: number;
  /** The version that the person was handed to; null: they are with the run's own. */
  handedTo: number | null;
  driver: ConversationDriver;
  startedAt: Date;
  direction: "inbound" | "outbound";
  /** Values for prompts and sentences: the agent's own, the person's, and the run's context. */
  variables: Record<string, unknown>;
  definition: Readonly<Record<string, unknown>>;
  settings: AgentSettings;
  /** The sentence that a call must begin with; null: none. */
  disclosure: string | null;
  /** What is left out of what is stored of it. */
  redaction: Redaction | null;
  /** For whom it calls. */
  organizationName: string;
  /** Set when it has ended. */
  endReason: EndReason | null;
}

/** The state of a conversation. */
export interface ConversationPosition {
  /** Of the version that the person was handed to, where they were. */
  nodeId: string | null;
  /** As `ConversationRun` has it. */
  handedTo: number | null;
  gathered: Record<string, unknown>;
  /** How many silences in a row. */
  silences: number;
  /** How many failures of the model in a row. */
  faults: number;
  optedOut: boolean;
  /** Who answered, as far as what was said has told; `person_came`: after a machine. */
  answerer: AnsweredBy | "person_came" | null;
}

/** The right to write one turn, until another process takes it over. */
export interface TurnClaim {
  runId: number;
  organizationId: number;
  number: number;
  uuid: string;
  token: string;
  position: ConversationPosition;
  /** The entries of everything said before (without what was not heard), and the input of this turn. */
  entries: ConversationEntry[];
  /** The turn was taken over from a lost process: its pending tool calls are still to be waited for. */
  takenOver: boolean;
  /** A supervisor speaks to the person in the agent's place. */
  isSupervised: boolean;
  /** What is left out of what is stored; the entries have the words of this turn as they were said. */
  redaction: Redaction | null;
  /** Digits of this turn that are left out. */
  leftOut: HiddenTurn["digits"];
}

export type ClaimResult =
  | { kind: "claimed"; claim: TurnClaim }
  /** The turn of this key, the requested one or the one that it resumes, is done. */
  | { kind: "repeated"; key: string; turnUuid: string; outcome: TurnOutcome }
  /** The turn with this key was broken off: by the person, or by a later turn. */
  | { kind: "broken_off" }
  /** A turn is in progress, here or in another process. */
  | { kind: "busy" }
  | { kind: "over"; reason: EndReason }
  | { kind: "stale"; revision: number };

export interface ClaimRequest {
  key: string;
  input: TurnInput;
  expectedRevision?: number | undefined;
  /** The key of a last turn that was not done when the line came back: if it is by now, it is repeated. */
  resumes?: string | undefined;
  /** The person spoke over this turn, in progress or done: it is broken off, and the rest of it was not heard. */
  spokenOver?: SpokenOver | undefined;
}

export interface SpokenOver {
  key: string;
  /** How many sentences were handed over, from the first on. */
  sentences: number;
}

/** The result that a turn is stored with. */
export interface TurnResult {
  outcome: TurnOutcome;
  position: ConversationPosition;
  state: "done" | "failed";
  firstSentenceMs: number | null;
  modelMs: number | null;
  words: WordTimes;
  /** The error as a sentence for people. */
  error: string | null;
  /** Who answered, where the turn has decided it. */
  answer: { detection: AnsweredBy; evidence: AnswerEvidence } | null;
  /** A person came on the line after the machine that had answered. */
  personCame: boolean;
}

export interface ToolRequest {
  uuid: string;
  toolUuid: string;
  name: string;
  requestId: string;
  /** JSON. */
  arguments: string;
}

/**
 * Stores the rows of conversations. Writes with a claim that another process has taken over are refused with
 * `SupersededError`.
 */
export interface ConversationStore {
  /**
   * Opens the conversation of a run, and creates it the first time. Throws `NoConversationError` when there is no such
   * run.
   */
  open(address: { organizationId: number; runUuid: string; driver: ConversationDriver }): Promise<ConversationRun>;
  /** Claims a turn. A turn in progress is waited for (`busy`), or broken off by drivers that relay words. */
  claimTurn(run: ConversationRun, request: ClaimRequest): Promise<ClaimResult>;
  /** Renews the claim, to show that its holder lives. */
  keepAlive(claim: TurnClaim): Promise<void>;
  /** Appends entries in this order. */
  append(claim: TurnClaim, entries: readonly NewEntry[]): Promise<void>;
  /** Appends an entry and sets the position of the conversation. */
  appendStep(claim: TurnClaim, entry: NewEntry, position: ConversationPosition): Promise<void>;
  requestTool(claim: TurnClaim, request: ToolRequest): Promise<void>;
  /** Null while it has no result. */
  readToolResult(claim: TurnClaim, toolCallId: string): Promise<ToolResult | null>;
  finishTurn(claim: TurnClaim, result: TurnResult): Promise<void>;
  /** Abandons a turn where it is, because the person spoke on. */
  breakOff(claim: TurnClaim, position: ConversationPosition, words: WordTimes): Promise<void>;
  /** Notes on the timeline that this recording has played while a tool worked. */
  notePlayed(claim: TurnClaim, played: { recordingId: string; playedMs: number }): Promise<void>;
  /** Stores what was measured of a turn where it was heard and spoken; null: there is no such turn. */
  noteSound(run: ConversationRun, sound: SoundOfTurn): Promise<MeasuredTurn | null>;
  /**
   * Breaks off the turn in progress, if there is one, and cuts what was said since the person spoke to what they heard.
   */
  cutReply(run: ConversationRun, heard: string): Promise<void>;
  /** Ends the conversation once; returns the end reason in force. */
  end(run: ConversationRun, end: { reason: EndReason; expectedRevision?: number | undefined }): Promise<EndResult>;
}

/** Who hears and speaks, by the names of providers; null: not known. */
interface SpeechProviders {
  hearing: string | null;
  voice: string | null;
}

/** `key`: the turn's. */
export interface SoundOfTurn extends SoundTimes, SpeechProviders {
  key: string;
}

export interface MeasuredTurn extends WordTimes, SoundTimes {
  number: number;
  startedAt: Date;
}

/** A turn that was carried out; times in milliseconds since 1970. */
export interface WatchedTurn {
  key: string;
  number: number;
  input: string;
  startedAtMs: number;
  endedAtMs: number;
  words: WordTimes;
  /** Its model has failed. */
  isFailed: boolean;
}

/** Follows the turns of a conversation, for traces and figures. */
export interface TurnWatch {
  /** Carries work of the turn of this key out. */
  follow<T>(run: ConversationRun, key: string, work: () => Promise<T>): Promise<T>;
  /** `isMeasured`: how it was heard and spoken is told later. */
  done(run: ConversationRun, turn: WatchedTurn, told: { isMeasured: boolean }): void;
  sounded(run: ConversationRun, key: string, turn: MeasuredTurn & SpeechProviders): void;
  /** Nothing more is told of turns. */
  letGo(run: ConversationRun): void;
}

export type EndResult = { kind: "ended"; reason: EndReason } | { kind: "stale"; revision: number };

export interface ToolResult {
  state: "done" | "failed" | "unknown";
  /** The tool's answer; JSON. */
  result: string | null;
  error: string | null;
}

/** A tool of the organization's. */
export interface AgentTool {
  uuid: string;
  name: string;
  description: string;
  definition: ToolDefinition;
  /** Describes the action of a connected app; null when there is nothing to offer. */
  action: OfferedAction | null;
  /** The tool is proposed to people and runs when one of them has confirmed it. */
  requiresConfirmation: boolean;
  /** Its calls can be undone. */
  canBeUndone: boolean;
}

export interface Tools {
  /** Returns the active tools among the given ids, in the same order. */
  list(organizationId: number, uuids: readonly string[]): Promise<AgentTool[]>;
  /** Carries out a requested call in the run's workflow, once, and waits until its row has the result. */
  run(call: { run: ConversationRun; toolCallId: string; name: string }): Promise<void>;
}

export interface Callees {
  /**
   * Returns a sentence that says why nobody may be connected to this destination (E.164 or SIP) now; null: it is
   * allowed.
   */
  refuse(callee: { organizationId: number; runId: number; destination: string }): Promise<string | null>;
}

/** A warm transfer that an agent wants. */
export interface WantedTransfer {
  uuid: string;
  organizationId: number;
  runId: number;
  runUuid: string;
  /** E.164, called one after the other. */
  targets: string[];
  /** What the person who is called has to know. */
  briefing: string;
  /** BCP 47; of the person who is called. */
  language: string;
  hold: { text: string | null; recordingId: string | null };
  ringTimeoutSeconds: number;
}

export interface UntoldTransfer {
  transferUuid: string;
  /** E.164 */
  to: string;
  ringTimeoutSeconds: number;
}

export interface Transfers {
  /**
   * Requests a warm transfer from the workflow of the call; returns the uuid of the one that is under way, which is another one when
   * the turn was carried out before.
   */
  request(transfer: WantedTransfer): Promise<string>;
  /** Finds a transfer that the caller is to wait for or has not been told the end of; its turn was lost with its process. */
  findUntold(run: { organizationId: number; runId: number }): Promise<UntoldTransfer | null>;
  /** Lists the numbers of those of a channel who are there to take a caller, the next one first; E.164. */
  listCallees(channel: { organizationId: number; channelId: number }): Promise<string[]>;
  /** Returns the run as another agent has it, which takes the person over now, or a sentence that says why it cannot. */
  findAgent(run: ConversationRun, agentId: number): Promise<{ run: ConversationRun; name: string } | string>;
}

export interface Recordings {
  /** Returns a recording of the organization's that can be played now; null when there is none with this id. */
  find(recording: { organizationId: number; recordingId: string }): Promise<PlayableRecording | null>;
}

export interface PlayableRecording {
  /** Its text, for transcripts, models and drivers without sound. */
  transcript: string;
  /** The length of the sound; null: unknown. */
  lengthMs: number | null;
  /** Valid for longer than a call. */
  url: string;
}

export interface Documents {
  /** Tells whether the agent of a run has any document to read in a step that names these. */
  areThere(run: { organizationId: number; agentId: number }, documentUuids: readonly string[]): Promise<boolean>;
  /** Searches the documents that an agent reads in a step for the answer to a question. */
  read(run: { organizationId: number; runId: number }, question: DocumentQuestion): Promise<DocumentReading>;
}

/** Thrown when another process or a later turn has taken over. */
export class SupersededError extends Error {
  override readonly name = "SupersededError";
}

export class NoConversationError extends Error {
  override readonly name = "NoConversationError";
}

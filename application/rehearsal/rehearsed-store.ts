import { randomUUID } from "node:crypto";
import type {
  ClaimRequest,
  ClaimResult,
  ConversationPosition,
  ConversationRun,
  ConversationStore,
  ToolRequest,
  ToolResult,
  TurnClaim,
  TurnResult,
} from "../../domain/conversation/conversation.ports.ts";
import type { ConversationEntry, FunctionCall, NewEntry } from "../../domain/conversation/entries.ts";
import { cutToHeard } from "../../domain/conversation/interruption.ts";
import { readPersonText } from "../../domain/conversation/person-text.ts";
import type { EndReason } from "../../domain/conversation/turn-session.ts";

/** A tool call of the agent, whose answer is not asked of anybody. */
export interface RehearsedCall extends ToolRequest {
  answer: ToolResult | null;
}

export interface StoredEntry extends NewEntry {
  heard: string | null;
  /** By the conversation's own clock. */
  atMs: number;
}

/** The conversation of a rehearsal: all of it is in this process, and a lost process plays it again. */
export interface RehearsedStore extends ConversationStore {
  /** Adds what people of the organization answered, as an entry of the person's side. */
  tell(sentences: readonly string[]): void;
  readonly entries: readonly StoredEntry[];
  readonly calls: ReadonlyMap<string, RehearsedCall>;
  readonly position: ConversationPosition;
  readonly results: readonly TurnResult[];
  readonly endReason: EndReason | null;
}

const BEGINNING: ConversationPosition = {
  nodeId: null,
  handedTo: null,
  gathered: {},
  silences: 0,
  faults: 0,
  optedOut: false,
  answerer: null,
};

/** Creates the store of one conversation, whose turns come one after another. */
export const createRehearsedStore = (run: ConversationRun, elapsedMs: () => number): RehearsedStore => {
  const entries: StoredEntry[] = [];
  const calls = new Map<string, RehearsedCall>();
  const results: TurnResult[] = [];
  let position = BEGINNING;
  let endReason: EndReason | null = null;

  const append = (added: readonly NewEntry[]) =>
    entries.push(...added.map((entry) => ({ ...entry, heard: null, atMs: elapsedMs() })));
  const take = (at: ConversationPosition) => {
    position = { ...at, gathered: { ...at.gathered } };
  };
  const claim = ({ input }: ClaimRequest): ClaimResult => {
    if (endReason !== null) return { kind: "over", reason: endReason };
    const text = readPersonText(input);
    if (text !== null) append([{ speaker: "person", text, nodeId: position.nodeId }]);
    return {
      kind: "claimed",
      claim: describeClaim(run, { number: results.length + 1, position, entries: listEntries({ entries, calls }) }),
    };
  };

  return {
    entries,
    calls,
    results,
    get position() {
      return position;
    },
    get endReason() {
      return endReason;
    },
    tell: (sentences) => append(sentences.map((text) => ({ speaker: "person", text, nodeId: position.nodeId }))),
    open: async () => run,
    // Nobody listens to a rehearsal.
    notePlayed: async () => {},
    claimTurn: async (_run, request) => claim(request),
    keepAlive: async () => {},
    append: async (_claim, added) => void append(added),
    appendStep: async (_claim, entry, at) => {
      append([entry]);
      take(at);
    },
    requestTool: async (_claim, request) => void calls.set(request.uuid, { ...request, answer: null }),
    readToolResult: async (_claim, id) => calls.get(id)?.answer ?? null,
    finishTurn: async (_claim, result) => {
      results.push(result);
      take(result.position);
      if (result.outcome.next.kind === "end") endReason = result.outcome.next.reason;
    },
    breakOff: async (_claim, at) => take(at),
    noteSound: async () => null,
    cutReply: async (_run, heard) => cutLastReply(entries, heard),
    end: async (_run, { reason }) => {
      endReason ??= reason;
      return { kind: "ended", reason: endReason };
    },
  };
};

const describeClaim = (
  { runId, organizationId, redaction }: ConversationRun,
  { number, position, entries }: Pick<TurnClaim, "number" | "position" | "entries">,
): TurnClaim => ({
  runId,
  organizationId,
  number,
  uuid: randomUUID(),
  token: randomUUID(),
  position: { ...position, gathered: { ...position.gathered } },
  entries,
  takenOver: false,
  isSupervised: false,
  redaction,
  leftOut: [],
});

/** Returns the entries as the engine and the model see them. */
export const listEntries = ({ entries, calls }: Pick<RehearsedStore, "entries" | "calls">): ConversationEntry[] =>
  entries.map((entry) => readEntry(entry, calls));

/** Cuts what was said since the person spoke to what they heard of it. */
const cutLastReply = (entries: StoredEntry[], heard: string): void => {
  const since = entries.findLastIndex(({ speaker }) => speaker === "person") + 1;
  const sentences = entries.slice(since).filter(({ speaker }) => speaker === "agent");
  const cuts = cutToHeard(
    sentences.map(({ text }) => text),
    heard,
  );
  for (const [at, sentence] of sentences.entries()) sentence.heard = cuts[at] ?? null;
};

const readEntry = (
  { speaker, text, heard, toolCallId, details }: StoredEntry,
  calls: ReadonlyMap<string, RehearsedCall>,
): ConversationEntry => {
  if (speaker === "agent") return { speaker, text, heard };
  if (speaker === "person" || speaker === "supervisor") return { speaker, text };
  return { speaker, call: readCall({ name: text, toolCallId, details, calls }) };
};

/** Returns a function call with its answer as the model sees it. */
export const readCall = ({
  name,
  toolCallId,
  details = {},
  calls,
}: {
  name: string;
  toolCallId: string | undefined;
  details: Record<string, unknown> | undefined;
  calls: ReadonlyMap<string, RehearsedCall>;
}): FunctionCall => {
  const requested = toolCallId === undefined ? undefined : calls.get(toolCallId);
  if (toolCallId === undefined || !requested) {
    const textOf = (key: string) => (typeof details[key] === "string" ? details[key] : null);
    return {
      id: textOf("id") ?? "step",
      name,
      arguments: textOf("arguments") ?? "{}",
      result: textOf("result"),
      ...(typeof details["requestId"] === "number" && { requestId: details["requestId"] }),
    };
  }
  const { answer } = requested;
  const result = answer?.state === "failed" ? JSON.stringify({ error: answer.error }) : (answer?.result ?? null);
  return { id: requested.requestId, name, arguments: requested.arguments, result, toolCallId };
};

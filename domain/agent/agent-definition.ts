import { isRecord, readRecords } from "../json/json-value.ts";
import { readSpeech, type Speech } from "./agent-speech.ts";
import { createCuttingBudget, type ValueBudget } from "./value-budget.ts";

/** The graph of an agent: steps, and the decisions that lead from one to the next. */
export interface AgentDefinition {
  nodes: AgentNode[];
  edges: AgentEdge[];
}

export interface AgentNode {
  id: string;
  type: string;
  position: { x: number; y: number };
  data: Record<string, unknown>;
}

export interface AgentEdge {
  id: string;
  source: string;
  target: string;
  data: Record<string, unknown>;
}

/** The part of a definition that this file reads; a database row holds it as plain JSON. */
interface StoredDefinition {
  nodes?: unknown;
  edges?: unknown;
}

/** A variable may have any name without braces, because columns of contact files may have any title. */
const VARIABLE = /\{\{([^{}]*)\}\}/g;

/**
 * Returns the first words of a call: the greeting of the start node, or the text or recording of `greeting_override` in
 * the context. `{{variable}}` is filled from the context (dots lead into objects; a missing variable leaves no gap).
 */
export const readGreeting = (
  definition: StoredDefinition,
  initialContext: Readonly<Record<string, unknown>>,
): Speech => {
  const data = dataOf(nodesOf(definition).find((node) => node["type"] === "startCall"));
  const own = readSpeech({
    kind: data["greeting_type"],
    text: data["greeting"],
    recordingId: data["greeting_recording_id"],
  });
  const { text, recordingId } = overrideOf(initialContext["greeting_override"], own);
  return { text: fillSpoken(text, initialContext), recordingId };
};

const overrideOf = (override: unknown, own: Speech): Speech => {
  if (!isRecord(override)) return own;
  const { type, text, recording_id: recordingId } = override;
  if (type === "text" && typeof text === "string") return { text, recordingId: null };
  return type === "audio" && typeof recordingId === "string" ? { text: own.text, recordingId } : own;
};

/**
 * Returns, sorted, the variables that a call of this agent needs in its context: those that its prompts, greeting and
 * transitions name, without those that it gathers itself during the call.
 */
export const listVariables = (definition: StoredDefinition): string[] => {
  const nodes = nodesOf(definition).map(dataOf);
  const edges = readRecords(definition.edges).map(dataOf);
  const spoken = [
    ...nodes.flatMap((data) => [data["prompt"], data["greeting"]]),
    ...edges.map((data) => data["transition_speech"]),
  ];
  const gathered = new Set(
    nodes.flatMap((data) => readRecords(data["extraction_variables"]).map((variable) => variable["name"])),
  );
  const named = spoken
    .filter((text) => typeof text === "string")
    .flatMap((text) => [...text.matchAll(VARIABLE)].map((match) => match[1]?.trim() ?? ""));
  return [...new Set(named)].filter((name) => name !== "" && !gathered.has(name)).sort();
};

/** Tells whether the agent can talk beyond its greeting, which it can when its first step has a prompt. */
export const canConverse = (definition: StoredDefinition): boolean => {
  const { prompt } = dataOf(nodesOf(definition).find((node) => node["type"] === "startCall"));
  return typeof prompt === "string" && prompt.trim() !== "";
};

/** Returns the path of the trigger node, which is the agent's second public id; null when there is no such node. */
export const findTrigger = (definition: StoredDefinition): { path: string; enabled: boolean } | null => {
  const data = dataOf(nodesOf(definition).find((node) => node["type"] === "trigger"));
  const path = data["trigger_path"];
  return typeof path === "string" && path !== "" ? { path, enabled: data["enabled"] !== false } : null;
};

/** Fills each `{{variable}}` of a text from the context; a missing variable becomes empty text. */
export const fillVariables = (text: string, context: Readonly<Record<string, unknown>>, room: ValueBudget): string =>
  text
    .replaceAll(VARIABLE, (_match, name: string) => room.take(spokenValue(readVariable(context, name.trim()))))
    .trim();

/** The most characters that values add to what is said at once; nobody listens to more. */
const MOST_SPOKEN = 5_000;

/** The mark stands for a missing value until the text around it is closed; no stored text can contain it. */
const MISSING = "\u0000";

/**
 * Fills the variables of what is said to a person. A missing value leaves no gap: without a name,
 * "Hello {{name}}, this is Mira." becomes "Hello, this is Mira."
 */
export const fillSpoken = (text: string, context: Readonly<Record<string, unknown>>): string => {
  const room = createCuttingBudget(MOST_SPOKEN);
  const fill = (name: string) => room.take(spokenValue(readVariable(context, name.trim())).trim());
  return text
    .replaceAll(VARIABLE, (_match, name: string) => fill(name) || MISSING)
    .replaceAll(SENTENCE_BEGINS, (_match, before: string, first: string) => before + first.toUpperCase())
    .replaceAll(GAP, "")
    .replaceAll(MISSING, "")
    .trim();
};

/** Matches missing values at the beginning of a sentence, with the marks after them, up to the next letter. */
const SENTENCE_BEGINS = new RegExp(`(^\\s*|[.!?…।]\\s+)(?:${MISSING}[,;:.!?…।]?\\s*)+(\\p{Ll}?)`, "gu");
/**
 * Matches missing values before a mark or the end, with the comma before them, and missing values before a space. A match
 * begins where a row of blanks and missing values does, or goes on behind one: tried from each of its places, a long row
 * would hold the process for its length squared.
 */
const GAP = new RegExp(
  `(?:[,;:]|(?<![\\s${MISSING}]))(?:\\s*${MISSING})+(?=[,;:.!?…।)]|$)` +
    `|(?:(?<![\\s${MISSING}])\\s*|(?<=${MISSING})\\s+)${MISSING}+(?=\\s)`,
  "gu",
);

/**
 * Returns a variable of the context. A name with dots is first looked up as a whole, because columns of a contact file
 * may contain dots.
 */
export const readVariable = (context: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(context, name)) return context[name];
  return name
    .split(".")
    .reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), context);
};

const spokenValue = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const nodesOf = (definition: StoredDefinition) => readRecords(definition.nodes);
const dataOf = (item: Record<string, unknown> | undefined): Record<string, unknown> => {
  const data = item?.["data"];
  return isRecord(data) ? data : {};
};

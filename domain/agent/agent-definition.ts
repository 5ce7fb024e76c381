import { isRecord, recordsIn } from "../json/json-value.ts";
import { readSpeech, type Speech } from "./speech.ts";

/** What an agent says and does: a graph of steps, connected by the decisions that lead from one to the next. */
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

/** The part of a definition that matters here; a row of the database has it as plain JSON. */
interface StoredDefinition {
  nodes?: unknown;
  edges?: unknown;
}

/** Any name but one with braces: columns of contact files are called what they are called. */
const VARIABLE = /\{\{([^{}]*)\}\}/g;

/**
 * The first words of a call: the greeting of the start node, or the text or recording of `greeting_override` in the
 * context, with `{{variable}}` filled from the context (dots lead into objects; what is missing becomes nothing).
 */
export const greetingOf = (definition: StoredDefinition, initialContext: Readonly<Record<string, unknown>>): Speech => {
  const data = dataOf(nodesOf(definition).find((node) => node["type"] === "startCall"));
  const own = readSpeech({
    kind: data["greeting_type"],
    text: data["greeting"],
    recordingId: data["greeting_recording_id"],
  });
  const { text, recordingId } = overrideOf(initialContext["greeting_override"], own);
  return { text: fillVariables(text, initialContext), recordingId };
};

const overrideOf = (override: unknown, own: Speech): Speech => {
  if (!isRecord(override)) return own;
  const { type, text, recording_id: recordingId } = override;
  if (type === "text" && typeof text === "string") return { text, recordingId: null };
  return type === "audio" && typeof recordingId === "string" ? { text: own.text, recordingId } : own;
};

/**
 * The variables that a call of this agent needs in its context: those its prompts, greeting and transitions name,
 * without those that it gathers itself during the call. Sorted.
 */
export const variablesOf = (definition: StoredDefinition): string[] => {
  const nodes = nodesOf(definition).map(dataOf);
  const edges = recordsIn(definition.edges).map(dataOf);
  const spoken = [
    ...nodes.flatMap((data) => [data["prompt"], data["greeting"]]),
    ...edges.map((data) => data["transition_speech"]),
  ];
  const gathered = new Set(
    nodes.flatMap((data) => recordsIn(data["extraction_variables"]).map((variable) => variable["name"])),
  );
  const named = spoken
    .filter((text) => typeof text === "string")
    .flatMap((text) => [...text.matchAll(VARIABLE)].map((match) => match[1]?.trim() ?? ""));
  return [...new Set(named)].filter((name) => name !== "" && !gathered.has(name)).sort();
};

/** Whether there is something to talk about beyond the greeting: the first step says what to do. */
export const canConverse = (definition: StoredDefinition): boolean => {
  const { prompt } = dataOf(nodesOf(definition).find((node) => node["type"] === "startCall"));
  return typeof prompt === "string" && prompt.trim() !== "";
};

/** The path of the trigger node, the agent's second public id; null without one. */
export const triggerOf = (definition: StoredDefinition): { path: string; enabled: boolean } | null => {
  const data = dataOf(nodesOf(definition).find((node) => node["type"] === "trigger"));
  const path = data["trigger_path"];
  return typeof path === "string" && path !== "" ? { path, enabled: data["enabled"] !== false } : null;
};

/** A text with `{{variable}}` filled from the context; what is missing becomes nothing. */
export const fillVariables = (text: string, context: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(VARIABLE, (_match, name: string) => spokenValue(valueAt(context, name.trim()))).trim();

/** A variable of the context. A name with dots is first looked up as it stands: columns of a contact file may contain them. */
export const valueAt = (context: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(context, name)) return context[name];
  return name
    .split(".")
    .reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), context);
};

const spokenValue = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const nodesOf = (definition: StoredDefinition) => recordsIn(definition.nodes);
const dataOf = (item: Record<string, unknown> | undefined): Record<string, unknown> => {
  const data = item?.["data"];
  return isRecord(data) ? data : {};
};

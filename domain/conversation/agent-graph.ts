import { readSpeech, type Speech } from "../agent/agent-speech.ts";
import { makeUniqueName, toFunctionName } from "../agent/function-name.ts";
import { PEOPLE_FUNCTIONS, type PeopleFunction } from "../agent/people-functions.ts";
import { isRecord, type JsonRecord, readRecords, readText } from "../json/json-value.ts";
import { USUAL_WAIT_SECONDS } from "../request/request-expiry.rules.ts";
import type { VariableSource } from "./conversation.ports.ts";

/** An agent's definition in the form that a conversation follows. */
export interface AgentGraph {
  start: Step;
  globalPrompt: string;
  steps: readonly Step[];
  /** Null: nothing is fetched before the greeting. */
  variableSource: VariableSource | null;
  /** Undefined for an id that the definition does not have. */
  step(id: string | null): Step | undefined;
  /** The steps that extract variables. */
  extractions: readonly { stepId: string; prompt: string; variables: readonly ExtractionVariable[] }[];
}

export interface Step {
  id: string;
  kind: "start" | "agent" | "end";
  name: string;
  prompt: string;
  addsGlobalPrompt: boolean;
  interruptible: boolean;
  delayMs: number;
  toolUuids: readonly string[];
  documentUuids: readonly string[];
  /** By MCP tool, the functions that this step may use; absent: all. */
  mcpFilters: Readonly<Record<string, readonly string[]>>;
  variables: readonly ExtractionVariable[];
  /** The requests that the agent may make to people here. */
  people: readonly PeopleFunction[];
  /** How long the agent waits for people in a live call. */
  waitSeconds: number;
  edges: readonly Edge[];
}

export interface Edge {
  /** Unique among the functions of its step. */
  functionName: string;
  label: string;
  condition: string;
  /** Said when the edge is taken. */
  speech: Speech;
  target: string;
}

export interface ExtractionVariable {
  name: string;
  type: "string" | "number" | "boolean";
  prompt: string;
}

const DEFAULT_DELAY_SECONDS = 1;
const KINDS: Readonly<Record<string, Step["kind"]>> = { startCall: "start", agentNode: "agent", endCall: "end" };

/** Reads a definition that was checked when it was saved; missing parts count as empty. */
export const readGraph = (definition: JsonRecord): AgentGraph => {
  const nodes = readRecords(definition["nodes"]);
  const edges = readRecords(definition["edges"]);
  const steps = nodes.flatMap((node) => {
    const kind = KINDS[readText(node["type"])];
    return kind ? [readStep(node, kind, edges)] : [];
  });
  const start = steps.find(({ kind }) => kind === "start");
  if (!start) throw new Error("the definition has no start");
  const byId = new Map(steps.map((step) => [step.id, step]));
  return {
    start,
    steps,
    globalPrompt: readText(dataOf(nodes.find((node) => node["type"] === "globalNode"))["prompt"]),
    variableSource: readVariableSource(dataOf(nodes.find((node) => node["type"] === "startCall"))),
    step: (id) => (id === null ? undefined : byId.get(id)),
    extractions: nodes.flatMap(readExtraction),
  };
};

/** Lists what an agent is written to say or ask in its steps. */
export const listWritten = ({ steps }: AgentGraph): string[] =>
  steps.flatMap(({ prompt, edges }) => [prompt, ...edges.map(({ speech }) => speech.text)]);

const readVariableSource = (data: JsonRecord): VariableSource | null => {
  const on = (["always", "inbound", "outbound"] as const).find((each) => each === data["pre_call_fetch_mode"]);
  const url = readText(data["pre_call_fetch_url"]);
  if (!on || url === "") return null;
  return { on, url, credentialUuid: readText(data["pre_call_fetch_credential_uuid"]) || null };
};

const readStep = (node: JsonRecord, kind: Step["kind"], edges: readonly JsonRecord[]): Step => {
  const data = dataOf(node);
  const id = readText(node["id"]);
  const delaySeconds =
    data["delayed_start"] === true ? Number(data["delayed_start_duration"] ?? DEFAULT_DELAY_SECONDS) : 0;
  return {
    id,
    kind,
    name: readText(data["name"]),
    prompt: readText(data["prompt"]),
    addsGlobalPrompt: data["add_global_prompt"] !== false,
    interruptible: kind !== "end" && data["allow_interrupt"] === true,
    delayMs: Number.isFinite(delaySeconds) ? delaySeconds * 1000 : 0,
    toolUuids: textsIn(data["tool_uuids"]),
    documentUuids: textsIn(data["document_uuids"]),
    mcpFilters: readFilters(data["mcp_tool_filters"]),
    variables: data["extraction_enabled"] === true ? readVariables(data["extraction_variables"]) : [],
    people: PEOPLE_FUNCTIONS.filter((name) => data[name] === true),
    waitSeconds: typeof data["wait_seconds"] === "number" ? data["wait_seconds"] : USUAL_WAIT_SECONDS,
    edges: readEdges(edges.filter((edge) => edge["source"] === id)),
  };
};

const readEdges = (edges: readonly JsonRecord[]): Edge[] => {
  const taken = new Set<string>();
  return edges.map((edge) => {
    const data = dataOf(edge);
    const label = readText(data["label"]);
    return {
      functionName: makeUniqueName(toFunctionName(label, "go_on"), taken),
      label,
      condition: readText(data["condition"]),
      speech: readSpeech({
        kind: data["transition_speech_type"],
        text: data["transition_speech"],
        recordingId: data["transition_speech_recording_id"],
      }),
      target: readText(edge["target"]),
    };
  });
};

const readExtraction = (node: JsonRecord): AgentGraph["extractions"][number][] => {
  const data = dataOf(node);
  if (data["extraction_enabled"] !== true) return [];
  const variables = readVariables(data["extraction_variables"]);
  return [{ stepId: readText(node["id"]), prompt: readText(data["extraction_prompt"]), variables }];
};

const readVariables = (value: unknown): ExtractionVariable[] =>
  readRecords(value).flatMap(({ name, type, prompt }) =>
    typeof name === "string" && name !== ""
      ? [{ name, type: type === "number" || type === "boolean" ? type : "string", prompt: readText(prompt) }]
      : [],
  );

const readFilters = (value: unknown): Record<string, string[]> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([tool, names]) => (Array.isArray(names) ? [[tool, textsIn(names)]] : [])),
      )
    : {};

const dataOf = (item: JsonRecord | undefined): JsonRecord => (isRecord(item?.["data"]) ? item["data"] : {});
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

import { chooseDisposition } from "../agent/disposition-codes.ts";
import { isRecord } from "../json/json-value.ts";
import { type ChatFunction, type ChatModel, type ChatRequest, ModelError } from "../model/chat-model.ts";
import type { AgentGraph, ExtractionVariable } from "./agent-graph.ts";
import { type ConversationEntry, toChatMessages } from "./entries.ts";
import { type Evidence, findEvidence } from "./evidence.ts";

/** The questions that a conversation's conclusion answers. */
export interface Questions {
  variables: readonly ExtractionVariable[];
  /** The prompts of the steps that ask for variables. */
  prompts: readonly string[];
  /** The dispositions that the agent may choose; empty: it chooses none of its own. */
  dispositions: readonly string[];
  /** Whether the person asked not to be called again is asked too. */
  asksForRefusal: boolean;
}

export interface Conclusion {
  /** Null: the model gave a value that nobody said. */
  variables: Record<string, string | number | boolean | null>;
  /** The person's words that each value rests on. */
  evidence: Record<string, Evidence>;
  disposition: string | null;
  /** Whether the person asked not to be called again; null: it was not asked, or not answered. */
  hasRefused: boolean | null;
}

const RECORD = "record";
/** The argument in which the model says whether the person asked not to be called again. */
export const REFUSAL = "asked_not_to_be_called";
const DISPOSITION = "call_disposition";
/** What is known where no model was asked. */
export const NOTHING_CONCLUDED: Conclusion = { variables: {}, evidence: {}, disposition: null, hasRefused: null };

/** Returns the questions of the steps that a conversation visited, each variable once. */
export const listQuestions = (
  graph: AgentGraph,
  {
    visited,
    dispositions,
    asksForRefusal = false,
  }: { visited: ReadonlySet<string>; dispositions: readonly string[]; asksForRefusal?: boolean },
): Questions => {
  const asked = graph.extractions.filter(({ stepId }) => visited.has(stepId));
  const byName = new Map(asked.flatMap(({ variables }) => variables.map((variable) => [variable.name, variable])));
  return {
    variables: [...byName.values()],
    prompts: asked.map(({ prompt }) => prompt).filter((prompt) => prompt !== ""),
    dispositions,
    asksForRefusal,
  };
};

/** Asks the model once, when there is something to ask and somebody has spoken. Throws `ModelError`. */
export const askForConclusion = async (
  model: ChatModel,
  { entries, questions, signal }: { entries: readonly ConversationEntry[]; questions: Questions; signal: AbortSignal },
): Promise<Conclusion> => {
  const isAsked = questions.variables.length > 0 || questions.dispositions.length > 0 || questions.asksForRefusal;
  if (!isAsked || entries.every(({ speaker }) => speaker !== "person")) return NOTHING_CONCLUDED;
  for await (const event of model.reply(requestOf(entries, questions, signal))) {
    if (event.kind === "call" && event.name === RECORD) return readConclusion(event.arguments, { questions, entries });
  }
  if (signal.aborted) throw new ModelError("timeout", "The model drew no conclusions in time");
  throw new ModelError("invalid_answer", "The model drew no conclusions");
};

/**
 * Variables that were gathered during the call count where the conclusion has none, and by the same rule: without the person's
 * words they have no value.
 */
export const checkGathered = (
  conclusion: Conclusion,
  {
    gathered,
    entries,
    variables,
  }: {
    gathered: Readonly<Record<string, unknown>>;
    entries: readonly ConversationEntry[];
    variables: readonly ExtractionVariable[];
  },
): Conclusion => {
  const checked = {
    ...conclusion,
    variables: { ...conclusion.variables },
    evidence: { ...conclusion.evidence },
  };
  for (const variable of variables) {
    const value = gathered[variable.name];
    const isValue = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (!isValue || (checked.variables[variable.name] ?? null) !== null) continue;
    const evidence = findEvidence(entries, { variable, value, quote: null });
    checked.variables[variable.name] = evidence && value;
    if (evidence) checked.evidence[variable.name] = evidence;
  }
  return checked;
};

const requestOf = (entries: readonly ConversationEntry[], questions: Questions, signal: AbortSignal): ChatRequest => ({
  system: [
    "A conversation between an agent and a person is over. Write down what it tells, with the function `record`.",
    "Leave out what was not said; guess nothing. With each value quote the person's own words that say it, letter for letter.",
    ...(questions.asksForRefusal ? [REFUSAL_INSTRUCTION] : []),
    ...questions.prompts,
  ].join("\n"),
  messages: [
    ...toChatMessages(entries).filter(({ role }) => role !== "function"),
    { role: "person", text: "(The conversation is over. Record now.)" },
  ],
  functions: [recordFunction(questions)],
  mustCall: RECORD,
  stepView: { node: { name: "Conclusion", prompt: "", isEnd: true }, edges: [], tools: [] },
  signal,
});

const REFUSAL_INSTRUCTION = `The person's last words were not answered. Say in \`${REFUSAL}\` whether they asked not to be called again; it needs no quote.`;

const recordFunction = ({ variables, dispositions, asksForRefusal }: Questions): ChatFunction => ({
  name: RECORD,
  description: "Writes down what the conversation tells.",
  parameters: {
    type: "object",
    properties: {
      ...Object.fromEntries(variables.map((variable) => [variable.name, describeQuoted(variable)])),
      ...(dispositions.length > 0 && {
        [DISPOSITION]: { type: "string", enum: dispositions, description: "How the conversation ended" },
      }),
      ...(asksForRefusal && {
        [REFUSAL]: { type: "boolean", description: "Whether the person asked not to be called again" },
      }),
    },
    required: [...(dispositions.length > 0 ? [DISPOSITION] : []), ...(asksForRefusal ? [REFUSAL] : [])],
  },
});

const describeQuoted = ({ name, type, prompt }: ExtractionVariable) => ({
  type: "object",
  description: prompt || name,
  properties: {
    value: { type, description: prompt || name },
    quote: { type: "string", description: "The person's own words that say it, letter for letter" },
  },
  required: ["value", "quote"],
});

const readConclusion = (
  text: string,
  {
    questions: { variables, dispositions, asksForRefusal },
    entries,
  }: { questions: Questions; entries: readonly ConversationEntry[] },
): Conclusion => {
  const given = readObject(text);
  const known = variables.flatMap((variable) => {
    const { value: told, quote } = readQuoted(given[variable.name]);
    const value = typed(told, variable.type);
    if (value === null) return [];
    const evidence = findEvidence(entries, { variable, value, quote });
    return [{ name: variable.name, value: evidence && value, evidence }];
  });
  const disposition = chooseDisposition(given[DISPOSITION], dispositions);
  const refusal = asksForRefusal ? typed(given[REFUSAL], "boolean") : null;
  return {
    variables: Object.fromEntries(known.map(({ name, value }) => [name, value])),
    evidence: Object.fromEntries(known.flatMap(({ name, evidence }) => (evidence ? [[name, evidence]] : []))),
    disposition,
    hasRefused: typeof refusal === "boolean" ? refusal : null,
  };
};

/** A value without a quote has to be in the person's words as it is. */
const readQuoted = (given: unknown): { value: unknown; quote: string | null } => {
  if (!isRecord(given)) return { value: given, quote: null };
  return { value: given["value"], quote: typeof given["quote"] === "string" ? given["quote"] : null };
};

const readObject = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch (cause) {
    throw new ModelError("invalid_answer", "The model's conclusions are no JSON", { cause });
  }
  return {};
};

/** Converts the value to its variable's type; null when it is missing. */
const typed = (value: unknown, type: ExtractionVariable["type"]): string | number | boolean | null => {
  if (value === null || value === undefined || value === "") return null;
  if (type === "number") {
    const number = typeof value === "string" ? Number(value.replace(",", ".")) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : null;
  }
  if (type === "boolean") {
    if (typeof value === "boolean") return value;
    if (value === "true" || value === "yes") return true;
    return value === "false" || value === "no" ? false : null;
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;
};

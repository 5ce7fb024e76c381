import { toFunctionName } from "../agent/function-name.ts";
import type { AgentGraph } from "../conversation/agent-graph.ts";
import { readJsonPath } from "../json/json-path.ts";
import { parseJson } from "../json/json-value.ts";
import { isSameJson } from "../json/same-json.ts";
import type { CheckResult } from "./check-result.ts";
import { foldText } from "./fold-text.ts";
import { listSpoken, type PlayedConversation, type PlayedEntry } from "./played-conversation.ts";
import type { ExactCheck } from "./scenario-check.ts";

type Told = Pick<CheckResult, "expected" | "passed"> & Partial<Pick<CheckResult, "found" | "node_id" | "sentences">>;
type CheckOf<Kind extends ExactCheck["kind"]> = Extract<ExactCheck, { kind: Kind }>;

export interface CheckedConversation {
  played: PlayedConversation;
  graph: AgentGraph;
}

/** Compares a conversation with what its scenario expects of it, by its words and deeds alone. */
export const checkConversation = (checked: CheckedConversation, check: ExactCheck): CheckResult => ({
  kind: check.kind,
  found: null,
  node_id: null,
  sentences: [],
  ...tell(checked, check),
});

const tell = (checked: CheckedConversation, check: ExactCheck): Told => {
  switch (check.kind) {
    case "says":
      return says(checked, check);
    case "never_says":
      return neverSays(checked, check);
    case "reaches":
    case "never_reaches":
    case "ends_at":
      return atStep(checked, check);
    case "variable":
      return variable(checked, check);
    case "disposition":
      return disposition(checked, check);
    case "tool_called":
      return toolCalled(checked, check);
    case "tool_not_called":
      return toolNotCalled(checked, check);
    case "turns_at_most":
      return turnsAtMost(checked, check);
  }
};

/** Returns where the agent says a text; sentences are compared together too, because it may go over the end of one. */
const findSaying = (played: PlayedConversation, text: string): { isSaid: boolean; saying: PlayedEntry[] } => {
  const wanted = foldText(text);
  const spoken = listSpoken(played);
  const saying = spoken.filter((word) => foldText(word.text).includes(wanted));
  const isSaid = saying.length > 0 || foldText(spoken.map((word) => word.text).join(" ")).includes(wanted);
  return { isSaid, saying };
};

const says = ({ played }: CheckedConversation, { text }: CheckOf<"says">): Told => {
  const { isSaid, saying } = findSaying(played, text);
  return {
    expected: `The agent says "${text}"`,
    passed: isSaid,
    found: isSaid ? null : "It never said that",
    node_id: isSaid ? (saying[0]?.node_id ?? null) : lastStep(played),
    sentences: saying.map((word) => word.text),
  };
};

const neverSays = ({ played }: CheckedConversation, { text }: CheckOf<"never_says">): Told => {
  const { isSaid, saying } = findSaying(played, text);
  return {
    expected: `The agent never says "${text}"`,
    passed: !isSaid,
    found: isSaid ? "It said that" : null,
    node_id: saying[0]?.node_id ?? null,
    sentences: saying.map((word) => word.text),
  };
};

const lastStep = ({ steps }: PlayedConversation): string | null => steps.at(-1) ?? null;

const atStep = (
  { played, graph }: CheckedConversation,
  check: CheckOf<"reaches" | "never_reaches" | "ends_at">,
): Told => {
  const wanted = foldText(check.step);
  const isIt = (id: string) => id === check.step || foldText(nameOf(graph, id)) === wanted;
  const reached = played.steps.find(isIt) ?? null;
  const last = lastStep(played);
  const path = `It went ${played.steps.map((id) => nameOf(graph, id)).join(", ") || "nowhere"}`;
  switch (check.kind) {
    case "reaches":
      return tellStep(`The agent reaches the step "${check.step}"`, {
        passed: reached !== null,
        at: reached ?? last,
        path,
      });
    case "never_reaches":
      return tellStep(`The agent never reaches the step "${check.step}"`, {
        passed: reached === null,
        at: reached,
        path,
      });
    case "ends_at":
      return tellStep(`The conversation ends at the step "${check.step}"`, {
        passed: last !== null && isIt(last),
        at: last,
        path,
      });
  }
};

const tellStep = (
  expected: string,
  { passed, at, path }: { passed: boolean; at: string | null; path: string },
): Told => ({ expected, passed, found: passed ? null : path, node_id: at });

const nameOf = (graph: AgentGraph, id: string): string => graph.step(id)?.name ?? id;

const variable = ({ played, graph }: CheckedConversation, { name, equals }: CheckOf<"variable">): Told => {
  const value = played.variables[name];
  const isSet = value !== undefined && value !== null && value !== "";
  const passed = equals === undefined ? isSet : equals === null ? !isSet : isSet && isSameValue(value, equals);
  const asker = graph.extractions.find(({ variables }) => variables.some((each) => each.name === name));
  return {
    expected:
      equals === undefined ? `The variable ${name} is set` : `The variable ${name} is ${JSON.stringify(equals)}`,
    passed,
    found: passed ? null : isSet ? `It is ${JSON.stringify(value)}` : "It is not set",
    node_id: asker?.stepId ?? null,
  };
};

const disposition = ({ played }: CheckedConversation, { equals }: CheckOf<"disposition">): Told => {
  const passed = played.disposition !== null && foldText(played.disposition) === foldText(equals);
  return {
    expected: `The disposition is "${equals}"`,
    passed,
    found: passed ? null : played.disposition === null ? "There is none" : `It is "${played.disposition}"`,
    node_id: passed ? null : lastStep(played),
  };
};

/** People's words are compared without case; everything else as it is. */
const isSameValue = (value: unknown, expected: unknown): boolean =>
  typeof value === "string" && typeof expected === "string"
    ? foldText(value) === foldText(expected)
    : isSameJson(value, expected);

/** A tool is named as people name it, or as the model calls it. */
const listCalls = ({ words }: PlayedConversation, tool: string): PlayedEntry[] =>
  words.filter(
    ({ speaker, text }) =>
      (speaker === "tool" || speaker === "step") && (text === tool || text === toFunctionName(tool, tool)),
  );

const toolCalled = ({ played }: CheckedConversation, check: CheckOf<"tool_called">): Told => {
  const calls = listCalls(played, check.tool);
  const fitting = calls.filter((call) => hasArguments(call, check.arguments ?? {}));
  const passed = check.times === undefined ? fitting.length > 0 : fitting.length === check.times;
  const often = check.times === undefined ? "" : check.times === 1 ? " once" : ` ${check.times} times`;
  const given = check.arguments === undefined ? "" : ` with ${JSON.stringify(check.arguments)}`;
  return {
    expected: `The agent calls ${check.tool}${often}${given}`,
    passed,
    found: passed ? null : tellCalls(calls),
    node_id: (fitting[0] ?? calls[0])?.node_id ?? lastStep(played),
  };
};

const tellCalls = (calls: readonly PlayedEntry[]): string =>
  calls.length === 0
    ? "It was not called"
    : `It was called ${calls.length === 1 ? "once" : `${calls.length} times`}: ${calls.map((call) => call.arguments ?? "{}").join(", ")}`;

const hasArguments = (call: PlayedEntry, expected: Readonly<Record<string, unknown>>): boolean => {
  const given = parseJson(call.arguments ?? "{}");
  return Object.entries(expected).every(([path, value]) =>
    readJsonPath(given, path).some((found) => isSameValue(found, value)),
  );
};

const toolNotCalled = ({ played }: CheckedConversation, { tool }: CheckOf<"tool_not_called">): Told => {
  const calls = listCalls(played, tool);
  return {
    expected: `The agent does not call ${tool}`,
    passed: calls.length === 0,
    found: calls.length === 0 ? null : tellCalls(calls),
    node_id: calls[0]?.node_id ?? null,
  };
};

const turnsAtMost = ({ played }: CheckedConversation, { turns }: CheckOf<"turns_at_most">): Told => ({
  expected: `The agent speaks at most ${turns} times`,
  passed: played.turns <= turns,
  found: played.turns <= turns ? null : `It spoke ${played.turns} times`,
  node_id: played.turns <= turns ? null : lastStep(played),
});

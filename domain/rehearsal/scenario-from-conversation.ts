import { readGreeting } from "../agent/agent-definition.ts";
import type { Detection } from "../answerer/answered-by.rules.ts";
import { type AgentGraph, listWritten, readGraph } from "../conversation/agent-graph.ts";
import type { EndReason } from "../conversation/turn-session.ts";
import type { JsonRecord } from "../json/json-value.ts";
import { foldText } from "./fold-text.ts";
import { listNamedPeople, makeUpPeople } from "./made-up-people.ts";
import type { CallerLine, ScenarioContent, ScriptedCaller, ToolAnswer } from "./scenario.ts";
import { LONGEST_LINE, type ScenarioCheck } from "./scenario-check.ts";
import { withoutSecrets } from "./secret-names.ts";

/** A conversation that was, as far as a scenario is made of it. */
export interface LivedConversation {
  direction: "inbound" | "outbound";
  /** As the carrier told it when the conversation began. */
  answeredBy: Detection | null;
  startedAt: Date;
  timezone: string | null;
  /** What the agent knew of the person, without the values of the agent itself. */
  context: Readonly<Record<string, unknown>>;
  numbers: readonly string[];
  turns: readonly LivedTurn[];
  tools: readonly LivedTool[];
  /** The steps in their order. */
  steps: readonly string[];
  /** What was extracted from the person's words. */
  variables: Readonly<Record<string, unknown>>;
  disposition: string | null;
  endReason: EndReason | null;
  /** How long the agent waits for words. */
  idleSeconds: number;
}

export interface LivedTurn {
  began:
    | { kind: "speech"; text: string }
    | { kind: "digits"; digits: string }
    | { kind: "transfer_ended"; outcome: string }
    | { kind: "silence" | "other" };
  /** The sentences of the agent; `heard`: the part before the person spoke over it, null: all of it. */
  sentences: readonly { text: string; heard: string | null }[];
}

export interface LivedTool {
  name: string;
  /** Null: it has not answered. */
  answer: ToolAnswer | null;
}

export type MadeScenario = ScenarioContent & { caller: ScriptedCaller };

/**
 * Makes a scenario of a conversation: the person does the same again, the tools answer the same, and what became of it is what is
 * expected. People and their numbers are replaced by made-up ones.
 */
export const makeScenario = (lived: LivedConversation, definition: JsonRecord): MadeScenario => {
  const graph = readGraph(definition);
  const greeting = readGreeting(definition, {}).text;
  const people = makeUpPeople({
    names: [
      ...listNamedPeople(lived.context),
      ...listNamedPeople(lived.variables),
      ...lived.tools.flatMap(({ answer }) => listNamedPeople({ answer: answer?.returns })),
    ],
    numbers: lived.numbers,
    said: lived.turns.flatMap(({ began }) => (began.kind === "speech" ? [began.text] : [])),
  });
  const told: LivedConversation = { ...lived, turns: lived.turns.map((turn) => replaceWords(turn, people.text)) };
  const { timezone } = lived;
  return {
    caller: { kind: "scripted", lines: listLines(told, [greeting, ...listWritten(graph)]) },
    context: readRecord(people.json(withoutSecrets(lived.context))),
    direction: lived.direction,
    answered_by: lived.answeredBy ?? "person",
    now: lived.startedAt.toISOString(),
    ...(timezone !== null && { timezone }),
    tools: Object.fromEntries(
      lived.tools.flatMap(({ name, answer }) => (answer ? [[name, replaceAnswer(answer, people)]] : [])),
    ),
    documents: "real",
    transfer: findTransfer(lived.turns),
    checks: listChecks({ ...told, variables: readRecord(people.json(withoutSecrets(lived.variables))) }, graph),
  };
};

type Replace = (text: string) => string;

const replaceWords = ({ began, sentences }: LivedTurn, replace: Replace): LivedTurn => ({
  began:
    began.kind === "speech"
      ? { ...began, text: replace(began.text) }
      : began.kind === "digits"
        ? { ...began, digits: replace(began.digits) }
        : began,
  sentences: sentences.map(({ text, heard }) => ({
    text: replace(text),
    heard: heard === null ? null : replace(heard),
  })),
});

const replaceAnswer = (
  { returns, fails, ...answer }: ToolAnswer,
  { text, json }: { text: Replace; json(value: unknown): unknown },
): ToolAnswer => ({
  ...answer,
  ...(returns !== undefined && { returns: json(withoutSecrets(returns)) }),
  ...(fails !== undefined && { fails: text(fails).slice(0, LONGEST_LINE) }),
});

const readRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

interface Said {
  line: CallerLine;
  /** What the agent had said before. */
  heard: string;
}

/**
 * The person's lines in their order; a line waits for the agent's own words where they stand in its definition. Of two lines with the
 * same cue the first comes first, and a line without one follows words that are no cue, so the order stays what it was.
 */
const listLines = (lived: LivedConversation, agentWords: readonly string[]): CallerLine[] => {
  const written = foldText(agentWords.join("\n"));
  return listSaid(lived).map(({ line, heard }) => withCue(line, heard, written));
};

const listSaid = ({ turns, idleSeconds, endReason }: LivedConversation): Said[] => {
  const said: Said[] = [];
  let before: LivedTurn["sentences"] = [];
  const add = (line: CallerLine) => {
    const heard = before.map((sentence) => sentence.text).join(" ");
    said.push({ line: { ...line, ...interruptionOf(line, before) }, heard });
  };
  for (const { began, sentences } of turns) {
    if (began.kind === "speech") add({ say: began.text.slice(0, LONGEST_LINE) });
    if (began.kind === "digits") add({ press: began.digits });
    if (began.kind === "silence") add({ silence_seconds: idleSeconds });
    before = sentences;
  }
  if (endReason === "user_hangup") add({ hang_up: true });
  return said;
};

const interruptionOf = (line: CallerLine, before: LivedTurn["sentences"]): Partial<CallerLine> => {
  if (line.silence_seconds !== undefined || before.every(({ text, heard }) => heard === null || heard === text))
    return {};
  const words =
    before
      .map(({ text, heard }) => heard ?? text)
      .join(" ")
      .match(/\S+/g) ?? [];
  return { interrupts_after_words: Math.min(words.length, 200) };
};

const SHORTEST_CUE = 8;

/** The last sentence of the agent that stands in its definition. */
const withCue = (line: CallerLine, heard: string, written: string): CallerLine => {
  const cue = (heard.match(/[^.!?\u3002\u0964]+[.!?\u3002\u0964]?/gu) ?? [])
    .map((sentence) => sentence.trim())
    .findLast((sentence) => sentence.length >= SHORTEST_CUE && written.includes(foldText(sentence)));
  return cue === undefined ? line : { when: cue, ...line };
};

const TRANSFERS = ["answered", "busy", "no_answer", "failed"] as const;

const findTransfer = (turns: readonly LivedTurn[]): ScenarioContent["transfer"] => {
  const ended = turns.findLast(({ began }) => began.kind === "transfer_ended")?.began;
  const outcome = ended?.kind === "transfer_ended" ? ended.outcome : "answered";
  return TRANSFERS.find((each) => each === outcome) ?? "failed";
};

const listChecks = (lived: LivedConversation, graph: AgentGraph): ScenarioCheck[] => {
  const said = foldText(lived.turns.flatMap(({ began }) => (began.kind === "speech" ? [began.text] : [])).join(" "));
  const asked = new Set(graph.extractions.flatMap(({ variables }) => variables.map(({ name }) => name)));
  const variables = Object.entries(lived.variables).filter(([name, value]) => asked.has(name) && isValue(value));
  return [
    ...endOf(lived, graph),
    ...variables.map(([name, value]): ScenarioCheck => {
      // A model may sum up a sentence in other words the next time.
      const isFree = typeof value === "string" && !said.includes(foldText(value));
      return { kind: "variable", name, ...(!isFree && { equals: value }) };
    }),
    ...(lived.disposition === null || lived.disposition === lived.endReason
      ? []
      : [{ kind: "disposition" as const, equals: lived.disposition }]),
    ...[...Map.groupBy(lived.tools, ({ name }) => name)].map(
      ([tool, calls]): ScenarioCheck => ({ kind: "tool_called", tool, times: calls.length }),
    ),
  ];
};

const isValue = (value: unknown): boolean => value !== null && value !== undefined && value !== "";

const endOf = ({ steps }: LivedConversation, graph: AgentGraph): ScenarioCheck[] => {
  const last = graph.step(steps.at(-1) ?? null);
  if (!last) return [];
  const namesakes = graph.steps.filter(({ name }) => name === last.name);
  const step = last.name === "" || namesakes.length > 1 ? last.id : last.name;
  return [{ kind: "ends_at", step }];
};

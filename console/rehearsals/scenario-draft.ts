import { readVariables, writeVariables } from "../agents/agent-variables.ts";
import type {
  CallerLine,
  CallerLineInput,
  ReadyPersonaName,
  Scenario,
  ScenarioCheck,
  ScenariosUpdateBody,
} from "../api/routes.ts";

export const DOINGS = ["say", "press", "silence_seconds", "hang_up"] as const;
export type Doing = (typeof DOINGS)[number];
export type CheckKind = ScenarioCheck["kind"];

/** What is typed of a line of the caller. */
export interface LineDraft {
  does: Doing;
  value: string;
  when: string;
  interrupts: string;
}

/** What is typed of a check; `text` is what it is about, whatever its kind calls that. */
export interface CheckDraft {
  kind: CheckKind;
  text: string;
  equals: string;
  arguments: string;
  times: string;
  isYes: boolean;
}

export interface ToolDraft {
  name: string;
  does: "returns" | "fails";
  value: string;
  afterMs: string;
}

export interface DocumentDraft {
  name: string;
  text: string;
}

/** A persona; `ready` is the name of one that is ready to use, or empty. */
export interface PersonaDraft {
  ready: string;
  who: string;
  wants: string;
  never: string;
  model: string;
}

/** A scenario as its form has it: everything is text until it is saved. */
export interface ScenarioDraft {
  name: string;
  callerKind: Scenario["caller"]["kind"];
  /** Who a model plays. */
  persona: PersonaDraft;
  lines: LineDraft[];
  checks: CheckDraft[];
  tools: ToolDraft[];
  /** null: the real ones. */
  documents: DocumentDraft[] | null;
  context: string;
  direction: Scenario["direction"];
  answeredBy: Scenario["answered_by"];
  transfer: Scenario["transfer"];
  now: string;
  timezone: string;
  runs: string;
  mustPass: boolean;
  /** What the scenario had when it was opened: its fields are text, and what they leave comes back as it was. */
  opened: { context: Record<string, unknown>; now: string | undefined };
}

export const EMPTY_LINE: LineDraft = { does: "say", value: "", when: "", interrupts: "" };
export const EMPTY_CHECK: CheckDraft = { kind: "says", text: "", equals: "", arguments: "", times: "", isYes: true };
export const EMPTY_TOOL: ToolDraft = { name: "", does: "returns", value: "", afterMs: "" };
export const EMPTY_PERSONA: PersonaDraft = { ready: "", who: "", wants: "", never: "", model: "" };
export const EMPTY_DOCUMENT: DocumentDraft = { name: "", text: "" };

/** A new scenario: somebody who says hello, and one thing to expect. */
export const NEW_SCENARIO: ScenarioDraft = {
  name: "",
  callerKind: "scripted",
  persona: EMPTY_PERSONA,
  lines: [EMPTY_LINE],
  checks: [EMPTY_CHECK],
  tools: [],
  documents: null,
  context: "",
  direction: "outbound",
  answeredBy: "person",
  transfer: "answered",
  now: "",
  timezone: "",
  runs: "1",
  mustPass: true,
  opened: { context: {}, now: undefined },
};

const textOf = (value: number | undefined): string => (value === undefined ? "" : String(value));
const jsonOf = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value));

const draftLine = (line: CallerLine): LineDraft => {
  const does = DOINGS.find((doing) => line[doing] !== undefined) ?? "say";
  return {
    does,
    value: does === "hang_up" ? "" : String(line[does] ?? ""),
    when: line.when ?? "",
    interrupts: textOf(line.interrupts_after_words),
  };
};

const draftPersona = ({ persona, who, wants, never, model }: Scenario["caller"]): PersonaDraft => ({
  ready: persona ?? "",
  who: who ?? "",
  wants: wants ?? "",
  never: never ?? "",
  model: model ?? "",
});

const readDisposition = ({ kind, equals }: ScenarioCheck): string | undefined =>
  kind === "disposition" && typeof equals === "string" ? equals : undefined;

const draftCheck = (check: ScenarioCheck): CheckDraft => ({
  kind: check.kind,
  text: readDisposition(check) ?? check.text ?? check.step ?? check.name ?? check.tool ?? check.question ?? "",
  equals: typeof check.equals === "string" && !isJson(check.equals) ? check.equals : jsonOf(check.equals),
  arguments: jsonOf(check.arguments),
  times: textOf(check.times ?? check.turns),
  isYes: check.expects ?? true,
});

/** Returns what the form shows of a scenario. */
export const toDraft = (scenario: Scenario): ScenarioDraft => ({
  name: scenario.name,
  callerKind: scenario.caller.kind,
  persona: draftPersona(scenario.caller),
  lines: (scenario.caller.lines ?? []).map(draftLine),
  checks: scenario.checks.map(draftCheck),
  tools: Object.entries(scenario.tools).map(([name, answer]) => ({
    name,
    does: answer.fails === undefined ? "returns" : "fails",
    value: answer.fails ?? jsonOf(answer.returns),
    afterMs: textOf(answer.after_ms),
  })),
  documents: scenario.documents === "real" ? null : scenario.documents.map(({ name, text }) => ({ name, text })),
  context: writeVariables(scenario.context),
  direction: scenario.direction,
  answeredBy: scenario.answered_by,
  transfer: scenario.transfer,
  now: scenario.now === undefined ? "" : toLocal(scenario.now),
  timezone: scenario.timezone ?? "",
  runs: String(scenario.runs),
  mustPass: scenario.must_pass,
  opened: { context: scenario.context, now: scenario.now },
});

const MINUTE_LENGTH = "2026-11-28T09:00".length;
const MS_IN_MINUTE = 60_000;

/** An instant as a field for dates shows it, by the clock of this browser. */
const toLocal = (iso: string): string => {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * MS_IN_MINUTE).toISOString().slice(0, MINUTE_LENGTH);
};

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** What is no JSON is taken as the text that it is. */
const readValue = (text: string): unknown => (isJson(text) ? JSON.parse(text) : text);
const filled = (text: string): boolean => text.trim() !== "";
const numberOf = (text: string) => Number(text);

type CallerBody = ScenariosUpdateBody["caller"];

/** What is empty is left to the persona that is ready to use. */
const toPersona = ({ ready, ...own }: PersonaDraft, personas: readonly ReadyPersonaName[]): CallerBody => {
  const persona = personas.find((name) => name === ready);
  const parts = Object.entries(own).filter(([, text]) => filled(text));
  return { kind: "persona", ...(persona !== undefined && { persona }), ...Object.fromEntries(parts) };
};

const toLine = ({ does, value, when, interrupts }: LineDraft): CallerLineInput => ({
  ...(filled(when) && { when }),
  ...(does === "hang_up"
    ? { hang_up: true as const }
    : does === "silence_seconds"
      ? { silence_seconds: numberOf(value) }
      : { [does]: value }),
  ...(filled(interrupts) && does !== "silence_seconds" && { interrupts_after_words: numberOf(interrupts) }),
});

type CheckBody = NonNullable<ScenariosUpdateBody["checks"]>[number];

const toCheck = ({ kind, text, equals, times, isYes, ...typed }: CheckDraft): CheckBody => {
  switch (kind) {
    case "says":
    case "never_says":
      return { kind, text };
    case "reaches":
    case "never_reaches":
    case "ends_at":
      return { kind, step: text };
    case "variable":
      return { kind, name: text, ...(filled(equals) && { equals: readValue(equals) }) };
    case "disposition":
      return { kind, equals: text };
    case "tool_called":
      return {
        kind,
        tool: text,
        ...(filled(typed.arguments) && { arguments: Object(readValue(typed.arguments)) }),
        ...(filled(times) && { times: numberOf(times) }),
      };
    case "tool_not_called":
      return { kind, tool: text };
    case "turns_at_most":
      return { kind, turns: numberOf(times) };
    case "judge":
      return { kind, question: text, expects: isYes };
  }
};

/**
 * Returns the values of the field. One that it leaves is what it was, whatever type that has; one that was no text and is changed
 * is read as JSON where it can be, so that a number stays one.
 */
const toContext = ({ context, opened }: ScenarioDraft): Record<string, unknown> => {
  const shown = readVariables(writeVariables(opened.context));
  const typed = [...readVariables(context)].map(([name, text]): [string, unknown] => {
    const before = opened.context[name];
    if (shown.get(name) === text) return [name, before];
    return [name, before === undefined || typeof before === "string" ? text : readValue(text)];
  });
  return Object.fromEntries(typed);
};

/** The field shows no seconds: an instant that it leaves keeps its own. */
const toInstant = ({ now, opened }: ScenarioDraft): string =>
  opened.now !== undefined && toLocal(opened.now) === now ? opened.now : new Date(now).toISOString();

/** Returns what the API is sent of a form. */
export const toBody = (draft: ScenarioDraft, personas: readonly ReadyPersonaName[]): ScenariosUpdateBody => ({
  name: draft.name,
  caller:
    draft.callerKind === "persona"
      ? toPersona(draft.persona, personas)
      : { kind: "scripted", lines: draft.lines.map(toLine) },
  checks: draft.checks.map(toCheck),
  tools: Object.fromEntries(
    draft.tools.map(({ name, does, value, afterMs }) => [
      name,
      {
        ...(does === "fails" ? { fails: value } : filled(value) && { returns: readValue(value) }),
        ...(filled(afterMs) && { after_ms: numberOf(afterMs) }),
      },
    ]),
  ),
  documents: draft.documents ?? "real",
  context: toContext(draft),
  direction: draft.direction,
  answered_by: draft.answeredBy,
  transfer: draft.transfer,
  ...(filled(draft.now) && { now: toInstant(draft) }),
  ...(filled(draft.timezone) && { timezone: draft.timezone }),
  runs: numberOf(draft.runs),
  must_pass: draft.mustPass,
});

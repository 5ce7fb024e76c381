import { z } from "zod";
import { isRecord } from "../json/json-value.ts";
import { withDefault } from "../json/optional-field.ts";
import { isSameJson } from "../json/same-json.ts";
import { MOST_RUNS, scenarioContent, scenarioFields, scenarioName } from "./scenario.ts";

/** A scenario as people write it: with its name, and how often it is played. */
export const writtenScenario = z.strictObject({
  name: scenarioName,
  ...scenarioFields,
  runs: withDefault(z.number().int().min(1).max(MOST_RUNS), 1),
  must_pass: withDefault(z.boolean(), true),
});
export type WrittenScenario = z.output<typeof writtenScenario>;

/** A file that is longer holds more than the scenarios of one agent. */
export const LONGEST_FILE_CHARACTERS = 4_000_000;

type Fields = Record<string, unknown>;

/** Names of fields in Pipecat's evaluations that mean the same as ours. */
const LINE_FIELDS = { say: "user", press: "dtmf" } as const;
const PERSONA_FIELDS = { who: "persona", wants: "goal", persona: "ready_persona" } as const;

const rename = (fields: Fields, names: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));

const turnRound = (names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));

/** Returns a scenario as it stands in a file; what is as it would be without being said is left out. */
export const toDocument = ({ name, runs, must_pass, caller, ...content }: WrittenScenario): Fields => {
  const usual: Fields = scenarioContent.parse({ caller: { kind: "scripted", lines: [] } });
  const said = Object.entries(content).filter(
    ([field, value]) => value !== undefined && !isSameJson(value, usual[field]),
  );
  const { kind: _kind, ...played } = caller;
  const person =
    "lines" in played
      ? { turns: played.lines.map((line) => rename(line, LINE_FIELDS)) }
      : rename(given(played), PERSONA_FIELDS);
  return {
    name,
    ...(runs !== 1 && { runs }),
    ...(!must_pass && { must_pass }),
    ...person,
    ...Object.fromEntries(said),
  };
};

/** A fault of a document, with the way to it. */
export interface DocumentFault {
  path: (string | number)[];
  message: string;
}

/** Reads a scenario from a file: our own fields, and those of Pipecat's evaluations that mean the same. */
export const readDocument = (document: unknown): { scenario: WrittenScenario } | { faults: DocumentFault[] } => {
  if (!isRecord(document)) return { faults: [{ path: [], message: "A scenario is a mapping with a name" }] };
  const { turns, persona, goal, ready_persona: ready, never, model, success, ...fields } = document;
  const lines: unknown[] = Array.isArray(turns) ? turns : [];
  const written: unknown = fields["checks"];
  const ownChecks: unknown[] = Array.isArray(written) ? written : [];
  if (turns !== undefined && !Array.isArray(turns)) return { faults: [{ path: ["turns"], message: "Must be a list" }] };
  const expected = readExpectations(lines);
  if (expected.faults.length > 0) return { faults: expected.faults };
  const checks: unknown[] = [
    ...ownChecks,
    ...expected.checks,
    ...(typeof success === "string" ? [judge(success)] : []),
  ];
  const isPersona = persona !== undefined || ready !== undefined;
  const caller = isPersona
    ? { kind: "persona", ...given({ persona: ready, who: persona, wants: goal, never, model }) }
    : { kind: "scripted", lines: lines.filter(speaks).map(readLine) };
  const read = writtenScenario.safeParse({ caller, ...fields, ...(checks.length > 0 && { checks }) });
  if (read.success) return { scenario: read.data };
  return { faults: read.error.issues.map(({ path, message }) => ({ path: toPath(path, isPersona), message })) };
};

const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const OF_LINE = turnRound(LINE_FIELDS);

/** In Pipecat's files a turn without words waits for what the agent says first. */
const speaks = (line: unknown): boolean => !isRecord(line) || Object.keys(line).some((name) => name !== "expect");

const readLine = (line: unknown): unknown => {
  if (!isRecord(line)) return line;
  const { expect: _expect, ...fields } = line;
  return rename(fields, OF_LINE);
};

const SPOKEN_EVENTS = new Set<unknown>(["response", "llm_response", "tts_response"]);

/** Returns the checks that mean the same; null: none of ours does, and nothing of it may be left out. */
const readExpectation = (expected: unknown): Fields[] | null => {
  if (!isRecord(expected)) return null;
  const { event, eval: criterion, text_contains: text, text_excludes: not, name, args, calls, ...others } = expected;
  if (Object.keys(others).length > 0) return null;
  if (event === "function_call" && text === undefined && not === undefined && criterion === undefined)
    return (Array.isArray(calls) ? calls : [{ name, args }]).filter(isRecord).map(readCall);
  if (!SPOKEN_EVENTS.has(event) || name !== undefined || args !== undefined || calls !== undefined) return null;
  const checks = [
    ...(typeof criterion === "string" ? [judge(criterion)] : []),
    ...(typeof text === "string" ? [{ kind: "says", text }] : []),
    ...(typeof not === "string" ? [{ kind: "never_says", text: not }] : []),
  ];
  return checks.length > 0 ? checks : null;
};

const readCall = ({ name, args }: Fields): Fields => ({
  kind: "tool_called",
  tool: name,
  ...(isRecord(args) && {
    arguments: Object.fromEntries(Object.entries(args).map(([key, value]) => [`$.${key}`, value])),
  }),
});

const UNKNOWN_EXPECTATION =
  "No check means this: response with eval, text_contains and text_excludes, and function_call with calls are read";

/** Returns the checks of all turns, or the faults of those that mean nothing here. */
const readExpectations = (lines: readonly unknown[]): { checks: Fields[]; faults: DocumentFault[] } => {
  const expected = lines.flatMap((line, turn) =>
    isRecord(line) && Array.isArray(line["expect"])
      ? line["expect"].map((each: unknown, at) => ({
          path: ["turns", turn, "expect", at],
          checks: readExpectation(each),
        }))
      : [],
  );
  return {
    checks: expected.flatMap(({ checks }) => checks ?? []),
    faults: expected.flatMap(({ path, checks }) => (checks ? [] : [{ path, message: UNKNOWN_EXPECTATION }])),
  };
};

const judge = (criterion: string): Fields => ({ kind: "judge", question: `Is this so: ${criterion}?` });

const FILE_FIELDS: Readonly<Record<string, string>> = { ...LINE_FIELDS };

/** Returns the way in the file to what our schema names by its own fields. */
const toPath = (path: readonly PropertyKey[], isPersona: boolean): (string | number)[] => {
  const steps = path.map((step) => (typeof step === "symbol" ? String(step) : step));
  if (steps[0] !== "caller") return steps;
  if (isPersona) return steps.slice(1).map((step) => PERSONA_FILE_FIELDS[step] ?? step);
  return ["turns", ...steps.slice(2).map((step) => FILE_FIELDS[step] ?? step)];
};
const PERSONA_FILE_FIELDS: Readonly<Record<string, string>> = { ...PERSONA_FIELDS };

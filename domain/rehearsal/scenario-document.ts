import { z } from "zod";
import { isRecord } from "../json/json-value.ts";
import { withDefault } from "../json/optional-field.ts";
import { isSameJson } from "../json/same-json.ts";
import { MOST_RUNS, scenarioContent, scenarioFields, scenarioName } from "./scenario.ts";
import { type DocumentFault, type DocumentPart, judge, readExpectations } from "./scenario-expectations.ts";

/** A scenario as people write it: with its name, and how often it is played. */
export const writtenScenario = z.strictObject({
  name: scenarioName,
  ...scenarioFields,
  runs: withDefault(z.number().int().min(1).max(MOST_RUNS), 1),
  must_pass: withDefault(z.boolean(), true),
});
export type WrittenScenario = z.output<typeof writtenScenario>;

/** As many as always fit into the largest body of a request, whatever letters they are. */
export const LONGEST_FILE_CHARACTERS = 340_000;

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

type Path = readonly (string | number)[];

/** Reads a scenario from a file: our own fields, and those of Pipecat's evaluations that mean the same. Nothing is left out silently. */
export const readDocument = (document: unknown): { scenario: WrittenScenario } | { faults: DocumentFault[] } => {
  if (!isRecord(document)) return { faults: [{ path: [], message: "A scenario is a mapping with a name" }] };
  const { turns, persona, goal, ready_persona: ready, never, model, success, ...fields } = document;
  const isPersona = persona !== undefined || ready !== undefined;
  const misplaced = [...findMisplaced(document, isPersona), ...findShapeless(document)];
  if (misplaced.length > 0) return { faults: misplaced };
  const turnsGiven: unknown[] = Array.isArray(turns) ? turns : [];
  const expected = readExpectations(turnsGiven);
  if (expected.faults.length > 0) return { faults: expected.faults };
  const own: unknown[] = Array.isArray(fields["checks"]) ? fields["checks"] : [];
  const checks: DocumentPart[] = [
    ...own.map((value, at) => ({ path: ["checks", at], value })),
    ...expected.checks,
    ...(typeof success === "string" ? [{ path: ["success"], value: judge(success) }] : []),
  ];
  const lines = turnsGiven.flatMap((line, at) =>
    speaks(line) ? [{ path: ["turns", at], value: readLine(line) }] : [],
  );
  const caller = isPersona
    ? { kind: "persona", ...given({ persona: ready, who: persona, wants: goal, never, model }) }
    : { kind: "scripted", lines: lines.map(({ value }) => value) };
  const written = { caller, ...fields, ...(checks.length > 0 && { checks: checks.map(({ value }) => value) }) };
  const read = writtenScenario.safeParse(written);
  if (read.success) return { scenario: read.data };
  const place = { lines, checks, isPersona };
  return { faults: read.error.issues.map(({ path, message }) => ({ path: toPath(path, place), message })) };
};

const OF_PERSONA = ["goal", "never", "model"] as const;

/** Returns the faults of fields that belong to a caller of the other kind. */
const findMisplaced = (document: Fields, isPersona: boolean): DocumentFault[] => {
  if (isPersona)
    return document["turns"] === undefined
      ? []
      : [
          {
            path: ["turns"],
            message: "A persona says lines of its own: leave turns out, or persona and ready_persona",
          },
        ];
  return OF_PERSONA.filter((field) => document[field] !== undefined).map((field) => ({
    path: [field],
    message: "Only a persona has this: say who it is with persona or ready_persona, or leave it out",
  }));
};

/** Returns the faults of what is no list or no text where it must be one. */
const findShapeless = ({ turns, checks, success }: Fields): DocumentFault[] => [
  ...(turns !== undefined && !Array.isArray(turns) ? [{ path: ["turns"], message: "Must be a list" }] : []),
  ...(checks !== undefined && !Array.isArray(checks) ? [{ path: ["checks"], message: "Must be a list" }] : []),
  ...(success !== undefined && (typeof success !== "string" || success.trim() === "")
    ? [{ path: ["success"], message: "Must be a text that says what is so after a good call" }]
    : []),
];

const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const OF_LINE = turnRound(LINE_FIELDS);

/** In Pipecat's files a turn without words waits for what the agent says first. */
const speaks = (line: unknown): boolean => !isRecord(line) || Object.keys(line).join() !== "expect";

const readLine = (line: unknown): unknown => {
  if (!isRecord(line)) return line;
  const { expect: _expect, ...fields } = line;
  return rename(fields, OF_LINE);
};

const LINE_FILE_FIELDS: Readonly<Record<string, string>> = { ...LINE_FIELDS };
const PERSONA_FILE_FIELDS: Readonly<Record<string, string>> = { ...PERSONA_FIELDS };

/** Returns the way in the file to what our schema names by its own fields. */
const toPath = (
  path: readonly PropertyKey[],
  { lines, checks, isPersona }: { lines: readonly DocumentPart[]; checks: readonly DocumentPart[]; isPersona: boolean },
): Path => {
  const steps = path.map((step) => (typeof step === "symbol" ? String(step) : step));
  const [first, second, third, ...rest] = steps;
  if (first === "checks" && typeof second === "number") {
    const { path: from = [first, second] } = checks[second] ?? {};
    // What stands for a check has other fields than the check.
    return from[0] === "checks" ? [...from, ...steps.slice(2)] : from;
  }
  if (first !== "caller") return steps;
  if (isPersona) return steps.slice(1).map((step) => PERSONA_FILE_FIELDS[step] ?? step);
  const { path: from = ["turns"] } = typeof third === "number" ? (lines[third] ?? {}) : {};
  return [...from, ...rest.map((step) => LINE_FILE_FIELDS[step] ?? step)];
};

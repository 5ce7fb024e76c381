import { z } from "zod";
import { isJsonPath } from "../json/json-path.ts";
import { limitedJson } from "../json/limited-json.ts";
import { withDefault } from "../json/optional-field.ts";

/** What somebody says in one go, or a text that is looked for. */
export const LONGEST_LINE = 2_000;
const text = z.string().trim().min(1).max(LONGEST_LINE);
const name = z.string().trim().min(1).max(200);
/** Any JSON, however short. */
const json = limitedJson(z.unknown());
const times = z.number().int().min(1).max(100).optional();

/** The values that arguments of a tool must have, by the JSON path of each. */
const expectedArguments = z
  .record(z.string().refine(isJsonPath, "must be a JSON path, such as $.day or $.items[0].name"), json)
  .optional();

/** What a scenario expects of its conversation. */
export const scenarioCheck = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("says"), text }).meta({ id: "SaysCheck" }),
  z.strictObject({ kind: z.literal("never_says"), text }).meta({ id: "NeverSaysCheck" }),
  z.strictObject({ kind: z.literal("reaches"), step: name }).meta({ id: "ReachesCheck" }),
  z.strictObject({ kind: z.literal("never_reaches"), step: name }).meta({ id: "NeverReachesCheck" }),
  z.strictObject({ kind: z.literal("ends_at"), step: name }).meta({ id: "EndsAtCheck" }),
  z.strictObject({ kind: z.literal("variable"), name, equals: json.optional() }).meta({ id: "VariableCheck" }),
  z.strictObject({ kind: z.literal("disposition"), equals: name }).meta({ id: "DispositionCheck" }),
  z
    .strictObject({ kind: z.literal("tool_called"), tool: name, arguments: expectedArguments, times })
    .meta({ id: "ToolCalledCheck" }),
  z.strictObject({ kind: z.literal("tool_not_called"), tool: name }).meta({ id: "ToolNotCalledCheck" }),
  z
    .strictObject({ kind: z.literal("judge"), question: text, expects: withDefault(z.boolean(), true) })
    .meta({ id: "JudgeCheck" }),
  z
    .strictObject({ kind: z.literal("turns_at_most"), turns: z.number().int().min(1).max(200) })
    .meta({ id: "TurnsAtMostCheck" }),
]);
export type ScenarioCheck = z.output<typeof scenarioCheck>;
/** A check that needs no model. */
export type ExactCheck = Exclude<ScenarioCheck, { kind: "judge" }>;

export const CHECK_KINDS = [
  "says",
  "never_says",
  "reaches",
  "never_reaches",
  "ends_at",
  "variable",
  "disposition",
  "tool_called",
  "tool_not_called",
  "turns_at_most",
  "judge",
] as const satisfies readonly ScenarioCheck["kind"][];

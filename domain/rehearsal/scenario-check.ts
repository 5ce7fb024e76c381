import { z } from "zod";
import { isJsonPath } from "../json/json-path.ts";

const LONGEST_WORDS = 2_000;
const text = z.string().trim().min(1).max(LONGEST_WORDS);
const name = z.string().trim().min(1).max(200);
const times = z.number().int().min(1).max(100).optional();

/** The values that arguments of a tool must have, by the JSON path of each. */
const expectedArguments = z
  .record(z.string().refine(isJsonPath, "must be a JSON path, such as $.day or $.items[0].name"), z.json())
  .optional();

/** What a scenario expects of its conversation. */
export const scenarioCheck = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("says"), text }),
  z.strictObject({ kind: z.literal("never_says"), text }),
  z.strictObject({ kind: z.literal("reaches"), step: name }),
  z.strictObject({ kind: z.literal("never_reaches"), step: name }),
  z.strictObject({ kind: z.literal("ends_at"), step: name }),
  z.strictObject({ kind: z.literal("variable"), name, equals: z.json().optional() }),
  z.strictObject({ kind: z.literal("tool_called"), tool: name, arguments: expectedArguments, times }),
  z.strictObject({ kind: z.literal("tool_not_called"), tool: name }),
  z.strictObject({ kind: z.literal("turns_at_most"), turns: z.number().int().min(1).max(200) }),
]);
export type ScenarioCheck = z.output<typeof scenarioCheck>;

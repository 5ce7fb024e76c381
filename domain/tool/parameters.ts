import { createRequestBudget, fillValue } from "./fill-request-fields.ts";
import type { PresetParameter, ToolParameter } from "./tool-definition.ts";
import { ToolFault } from "./tool-fault.ts";

type Values = Record<string, unknown>;
type ParameterType = ToolParameter["type"];

/**
 * Returns the model's arguments and the tool's preset ones, each converted to its type. Throws `ToolFault` with every
 * fault.
 */
export const readParameters = (
  {
    parameters,
    preset_parameters = [],
  }: { parameters: readonly ToolParameter[]; preset_parameters?: readonly PresetParameter[] },
  { given, context }: { given: Values; context: Values },
): Values => {
  const faults: string[] = [];
  const values: Values = {};
  const take = (name: string, required: boolean, reading: Reading) => {
    if ("value" in reading) values[name] = reading.value;
    else if (reading.fault !== null) faults.push(`${name} must be ${reading.fault}`);
    else if (required) faults.push(`${name} is missing`);
  };
  for (const { name, type, required } of parameters) take(name, required, ofType(type, given[name]));
  const room = createRequestBudget();
  // Preset parameters win: the model cannot override them.
  for (const { name, type, required, value_template } of preset_parameters) {
    take(name, required, ofType(type, fillValue(value_template, context, room)));
  }
  if (faults.length > 0) throw new ToolFault(`The tool was not used: ${faults.join("; ")}.`);
  return values;
};

/** `fault: null`: the value is absent. */
type Reading = { value: unknown } | { fault: string | null };

const NAMES: Record<ParameterType, string> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

const ofType = (type: ParameterType, value: unknown): Reading => {
  if (value === undefined || value === null || value === "") return { fault: null };
  const read = readers[type](value);
  return read === undefined ? { fault: NAMES[type] } : { value: read };
};

const parseJson = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Models and templates sometimes give numbers, booleans and objects as text. */
const readers: Record<ParameterType, (value: unknown) => unknown> = {
  string: (value) =>
    typeof value === "string" ? value : typeof value === "object" ? undefined : JSON.stringify(value),
  number: (value) => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : undefined;
  },
  boolean: (value) =>
    value === "true" ? true : value === "false" ? false : typeof value === "boolean" ? value : undefined,
  object: (value) => [parseJson(value)].find(isObject),
  array: (value) => [parseJson(value)].find(Array.isArray),
};

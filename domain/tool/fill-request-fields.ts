import { fillVariables, readVariable } from "../agent/agent-definition.ts";
import { createRefusingBudget, type ValueBudget } from "../agent/value-budget.ts";
import { ToolFault } from "./tool-fault.ts";

type Values = Readonly<Record<string, unknown>>;

const ONE_VARIABLE = /^\s*\{\{([^{}]*)\}\}\s*$/;
const VARIABLES = /\{\{([^{}]*)\}\}/g;

/** The most characters that values add to one request; the transcript of a long conversation fits. */
const MOST_FILLED = 1_000_000;

/** Returns the room for the values of one request. Taking more throws `ToolFault`. */
export const createRequestBudget = (): ValueBudget =>
  createRefusingBudget(MOST_FILLED, (sentence) => new ToolFault(`The request was not sent: ${sentence}.`));

/**
 * A template that is one variable keeps the variable's type; any other becomes text. Throws `ToolFault` where the values
 * come to too much.
 */
export const fillValue = (template: unknown, values: Values, room = createRequestBudget()): unknown => {
  if (Array.isArray(template)) return template.map((item) => fillValue(item, values, room));
  if (typeof template === "object" && template !== null) return fillFields({ ...template }, values, room);
  if (typeof template !== "string") return template;
  const name = ONE_VARIABLE.exec(template)?.[1];
  if (name === undefined) return fillVariables(template, values, room);
  const value = readVariable(values, name.trim()) ?? null;
  room.take(formatValue(value));
  return value;
};

/** Fills the template of each name. Throws `ToolFault` as `fillValue` does. */
export const fillFields = (templates: Values, values: Values, room = createRequestBudget()): Record<string, unknown> =>
  Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, fillValue(template, values, room)]));

/**
 * Values in an address are encoded and may not be `..`: a value leads neither to another path nor to another parameter.
 * Throws `ToolFault`.
 */
export const fillUrl = (template: string, values: Values): URL => {
  const room = createRequestBudget();
  const filledWith = (value: (name: string) => string) =>
    new URL(template.replaceAll(VARIABLES, (_match, name: string) => encodeURIComponent(value(name.trim()))));
  const url = filledWith((name) => room.take(formatValue(readVariable(values, name))));
  const depth = filledWith(() => "x").pathname.split("/").length;
  if (url.pathname.split("/").length !== depth) {
    throw new ToolFault("The tool was not used: a value does not fit into its address.");
  }
  return url;
};

/** Returns the names of a template's variables, without the paths behind them. */
export const listTemplateVariables = (template: string): Set<string> =>
  new Set([...template.matchAll(VARIABLES)].map(([, name = ""]) => name.trim()));

/** Converts a value to text for a query or an address. */
export const formatValue = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
};

import { fillVariables, readVariable } from "../agent/agent-definition.ts";
import { ToolFault } from "./tool-fault.ts";

type Values = Readonly<Record<string, unknown>>;

const ONE_VARIABLE = /^\s*\{\{([^{}]*)\}\}\s*$/;
const VARIABLES = /\{\{([^{}]*)\}\}/g;

/** A template that is one variable keeps the variable's type; any other becomes text. */
export const fillValue = (template: unknown, values: Values): unknown => {
  if (Array.isArray(template)) return template.map((item) => fillValue(item, values));
  if (typeof template === "object" && template !== null) {
    return Object.fromEntries(Object.entries(template).map(([key, item]) => [key, fillValue(item, values)]));
  }
  if (typeof template !== "string") return template;
  const name = ONE_VARIABLE.exec(template)?.[1];
  return name === undefined ? fillVariables(template, values) : (readVariable(values, name.trim()) ?? null);
};

/**
 * Values in an address are encoded and may not be `..`: a value leads neither to another path nor to another parameter.
 * Throws `ToolFault`.
 */
export const fillUrl = (template: string, values: Values): URL => {
  const filledWith = (value: (name: string) => string) =>
    new URL(template.replaceAll(VARIABLES, (_match, name: string) => encodeURIComponent(value(name.trim()))));
  const url = filledWith((name) => formatValue(readVariable(values, name)));
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

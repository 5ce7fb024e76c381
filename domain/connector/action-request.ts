import { z } from "zod";
import { fillUrl, fillValue, formatValue } from "../tool/fill-request-fields.ts";
import { ToolFault } from "../tool/tool-fault.ts";
import type { ConnectorAction } from "./connector.ts";

type Values = Readonly<Record<string, unknown>>;

/** The request of an action, before the account's token is added. */
export interface ActionRequest {
  method: ConnectorAction["request"]["method"];
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Builds the request of an action. Throws `ToolFault` with every fault of the arguments. */
export const buildActionRequest = (
  action: ConnectorAction,
  { given, now }: { given: Values; now: Date },
): ActionRequest => {
  const { method, url: address, query, headers, body } = action.request;
  const values = { ...checkedArguments(action, given), now: now.toISOString() };
  const url = fillUrl(address, values);
  for (const [name, template] of Object.entries(query)) {
    const text = formatValue(fillValue(template, values));
    if (text !== "") url.searchParams.set(name, text);
  }
  return {
    method,
    url: url.href,
    headers: {
      accept: "application/json",
      ...(body && { "content-type": "application/json; charset=utf-8" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(withoutGaps(fillValue(body, values))) }),
  };
};

/** Drops arguments that the action does not know: models sometimes add fields. */
const checkedArguments = ({ parameters }: ConnectorAction, given: Values): Values => {
  const values = Object.fromEntries(
    Object.entries(parameters.properties).flatMap(([name, { default: fallback }]) => {
      const value = isGap(given[name]) ? fallback : given[name];
      return isGap(value) ? [] : [[name, value]];
    }),
  );
  const checked = z.fromJSONSchema({ ...parameters }).safeParse(values);
  if (checked.success) return values;
  const faults = checked.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new ToolFault(`The tool was not used. ${faults.join("; ")}.`);
};

const isGap = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Removes fields without a value, from objects and lists alike. */
const withoutGaps = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== undefined)
      .map(([key, each]) => [key, withoutGaps(each)]),
  );
};

import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

/** A request to the stand-in, its credentials checked. */
export interface Asked {
  method: string;
  /** Below the account, e.g. `/Call/`. */
  path: string;
  query: URLSearchParams;
  json: Readonly<Record<string, unknown>>;
  response: ServerResponse;
}

/** Answers and returns true when the request is one of its own. */
export type Resource = (asked: Asked) => boolean;

export const reply = ({ response }: Pick<Asked, "response">, status: number, body: object): true => {
  const text = JSON.stringify({ api_id: randomUUID(), ...body });
  response.writeHead(status, { "content-type": "application/json" }).end(text);
  return true;
};

export const refuse = (asked: Pick<Asked, "response">, status: number, error: string): true =>
  reply(asked, status, { error });

export const replyEmpty = ({ response }: Pick<Asked, "response">): true => {
  response.writeHead(204).end();
  return true;
};

/** Returns a page as Plivo cuts it: at most 20, and where the next one begins. */
export const replyPage = <T>(asked: Asked, all: readonly T[], present: (each: T) => object): true => {
  const limit = Number(asked.query.get("limit") ?? 20);
  const offset = Number(asked.query.get("offset") ?? 0);
  if (!Number.isInteger(limit) || limit < 1 || limit > 20)
    return refuse(asked, 400, "limit should be between 1 and 20");
  if (!Number.isInteger(offset) || offset < 0) return refuse(asked, 400, "offset should be a whole number");
  const next = offset + limit < all.length ? `${asked.path}?limit=${limit}&offset=${offset + limit}` : null;
  return reply(asked, 200, {
    meta: { limit, offset, next, previous: null, total_count: all.length },
    objects: all.slice(offset, offset + limit).map(present),
  });
};

/** Says what is wrong with a field; null when nothing is. */
export type Check = (value: unknown) => string | null;

export const isHttpUrl: Check = (value) =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? null
    : "should be a fully qualified URL";
export const isOneOf =
  (...values: string[]): Check =>
  (value) =>
    typeof value === "string" && values.includes(value) ? null : `should be one of ${values.join(", ")}`;
export const isPositive: Check = (value) =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? null : "should be a positive integer";
export const isBareNumber: Check = (value) =>
  typeof value === "string" && /^[1-9]\d{5,14}$/.test(value) ? null : "parameter is not a valid number";
export const isText: Check = (value) => (typeof value === "string" && value !== "" ? null : "should be a string");

/** Returns the first fault in the fields of a request; null when Plivo takes it. Fields that Plivo does not know are faults. */
export const faultIn = (
  fields: Readonly<Record<string, unknown>>,
  { known, required }: { known: Readonly<Record<string, Check>>; required: readonly string[] },
): string | null => {
  const missing = required.find((name) => !(name in fields));
  if (missing) return `${missing} parameter not present`;
  for (const [name, value] of Object.entries(fields)) {
    const check = known[name];
    const fault = check ? check(value) : "is not a known parameter";
    if (fault) return `${name} ${fault}`;
  }
  return null;
};

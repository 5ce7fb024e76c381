import type { Operation } from "./operation.ts";
import { randomUuid } from "./random-uuid.ts";
import type { CallOptions, Settings } from "./settings.ts";

export interface PreparedRequest {
  operation: Operation;
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | FormData | null;
}

/** Makes the request of a call: each field of the input goes where the operation has it. Throws a TypeError for what is missing or has no place. */
export const buildRequest = (
  operation: Operation,
  input: object,
  { settings, options }: { settings: Settings; options: CallOptions },
): PreparedRequest => {
  const left = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = fillPath(operation, left);
  const search = takeQuery(operation, left);
  const body = takeBody(operation, left);
  return {
    operation,
    url: `${settings.baseUrl}${path}${search}`,
    method: operation.method,
    headers: {
      ...settings.headers,
      ...(typeof body === "string" && { "content-type": "application/json" }),
      ...(operation.keyed && { "idempotency-key": options.idempotencyKey ?? randomUuid() }),
      ...options.headers,
    },
    body,
  };
};

const fillPath = ({ name, path }: Operation, left: Map<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = textOf(left.get(field) ?? "");
    // An empty one would be another route, and dots are read as folders.
    if (["", ".", ".."].includes(value)) throw new TypeError(`${name} needs ${field}, which is a part of its address`);
    left.delete(field);
    return encodeURIComponent(value);
  });

const takeQuery = ({ query = [] }: Operation, left: Map<string, unknown>): string => {
  const search = new URLSearchParams();
  for (const field of query) {
    const value = left.get(field) ?? null;
    left.delete(field);
    for (const each of [value].flat()) if (each !== null) search.append(field, textOf(each));
  }
  return search.size > 0 ? `?${search.toString()}` : "";
};

const takeBody = ({ name, body, file }: Operation, left: Map<string, unknown>): string | FormData | null => {
  if (file && left.has(file)) return formOf(file, left.get(file));
  if (body === "whole") return left.has("body") ? JSON.stringify(left.get("body")) : null;
  if (body === "fields") return left.size > 0 ? JSON.stringify(Object.fromEntries(left)) : null;
  const [unknown] = left.keys();
  if (unknown !== undefined) throw new TypeError(`${name} takes no ${unknown}`);
  return null;
};

const formOf = (field: string, file: unknown): FormData => {
  if (!(file instanceof Blob)) throw new TypeError(`${field} must be a Blob or a File`);
  const form = new FormData();
  form.set(field, file);
  return form;
};

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
};

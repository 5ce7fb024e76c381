import type { Request } from "express";
import type { z } from "zod";
import { describeFault } from "../../domain/json/describe-fault.ts";
import { isStorable } from "../../domain/json/storable.ts";
import { type FieldFault, HttpError } from "./http-error.ts";
import type { AnyOperation } from "./operation.ts";
import { DEEPEST_NESTING } from "./read-request-body.ts";

const UNKNOWN_FIELD = "Unknown field: check its spelling";

/** An answer names no more: a body of a hundred thousand faults would get one of many megabytes. */
const MOST_FAULTS = 100;

/** Parses path, query and body by the operation's schemas; the faults of one request come in one 422. */
export const validateInput = (operation: AnyOperation, request: Request, options: { ignoreUnknownFields: boolean }) => {
  const faults: FieldFault[] = [];
  const part = (name: string, schema: z.ZodType | undefined, value: unknown, ignoreUnknown = false) => {
    if (!schema) return undefined;
    const broken = brokenTexts(value, name);
    if (broken.length > 0) return void faults.push(...broken);
    const result = ignoreUnknown ? parseIgnoringUnknown(schema, value) : parse(schema, value);
    if (result.success) return result.data;
    faults.push(...result.error.issues.flatMap((issue) => faultsOf(name, issue)));
    return undefined;
  };
  const query = readQuery(operation, request.query);
  if (!options.ignoreUnknownFields && operation.foreignQuery === undefined)
    faults.push(...query.unknown.map(faultOfQuery));
  const input = {
    params: part("path", operation.params, request.params),
    query: part("query", operation.query, query.fields),
    body: part("body", operation.body, bodyOf(operation, request), options.ignoreUnknownFields),
  };
  if (faults.length > 0) throw new HttpError(422, "validation_error", faults.slice(0, MOST_FAULTS));
  return input;
};

/**
 * Reads the fields of a query. Libraries of several languages write a list as `kinds[]=a&kinds[]=b`: that is the field `kinds`,
 * as a list. `unknown` names those that the operation does not have.
 */
const readQuery = (operation: AnyOperation, query: object): { fields: Record<string, unknown>; unknown: string[] } => {
  const known = operation.query?.shape ?? {};
  const isKnown = (name: string) => Object.hasOwn(known, name);
  const read = Object.entries(query).map(([name, value]): [string, unknown] => {
    const field = name.endsWith("[]") ? name.slice(0, -2) : name;
    return field !== name && isKnown(field) && !Object.hasOwn(query, field) ? [field, [value].flat()] : [name, value];
  });
  return { fields: Object.fromEntries(read), unknown: read.map(([name]) => name).filter((name) => !isKnown(name)) };
};

const faultOfQuery = (name: string): FieldFault => ({
  loc: ["query", name],
  msg: UNKNOWN_FIELD,
  type: "unknown_field",
});

/**
 * Returns the body to validate. A missing one counts as `{}`, unless the operation's schema is optional because it takes a file;
 * `null` is refused.
 */
const bodyOf = (operation: AnyOperation, request: Request): unknown =>
  operation.bodyKind === "multipart" || request.body !== undefined ? request.body : {};

const faultsOf = (part: string, issue: z.core.$ZodIssue): FieldFault[] => {
  const at = [part, ...issue.path.filter((key) => typeof key !== "symbol")];
  if (issue.code !== "unrecognized_keys") return [{ loc: at, msg: issue.message, type: issue.code }];
  return issue.keys.map((key) => ({ loc: [...at, key], msg: UNKNOWN_FIELD, type: "unknown_field" }));
};

/**
 * PostgreSQL stores neither the character NUL nor half of a surrogate pair; JSON can carry both. A body may have half a million
 * values, so a place is written down for a fault alone.
 */
const brokenTexts = (root: unknown, name: string): FieldFault[] => {
  const faults: FieldFault[] = [];
  const at: (string | number)[] = [name];
  const lookAtText = (text: string): void => {
    if (!isStorable(text) && faults.length < MOST_FAULTS)
      faults.push({ loc: [...at], msg: UNSTORABLE, type: "text_invalid" });
  };
  const lookInto = (key: string | number, value: unknown): void => {
    if (typeof value !== "string" && (typeof value !== "object" || value === null)) return;
    at.push(key);
    look(value);
    at.pop();
  };
  const look = (value: unknown): void => {
    if (at.length > DEEPEST_NESTING) {
      faults.push({ loc: at.slice(0, 3), msg: "Nested too deeply", type: "too_deep" });
    } else if (typeof value === "string") {
      lookAtText(value);
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => lookInto(index, item));
    } else if (typeof value === "object" && value !== null && !Buffer.isBuffer(value)) {
      for (const [key, item] of Object.entries(value)) {
        lookAtText(key);
        lookInto(key, item);
      }
    }
  };
  look(root);
  return faults;
};

const UNSTORABLE = "The text holds a character that cannot be stored (NUL, or half of one)";

const parse = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { error: describeFault });

/** Published clients of the alias routes send fields of their own: those are dropped, everything else is checked. */
const parseIgnoringUnknown = (schema: z.ZodType, value: unknown) => {
  const body = structuredClone(value);
  for (;;) {
    const result = parse(schema, body);
    const unknown = result.error?.issues.filter((issue) => issue.code === "unrecognized_keys") ?? [];
    if (unknown.length === 0) return result;
    for (const issue of unknown) removeKeys(body, issue.path, issue.keys);
  }
};

const removeKeys = (body: unknown, path: PropertyKey[], keys: string[]) => {
  const holder = path.reduce<unknown>((node, key) => Reflect.get(asObject(node), key), body);
  for (const key of keys) Reflect.deleteProperty(asObject(holder), key);
};

const asObject = (node: unknown): object => {
  if (typeof node !== "object" || node === null) throw new TypeError("a fault's path leads through no object");
  return node;
};

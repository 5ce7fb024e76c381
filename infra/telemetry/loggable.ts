import { maskNumberField, maskText, REMOVED } from "./mask-text.ts";

const SECRET_KEY =
  /passw|passphrase|secret|token|authorization|cookie|credential|signature|(api|access|private|encryption|signing)[-_]?key|database_?url|connection_?string/i;
const NUMBER_KEY =
  /phone|msisdn|e164|^(to|from|number|caller|called|callee|recipient)$|(^|[-_])numbers?$|[a-z]Numbers?$/i;

const DEEPEST = 8;
const LONGEST_TEXT = 8_000;
const LONGEST_LIST = 100;

/** Fields of an error that hold no values of rows; `detail`, `where` and `parameters` of PostgreSQL's errors do. */
const SAFE_ERROR_FIELDS = [
  "code",
  "severity",
  "constraint",
  "schema",
  "table",
  "column",
  "routine",
  "syscall",
  "status",
];
/** PostgreSQL's "data exceptions" quote the value: invalid input syntax for type integer: "…". */
const DATA_EXCEPTION = /^22/;

/** Returns a copy that may be logged: without secrets, with masked phone numbers, and errors reduced to safe fields. */
export const toLoggable = (fields: object): Record<string, unknown> => copyOf(fields, []);

type Path = readonly object[];

const copyOf = (fields: object, path: Path): Record<string, unknown> => {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) copy[readName(key).masked] = fieldOf(key, value, path);
  return copy;
};

const fieldOf = (key: string, value: unknown, path: Path): unknown => {
  if (value === null || value === undefined || typeof value === "boolean") return value;
  const { isSecret, isNumber } = readName(key);
  return isSecret ? REMOVED : valueOf(value, { isNumber, path });
};

interface FieldName {
  masked: string;
  isSecret: boolean;
  isNumber: boolean;
}

/** Facts about names: the same few are in every line. Names may also come from elsewhere, so not all are kept. */
const known = new Map<string, FieldName>();
const MOST_KNOWN = 1000;
const LONGEST_KNOWN = 64;

const readName = (key: string): FieldName => {
  const found = known.get(key);
  if (found) return found;
  const name = { masked: maskText(key), isSecret: SECRET_KEY.test(key), isNumber: NUMBER_KEY.test(key) };
  if (known.size < MOST_KNOWN && key.length <= LONGEST_KNOWN) known.set(key, name);
  return name;
};

const valueOf = (value: unknown, { isNumber, path }: { isNumber: boolean; path: Path }): unknown => {
  if (typeof value === "string") return isNumber ? maskNumberField(shorten(value)) : maskText(shorten(value));
  if (typeof value === "number" || typeof value === "bigint") return isNumber ? maskNumberField(String(value)) : value;
  if (typeof value !== "object" || value === null) return value;
  if (path.includes(value)) return "[circular]";
  if (path.length >= DEEPEST) return "[deeper]";
  return objectOf(value, { isNumber, path: [...path, value] });
};

const objectOf = (value: object, { isNumber, path }: { isNumber: boolean; path: Path }): unknown => {
  if (value instanceof Error) return errorOf(value, path);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) {
    const entries: ReadonlyMap<unknown, unknown> = value;
    return copyOf(Object.fromEntries([...entries].map(([key, entry]) => [String(key), entry])), path);
  }
  if (Array.isArray(value) || value instanceof Set) {
    const items: unknown[] = [...value];
    return items.slice(0, LONGEST_LIST).map((item) => valueOf(item, { isNumber, path }));
  }
  if ("toJSON" in value && typeof value.toJSON === "function") {
    const json: unknown = Reflect.apply(value.toJSON, value, []);
    return valueOf(json, { isNumber, path });
  }
  return copyOf(value, path);
};

const errorOf = (error: Error, path: Path): Record<string, unknown> => {
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(error));
  const safe = SAFE_ERROR_FIELDS.filter((name) => fields[name] !== undefined);
  return {
    type: error.name,
    message: readSafeMessage(error),
    ...Object.fromEntries(safe.map((name) => [name, fieldOf(name, fields[name], path)])),
    stack: maskText(withoutValue(error, shorten(error.stack ?? ""))),
    ...(error.cause !== undefined && { cause: valueOf(error.cause, { isNumber: false, path }) }),
    ...(error instanceof AggregateError && { errors: valueOf(error.errors, { isNumber: false, path }) }),
  };
};

/** Returns an error's message without numbers, secrets and values of rows. */
export const readSafeMessage = (error: Error): string => maskText(withoutValue(error, shorten(error.message)));

const withoutValue = (error: Error, text: string): string =>
  "code" in error && typeof error.code === "string" && "severity" in error && DATA_EXCEPTION.test(error.code)
    ? text.replaceAll(/: ".*"/g, `: ${REMOVED}`)
    : text;

const shorten = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

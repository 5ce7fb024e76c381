import { z } from "zod";

/** What a program relies on of one operation or event: fields by their path, with the types that they may have. */
export interface OperationContract {
  id: string;
  deprecated: boolean;
  /** By "query limit": its types, with `!` where it is needed. */
  parameters: Fields;
  /** By the media type and the path in it, such as "application/json contacts[].name". */
  request: Fields;
  /** Of the answers that are no refusals; whether a field is always there says its `!`. */
  answer: Fields;
}

/** By a name or path: types with "|" between them, sorted; `!` behind them where it is required. */
export type Fields = Readonly<Record<string, string>>;

export interface ApiContract {
  version: string;
  /** By method and path. */
  operations: Readonly<Record<string, OperationContract>>;
  /** By kind, the data of events that webhooks are sent. */
  events: Readonly<Record<string, Fields>>;
}

/** As far as a contract reads it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  [other: string]: unknown;
}
interface Contents {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}
interface Operation {
  operationId: string;
  deprecated?: boolean;
  parameters?: { $ref?: string; in: string; name: string; required?: boolean; schema?: Schema }[];
  requestBody?: Contents;
  responses: Record<string, Contents>;
}
export interface ApiDocument {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { $ref?: string; post?: Operation }>;
  components: unknown;
}

/** Carriers call these, by addresses that the platform gave them with the call. */
const OF_CARRIERS = "/api/v1/telephony/callbacks/";
/** An object that holds itself is followed so far. */
const DEEPEST = 12;

/** Reads what programs rely on from an OpenAPI document: names of schemas, descriptions and bounds are left out. */
export const readContract = (document: ApiDocument): ApiContract => {
  const operations = Object.entries(document.paths)
    .filter(([path]) => !path.startsWith(OF_CARRIERS))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, readOperation(document, operation)] as const,
      ),
    );
  const events = Object.entries(document.webhooks ?? {}).map(([kind, hook]) => {
    return [kind, readContents(document, follow(document, hook).post?.requestBody)] as const;
  });
  return {
    version: document.info.version,
    operations: sortByName(operations),
    events: sortByName(events),
  };
};

const readOperation = (document: ApiDocument, operation: Operation): OperationContract => ({
  id: operation.operationId,
  deprecated: operation.deprecated === true,
  parameters: sortByName(
    (operation.parameters ?? [])
      .map((parameter) => follow(document, parameter))
      .map((parameter) => [
        `${parameter.in} ${parameter.name}`,
        [typesInText(typesOf(document, parameter.schema ?? {})), parameter.required === true ? "!" : ""].join(""),
      ]),
  ),
  request: readContents(document, operation.requestBody),
  answer: Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .reduce<Fields>((all, [, answer]) => ({ ...all, ...readContents(document, answer) }), {}),
});

/** In an address everything is text: a list is written with commas, a truth as a word or a digit, and nothing is null. */
const typesInText = (types: string): string => {
  const all = new Set(types.split("|"));
  if (all.has('"true"') && all.has('"false"')) return "boolean";
  all.delete("null");
  if (all.delete("array")) all.add("string");
  return [...all].toSorted().join("|");
};

const readContents = (document: ApiDocument, given: Contents | undefined): Fields => {
  const fields = new Map<string, string>();
  for (const [type, { schema }] of Object.entries(follow(document, given ?? {}).content ?? {}))
    readFields(document, schema ?? {}, { path: `${type} `, fields, isRequired: true, depth: 0 });
  return sortByName([...fields]);
};

interface Reading {
  path: string;
  fields: Map<string, string>;
  isRequired: boolean;
  depth: number;
}

const readFields = (document: ApiDocument, given: Schema, { path, fields, isRequired, depth }: Reading): void => {
  const before = fields.get(path);
  const types = new Set(typesOf(document, given).split("|"));
  for (const type of before?.replace(/!$/, "").split("|") ?? []) types.add(type);
  const isAlways = isRequired && (before === undefined || before.endsWith("!"));
  fields.set(path, [[...types].toSorted().join("|"), isAlways ? "!" : ""].join(""));
  if (depth >= DEEPEST) return;
  const required = requiredOf(document, given);
  for (const schema of variantsOf(document, given)) {
    const deeper = (name: string, next: Schema, always: boolean) =>
      readFields(document, next, { path: `${path}${name}`, fields, isRequired: always, depth: depth + 1 });
    const dot = path.endsWith(" ") ? "" : ".";
    for (const [name, next] of Object.entries(schema.properties ?? {}))
      deeper(`${dot}${name}`, next, required.has(name));
    if (schema.items) deeper("[]", schema.items, true);
    if (typeof schema.additionalProperties === "object") deeper("{}", schema.additionalProperties, true);
  }
};

/** The schemas of which one, or of `allOf` all together, hold. */
const variantsOf = (document: ApiDocument, given: Schema): Schema[] => {
  const schema = follow(document, given);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...choices.flatMap((choice) => variantsOf(document, choice))];
};

/** What every choice needs: a field that only one of them needs is left to whoever chooses. */
const requiredOf = (document: ApiDocument, given: Schema): Set<string> => {
  const schema = follow(document, given);
  const all = (schema.allOf ?? []).flatMap((part) => [...requiredOf(document, part)]);
  const choices = [schema.anyOf, schema.oneOf].flatMap((list) => {
    const objects = (list ?? []).filter((choice) => follow(document, choice).type !== "null");
    const [first, ...others] = objects.map((choice) => requiredOf(document, choice));
    return [...(first ?? [])].filter((name) => others.every((other) => other.has(name)));
  });
  return new Set([...(schema.required ?? []), ...all, ...choices]);
};

const typesOf = (document: ApiDocument, given: Schema): string => {
  const variants = variantsOf(document, given);
  const types = variants.flatMap(({ type, enum: values, const: fixed }) =>
    fixed !== undefined
      ? [JSON.stringify(fixed)]
      : values
        ? values.map((value) => JSON.stringify(value))
        : [type ?? []].flat(),
  );
  return types.length === 0 ? "any" : [...new Set(types)].toSorted().join("|");
};

const follow = <Value extends { $ref?: string }>(document: ApiDocument, value: Value): Value => {
  if (value.$ref === undefined) return value;
  const found = value.$ref.replace(/^#\//, "").split("/").reduce<unknown>(lookUp, document);
  return follow(document, z.custom<Value>((part) => typeof part === "object").parse(found));
};

const lookUp = (at: unknown, key: string): unknown =>
  typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined;

const sortByName = <Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

import { z } from "zod";
import type { AnyOperation } from "../../api/http/operation.ts";
import { isRecord } from "../../domain/json/json-value.ts";

/** Returns the names of an operation's path parameters. */
export const parametersOf = (operation: AnyOperation): string[] =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

/** Values for them that lead nowhere: for what is refused before the path is looked at. */
export const anyParams = (operation: AnyOperation): Record<string, string> =>
  Object.fromEntries(parametersOf(operation).map((parameter) => [parameter, "1"]));

export const pathOf = (operation: AnyOperation, params: Record<string, string | number>): string =>
  `/api/v1${operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ""))}`;

export const isEventStream = (operation: AnyOperation): boolean =>
  operation.success.contentTypes?.includes("text/event-stream") ?? false;

/** A schema with a name of its own is described under that name. */
const describe = (schema: z.ZodType): unknown => {
  const { $ref, $defs = {}, ...own } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return $ref === undefined ? own : $defs[$ref.split("/").at(-1) ?? ""];
};

/** Returns the names of the fields of a query or a body. */
export const keysOf = (schema: z.ZodType | undefined): string[] => {
  return schema ? Object.keys(bodySchema.parse(describe(schema)).properties) : [];
};

/** Returns the fields that hold a text, a number or a flag, as the body's own schema tells. */
export const scalarFields = (operation: AnyOperation): string[] => {
  if (!operation.body) return [];
  const schema = bodySchema.parse(describe(operation.body));
  return Object.entries(schema.properties)
    .filter(([, property]) => isScalar(property))
    .map(([name]) => name);
};

/** A field of a body or a query whose name is that of an id or of a stored object's key. */
export interface IdField {
  part: "body" | "query";
  name: string;
  /** `[]` is any place of a list. */
  path: readonly string[];
}

const ID_NAME = /(?:_ids?|_?uuids?|_key)$/;

export const idFieldsOf = ({ body, query }: AnyOperation): IdField[] => {
  const of = (part: IdField["part"], schema: z.ZodType | undefined) => {
    if (!schema) return [];
    const json: unknown = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const components = isRecord(json) && isRecord(json["$defs"]) ? json["$defs"] : {};
    const paths = listIdPaths(json, { path: [], components });
    return [...new Set(paths)].map((path) => ({ part, path: path.split("."), name: path.split(".").at(-1) ?? "" }));
  };
  return [...of("body", body), ...of("query", query)];
};

const DEEPEST = 8;

const listIdPaths = (
  schema: unknown,
  { path, components }: { path: readonly string[]; components: Readonly<Record<string, unknown>> },
): string[] => {
  if (!isRecord(schema) || path.length > DEEPEST) return [];
  const { $ref: reference, anyOf, oneOf, allOf, items, properties } = schema;
  if (typeof reference === "string")
    return listIdPaths(components[reference.split("/").at(-1) ?? ""], { path, components });
  const branches = [anyOf, oneOf, allOf].flatMap((each) => (Array.isArray(each) ? each : []));
  const fields = isRecord(properties) ? Object.entries(properties) : [];
  return [
    ...branches.flatMap((branch) => listIdPaths(branch, { path, components })),
    ...listIdPaths(items, { path: [...path, "[]"], components }),
    ...fields.flatMap(([name, field]) => [
      ...(ID_NAME.test(name) ? [[...path, name].join(".")] : []),
      ...listIdPaths(field, { path: [...path, name], components }),
    ]),
  ];
};

interface PropertySchema {
  type?: string | string[] | undefined;
  anyOf?: PropertySchema[] | undefined;
}

const propertySchema: z.ZodType<PropertySchema> = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  get anyOf() {
    return z.array(propertySchema).optional();
  },
});

const bodySchema = z.object({ properties: z.record(z.string(), propertySchema).default({}) });

const SCALARS = ["string", "number", "integer", "boolean", "null"];

const isScalar = ({ type = "any", anyOf }: PropertySchema): boolean =>
  anyOf ? anyOf.every(isScalar) : [type].flat().every((name) => SCALARS.includes(name));

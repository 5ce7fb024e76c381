import { z } from "zod";
import type { AnyOperation } from "../../api/http/operation.ts";

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

/** Returns the names of the fields of a query or a body. */
export const keysOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(properties);
};

/** Returns the fields that hold a text, a number or a flag, as the body's own schema tells. */
export const scalarFields = (operation: AnyOperation): string[] => {
  if (!operation.body) return [];
  const schema = bodySchema.parse(z.toJSONSchema(operation.body, { io: "input", unrepresentable: "any" }));
  return Object.entries(schema.properties)
    .filter(([, property]) => isScalar(property))
    .map(([name]) => name);
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

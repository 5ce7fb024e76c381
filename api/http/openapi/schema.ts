/** The parts of JSON Schema (2020-12) that the document holds. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  required?: string[];
  additionalProperties?: boolean | Schema;
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  default?: unknown;
}

/** Where a schema stands: the keys from its root, such as `properties`, `state`. */
export type SchemaLocation = readonly (string | number)[];

/** Returns the schema with each part of it, the deepest first, as `change` returns it. */
export const changeSchema = (
  schema: Schema,
  change: (part: Schema, place: SchemaLocation) => Schema,
  place: SchemaLocation = [],
): Schema => {
  const step = (part: Schema, ...keys: (string | number)[]) => changeSchema(part, change, [...place, ...keys]);
  const many = (parts: Schema[], key: string) => parts.map((part, index) => step(part, key, index));
  const { anyOf, oneOf, allOf, items, properties, additionalProperties } = schema;
  return change(
    {
      ...schema,
      ...(anyOf && { anyOf: many(anyOf, "anyOf") }),
      ...(oneOf && { oneOf: many(oneOf, "oneOf") }),
      ...(allOf && { allOf: many(allOf, "allOf") }),
      ...(items && { items: step(items, "items") }),
      ...(properties && { properties: mapValues(properties, (part, name) => step(part, "properties", name)) }),
      ...(typeof additionalProperties === "object" && {
        additionalProperties: step(additionalProperties, "additionalProperties"),
      }),
    },
    place,
  );
};

export const mapValues = <T, U>(values: Record<string, T>, change: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));

export const isNullSchema = (schema: Schema): boolean => schema.type === "null";

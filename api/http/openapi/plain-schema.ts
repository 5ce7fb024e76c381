import { isDeepStrictEqual } from "node:util";
import { changeSchema, isNullSchema, type Schema } from "./schema.ts";

/**
 * Returns a schema in the words that all generators of clients read: a `type` is one type, or one and null; bounds that every
 * integer of JSON keeps are left out, as are rules for names of free fields; a value that is always null has a type beside it.
 */
export const plainSchema = (schema: Schema): Schema => changeSchema(schema, plainPart);

/** An answer may gain fields: a client that refuses unknown ones would break with the next version. */
export const openSchema = (schema: Schema): Schema =>
  changeSchema(schema, ({ additionalProperties, ...part }) =>
    additionalProperties === false || additionalProperties === undefined ? part : { ...part, additionalProperties },
  );

const plainPart = (part: Schema, place: readonly (string | number)[]): Schema => {
  const { propertyNames: _, ...rest } = withoutObjectDefault(oneText(withPlainBounds(oneItem(part))));
  const [real, hasNull] = typesOf(rest);
  if (isNullSchema(rest) && place.at(-2) === "properties") return { ...rest, type: ["string", "null"] };
  if (real.length < 2) return nullableOnce(rest);
  const { type: __, ...described } = rest;
  const types = [...real, ...(hasNull ? ["null"] : [])];
  return { ...described, anyOf: types.map((type) => ({ type })) };
};

const typesOf = ({ type }: Schema): [string[], boolean] => {
  const types = [type ?? []].flat();
  return [types.filter((each) => each !== "null"), types.includes("null")];
};

/** `anyOf` of one plain type and null is a type with null, which more generators read. */
const nullableOnce = (schema: Schema): Schema => {
  const { anyOf, ...rest } = schema;
  const [first, ...others] = (anyOf ?? []).filter((part) => !isNullSchema(part));
  if (!anyOf || !first || others.length > 0 || typeof first.type !== "string" || first.enum || "const" in first) {
    return schema;
  }
  if (first.type === "object") return schema;
  return { ...first, ...rest, type: [first.type, "null"] };
};

/** An empty object as a default says no more than that the field may be absent. */
const withoutObjectDefault = (schema: Schema): Schema => {
  const { default: standard, ...rest } = schema;
  return typeof standard === "object" ? rest : schema;
};

/** Several forms of a text are a text, and a format says more to a reader than its pattern. */
const oneText = (schema: Schema): Schema => {
  const { anyOf, ...rest } = schema;
  if (schema.format && schema.pattern) {
    const { pattern: _, ...plain } = schema;
    return plain;
  }
  const isText = (part: Schema) => part.type === "string" && !part.enum && !("const" in part);
  return anyOf && anyOf.length > 1 && anyOf.every(isText) ? { ...rest, type: "string" } : schema;
};

/** A list of so many parts of one kind names the kind once; generators stumble over a list of kinds. */
const oneItem = (schema: Schema): Schema => {
  const { prefixItems, ...rest } = schema;
  const [first, ...others] = prefixItems ?? [];
  return first && others.every((each) => isDeepStrictEqual(each, first)) ? { ...rest, items: first } : schema;
};

const withPlainBounds = (schema: Schema): Schema => {
  const { minimum, maximum, exclusiveMinimum, ...rest } = schema;
  // A generator reads exclusive bounds as those of OpenAPI 3.0; of a number the bound itself is refused all the same.
  const above = exclusiveMinimum === undefined ? undefined : exclusiveMinimum + (schema.type === "integer" ? 1 : 0);
  const lowest = above ?? minimum;
  return {
    ...rest,
    ...(lowest !== undefined && lowest !== Number.MIN_SAFE_INTEGER && { minimum: lowest }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
};

import { changeSchema, type Schema, type SchemaLocation } from "./schema.ts";
import { ENUM_NAMES, MAP_NAMES, OBJECT_NAMES } from "./shared-names.ts";

const PREFIX = "#/components/schemas/";

/** The schemas of a document by name; every object and every enum is one, so that each generator gives it the same name. */
export interface NamedSchemas {
  schemas: Readonly<Record<string, Schema>>;
  /** Returns a reference to the schema that gets this name, and names the objects and enums within it. */
  name(owner: Owner, schema: Schema): Schema;
}

export interface Owner {
  name: string;
  isRequest: boolean;
}

export const createNamedSchemas = (): NamedSchemas => {
  const schemas: Record<string, Schema> = {};
  const add = (name: string, schema: Schema): Schema => {
    const known = schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are ${name}: give one of them an id, or a name in shared-names.ts`);
    }
    schemas[name] = schema;
    return { $ref: `${PREFIX}${name}` };
  };
  const nameParts = (owner: Owner, schema: Schema): Schema =>
    changeSchema(schema, (part, place) => {
      if (place.length === 0 || !needsName(part)) return part;
      const { description, default: standard, ...shape } = part;
      const reference = add(nameOf(owner, place, shape), shape);
      const kept = { ...(description && { description }), ...(standard !== undefined && { default: standard }) };
      return { ...reference, ...kept };
    });
  const name = (owner: Owner, schema: Schema): Schema => {
    if (schema.$ref) return schema;
    const { description: _, ...whole } = nameParts(owner, schema);
    return isPlain(whole) ? whole : add(whole.enum ? nameOf(owner, [], whole) : owner.name, whole);
  };
  return { schemas, name };
};

/** A text, a number, a list: nothing that a generator would have to name. */
const isPlain = (schema: Schema): boolean => !needsName(schema) && !schema.anyOf && !schema.oneOf && !schema.allOf;

/** Also maps, because some generators make a class of each, with a name of their own that another schema may have. */
const needsName = ({ enum: choices, type, oneOf, discriminator }: Schema): boolean =>
  choices !== undefined || type === "object" || (oneOf !== undefined && discriminator !== undefined);

const nameOf = ({ name, isRequest }: Owner, place: SchemaLocation, shape: Schema): string => {
  const own = `${name}${ownName(place)}`;
  if (shape.enum) return ENUM_NAMES[shape.enum.join("|")] ?? own;
  if (!shape.properties) return MAP_NAMES[JSON.stringify(shape.additionalProperties)] ?? own;
  const shared = OBJECT_NAMES[Object.keys(shape.properties).join("|")];
  return shared ? `${shared}${isRequest ? "Input" : ""}` : own;
};

/** The properties on the way, the last of a list in the singular: `logs`, `items` is `Log`. */
const ownName = (place: SchemaLocation): string => {
  let name = "";
  for (let at = 0; at < place.length; at += 1) {
    const key = place[at];
    const next = place[at + 1];
    if (key === "properties") {
      name += pascal(String(next));
      at += 1;
    } else if (key === "items") name = singular(name);
    else if (key === "additionalProperties") name = `${singular(name)}Value`;
    else if (key === "oneOf" && typeof next === "number") name += String(next + 1);
    else if (key === "anyOf" && typeof next === "number" && next > 0) name += String(next + 1);
  }
  return name;
};

const singular = (word: string): string => {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(ss|us|Data)$/.test(word)) return `${word}Item`;
  return word.endsWith("s") ? word.slice(0, -1) : `${word}Item`;
};

export const pascal = (text: string): string =>
  text
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

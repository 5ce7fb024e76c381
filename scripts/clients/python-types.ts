import { capitalize } from "./name-operations.ts";
import type { Schema } from "./schema-types.ts";

/** Writes schemas as Python types. Objects without a name of their own get one from where they stand. */
export interface PythonTypes {
  /** The type of a schema; `place` names an object that stands in it: `["Campaign", "budget"]`. */
  format(schema: Schema, place: readonly string[]): string;
  /** Defines a named schema. */
  define(name: string, schema: Schema): void;
  /** All definitions so far, as lines of a module. */
  lines(): string[];
}

const PLAIN: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** `named`: the names of schemas, which no other object may get. */
export const createPythonTypes = (named: readonly string[]): PythonTypes => {
  const definitions = new Map<string, string>();

  const format = (schema: Schema, place: readonly string[]): string => {
    if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    if ("const" in schema) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return union(alternatives.map((each, index) => format(each, placeOf(each, index))));
    if (schema.allOf?.length === 1 && schema.allOf[0]) return format(schema.allOf[0], place);
    if (schema.allOf) return "Any";
    return union([schema.type ?? []].flat().map((type) => ofType(type, schema, place)));

    function placeOf({ type }: Schema, index: number): readonly string[] {
      const objects = alternatives?.filter((each) => each.type === "object").length ?? 0;
      return type === "object" && objects > 1 ? [...place, `option${index + 1}`] : place;
    }
  };

  const ofType = (type: string, schema: Schema, place: readonly string[]): string => {
    if (type === "array") return schema.items ? `list[${format(schema.items, [...place, "item"])}]` : "list[Any]";
    if (type !== "object") return PLAIN[type] ?? "Any";
    if (Object.keys(schema.properties ?? {}).length > 0) return nameObject(schema, place);
    const { additionalProperties: more } = schema;
    const isTyped = typeof more === "object" && Object.keys(more).length > 0;
    return `dict[str, ${isTyped ? format(more, [...place, "value"]) : "Any"}]`;
  };

  const nameObject = (schema: Schema, place: readonly string[]): string => {
    const wanted = place
      .flatMap((part) => part.split(/[._-]/))
      .map(capitalize)
      .join("");
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      if (named.includes(name)) continue;
      const known = definitions.get(name);
      if (known === undefined) {
        // Known before its fields are written, which may name it again.
        definitions.set(name, "");
        definitions.set(name, writeObject(schema, name));
        return name;
      }
      if (known === writeObject(schema, name)) return name;
    }
  };

  const writeObject = ({ properties = {}, required = [], description }: Schema, name: string): string => {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = format(schema, [name, field]);
      return { field, type: required.includes(field) ? type : `NotRequired[${type}]`, text: schema.description };
    });
    if (fields.every(({ field }) => isName(field)))
      return [
        `class ${name}(TypedDict):`,
        ...docstring([description], "    "),
        ...fields.flatMap(({ field, type, text }) => [`    ${field}: ${type}`, ...docstring([text], "    ")]),
      ].join("\n");
    const entries = fields.map(({ field, type }) => `    ${JSON.stringify(field)}: "${type.replaceAll('"', "'")}",`);
    return [`${name} = TypedDict("${name}", {`, ...entries, "})"].join("\n");
  };

  return {
    format,
    define: (name, schema) => {
      const isObject = schema.type === "object" && Object.keys(schema.properties ?? {}).length > 0;
      if (isObject) {
        definitions.set(name, "");
        definitions.set(name, writeObject(schema, name));
        return;
      }
      const type = format(schema, [name, "value"]);
      definitions.set(name, `${name}: TypeAlias = "${type.replaceAll('"', "'")}"`);
    },
    lines: () => [...definitions.values()].flatMap((text) => ["", "", text]),
  };
};

const literal = (values: readonly unknown[]): string => {
  const known = values.filter((value) => value !== null && typeof value !== "object" && !isFraction(value));
  const types = known.length > 0 ? [`Literal[${known.map(valueOf).join(", ")}]`] : [];
  return union([...types, ...(values.some(isFraction) ? ["float"] : []), ...(values.includes(null) ? ["None"] : [])]);
};

/** Python has no literal types of them. */
const isFraction = (value: unknown): boolean => typeof value === "number" && !Number.isInteger(value);

const valueOf = (value: unknown): string => {
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
};

const union = (types: readonly string[]): string => {
  const different = [...new Set(types.flatMap((type) => type.split(" | ")))];
  if (different.length === 0 || different.includes("Any")) return "Any";
  // None stands last, as people write it.
  return [...different.filter((type) => type !== "None"), ...different.filter((type) => type === "None")].join(" | ");
};

const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

export const isKeyword = (name: string): boolean => KEYWORDS.has(name);
const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !isKeyword(name);

/** The sentences for readers of the client; nothing where there is nothing to say. */
export const docstring = (sentences: readonly (string | null | undefined)[], indent: string): string[] => {
  const lines = sentences.flatMap((sentence) => sentence?.split("\n") ?? []).map(escape);
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`${indent}"""${lines.join("")}"""`];
  return [`${indent}"""${lines[0]}`, ...lines.slice(1).map((line) => `${indent}${line}`.trimEnd()), `${indent}"""`];
};

const escape = (text: string): string => {
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
  return safe.endsWith('"') ? `${safe.slice(0, -1)}\\"` : safe;
};

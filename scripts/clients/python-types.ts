import { capitalize } from "./name-operations.ts";
import { docstring, isPythonName, literalOf, unionOf } from "./python-text.ts";
import type { Schema } from "./schema-types.ts";

const PLAIN: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

const hasFields = ({ properties = {} }: Schema): boolean => Object.keys(properties).length > 0;

/** Writes schemas as Python types, and keeps the definitions that they need. An object without a name gets one from where it stands. */
export class PythonTypes {
  readonly #definitions = new Map<string, string>();
  readonly #named: ReadonlySet<string>;

  /** `schemas`: those with names, which no other object may get. */
  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#named = new Set(Object.keys(schemas));
    for (const [name, schema] of Object.entries(schemas)) this.#define(name, schema);
  }

  /** The definitions, as lines of a module. */
  lines(): string[] {
    return [...this.#definitions.values()].flatMap((text) => ["", "", text]);
  }

  /** The type of a schema; `place` names an object that stands in it: `["Campaign", "budget"]`. */
  format(schema: Schema, place: readonly string[]): string {
    if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    if ("const" in schema) return literalOf([schema.const]);
    if (schema.enum) return literalOf(schema.enum);
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return this.#formatAlternatives(alternatives, place);
    if (schema.allOf?.length === 1 && schema.allOf[0]) return this.format(schema.allOf[0], place);
    if (schema.allOf) return "Any";
    return unionOf([schema.type ?? []].flat().map((type) => this.#formatOne(type, schema, place)));
  }

  #formatAlternatives(alternatives: readonly Schema[], place: readonly string[]): string {
    const objects = alternatives.filter(({ type }) => type === "object").length;
    const placeOf = ({ type }: Schema, index: number) =>
      type === "object" && objects > 1 ? [...place, `option${index + 1}`] : place;
    return unionOf(alternatives.map((each, index) => this.format(each, placeOf(each, index))));
  }

  #formatOne(type: string, schema: Schema, place: readonly string[]): string {
    if (type === "array") return schema.items ? `list[${this.format(schema.items, [...place, "item"])}]` : "list[Any]";
    if (type !== "object") return PLAIN[type] ?? "Any";
    if (hasFields(schema)) return this.#nameObject(schema, place);
    const { additionalProperties: more } = schema;
    const isTyped = typeof more === "object" && Object.keys(more).length > 0;
    return `dict[str, ${isTyped ? this.format(more, [...place, "value"]) : "Any"}]`;
  }

  #define(name: string, schema: Schema): void {
    if (schema.type === "object" && hasFields(schema)) return this.#keep(name, schema);
    const type = this.format(schema, [name, "value"]);
    this.#definitions.set(name, `${name}: TypeAlias = "${type.replaceAll('"', "'")}"`);
  }

  #keep(name: string, schema: Schema): void {
    // Known before its fields are written, which may name it again.
    this.#definitions.set(name, "");
    this.#definitions.set(name, this.#writeObject(schema, name));
  }

  #nameObject(schema: Schema, place: readonly string[]): string {
    const wanted = place
      .flatMap((part) => part.split(/[._-]/))
      .map(capitalize)
      .join("");
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      if (this.#named.has(name)) continue;
      const known = this.#definitions.get(name);
      if (known === undefined) this.#keep(name, schema);
      if (known === undefined || known === this.#writeObject(schema, name)) return name;
    }
  }

  #writeObject({ properties = {}, required = [], description }: Schema, name: string): string {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.format(schema, [name, field]);
      return { field, type: required.includes(field) ? type : `NotRequired[${type}]`, text: schema.description };
    });
    if (fields.every(({ field }) => isPythonName(field)))
      return [
        `class ${name}(TypedDict):`,
        ...docstring([description], "    "),
        ...fields.flatMap(({ field, type, text }) => [`    ${field}: ${type}`, ...docstring([text], "    ")]),
      ].join("\n");
    const entries = fields.map(({ field, type }) => `    ${JSON.stringify(field)}: "${type.replaceAll('"', "'")}",`);
    return [`${name} = TypedDict("${name}", {`, ...entries, "})"].join("\n");
  }
}

import type { ClientApi, ClientOperation, Field } from "./client-operations.ts";
import { resolve } from "./read-document.ts";
import type { Schema } from "./schema-types.ts";
import { HEADER } from "./typescript.ts";

/** These are options of every command. */
const OWN_OPTIONS: ReadonlySet<string> = new Set(["data", "json", "profile", "help", "all", "output", "field"]);

/** Writes what the command line knows of each operation. */
export const writeCommands = ({ operations, schemas }: ClientApi): string =>
  [
    HEADER,
    'import type { OperationCommand } from "../operation-command.ts";',
    "",
    "export const COMMANDS: readonly OperationCommand[] = [",
    ...operations.map((operation) => `  ${JSON.stringify(rowOf(operation, schemas))},`),
    "];",
    "",
  ].join("\n");

type Schemas = ClientApi["schemas"];

const rowOf = (operation: ClientOperation, schemas: Schemas) => ({
  names: operation.names,
  summary: operation.summary,
  ...(operation.description && { description: operation.description }),
  arguments: operation.pathFields.map((field) => argumentOf(field, schemas)),
  options: [...operation.queryFields, ...(operation.body?.fields ?? [])].map((field) => {
    if (OWN_OPTIONS.has(field.name))
      throw new Error(`${operation.id} has a field ${field.name}, which the command line takes`);
    return optionOf(field, schemas);
  }),
  ...(operation.body && { hasBody: true }),
  ...(operation.body?.file && { file: operation.body.file.name }),
  answer: operation.answer.kind === "json" && operation.listField !== null ? "list" : operation.answer.kind,
  ...(operation.listField && { list: operation.listField }),
});

/** What stands in a path is text, whether it is a number or something else. */
const argumentOf = (field: Field, schemas: Schemas) => {
  const option = optionOf(field, schemas);
  return option.type === "json" ? { ...option, type: "text" } : option;
};

const optionOf = ({ name, description, schema }: Field, schemas: Schemas) => {
  const real = realSchema(schema, schemas);
  return {
    name,
    type: typeOf(real, schemas),
    ...(real.enum && { values: real.enum.filter((value) => value !== null).map(String) }),
    ...(description && { description }),
  };
};

/** Without null, where one schema is left then. */
const realSchema = (schema: Schema, schemas: Schemas): Schema => {
  const found = resolve(schema, schemas);
  const others = (found.anyOf ?? []).filter(({ type }) => type !== "null");
  return others.length === 1 && others[0] ? realSchema(others[0], schemas) : found;
};

const typeOf = (schema: Schema, schemas: Schemas): "text" | "number" | "boolean" | "json" | "texts" | "moment" => {
  if (schema === schemas["Moment"]) return "moment";
  const types = [schema.type ?? []].flat().filter((type) => type !== "null");
  const [type] = types;
  if (schema.enum?.every((value) => typeof value === "string" || value === null)) return "text";
  if (types.length !== 1) return "json";
  if (type === "array")
    return schema.items && typeOf(realSchema(schema.items, schemas), schemas) === "text" ? "texts" : "json";
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  return type === "string" ? "text" : "json";
};

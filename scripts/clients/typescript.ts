import { type Area, growTree } from "./area-tree.ts";
import type { Answer, Body, ClientApi, ClientOperation, Field } from "./client-operations.ts";
import { shareErrorCodes } from "./error-codes.ts";
import { capitalize } from "./name-operations.ts";
import { operationRow } from "./operation-row.ts";
import { formatType, type Schema } from "./schema-types.ts";

/** The files of the generated part of the TypeScript client, by name. */
export const writeTypeScript = (api: ClientApi): Readonly<Record<string, string>> => ({
  "types.ts": writeTypes(api),
  "areas.ts": writeAreas(api),
  "operations.ts": writeOperations(api),
  "error-codes.ts": writeErrorCodes(api),
});

export const HEADER =
  "// Written by `npm run clients` from the table of operations. `npm run check` fails when it is out of date.";

const writeErrorCodes = ({ operations }: ClientApi): string => {
  const { common, own } = shareErrorCodes(operations);
  const rows = own.map(({ names, isCommon, codes }) => {
    const types = [...(isCommon ? ["CommonErrorCode"] : []), ...codes.map((code) => JSON.stringify(code))];
    return `  "${names.join(".")}": ${types.join(" | ")};`;
  });
  return [
    HEADER,
    `/** What every operation with credentials can refuse with. */\nexport type CommonErrorCode = ${unionOf(common)};`,
    "/** The codes with which each operation can refuse. A later platform may have more. */",
    "export interface ErrorCodes {",
    ...rows,
    "}",
    "",
  ].join("\n");
};

const unionOf = (codes: readonly string[]): string => codes.map((code) => JSON.stringify(code)).join(" | ");

const routeOf = ({ method, path }: ClientOperation): string => `${method} ${path.replace("/api/v1", "")}`;

const writeTypes = ({ schemas, operations }: ClientApi): string => {
  const routes = operations.map((operation) => `  "${routeOf(operation)}": ${partsOf(operation)};`);
  const used = usedSchemas(schemas, routes.join("\n"));
  return [
    HEADER,
    ...Object.entries(used).map(
      ([name, schema]) => `${comment([schema.description ?? null])}export type ${name} = ${formatType(schema)};`,
    ),
    "/** What each route takes and answers. */",
    "export interface Routes {",
    ...routes,
    "}",
    "",
  ].join("\n");
};

/** Returns the schemas that a route names, and those that these name in turn. Errors are left out: every client has its own. */
const usedSchemas = (all: Readonly<Record<string, Schema>>, text: string): Record<string, Schema> => {
  const isNamed = (name: string) => new RegExp(`(?<!")\\b${name}\\b(?!")`).test(text);
  const used = Object.fromEntries(Object.entries(all).filter(([name]) => isNamed(name)));
  const more = Object.values(used).map(formatType).join("\n");
  return more.length === 0 || text.includes(more) ? used : usedSchemas(all, `${text}\n${more}`);
};

const partsOf = ({ pathFields, queryFields, body, answer }: ClientOperation): string => {
  const parts = [
    ["params", typeOfFields(pathFields)],
    ["query", typeOfFields(queryFields)],
    ["body", body && typeOfBody(body)],
    ["answer", typeOfAnswer(answer)],
  ].flatMap(([name, type]) => (type ? [`${name}: ${type}`] : []));
  return `{ ${parts.join("; ")} }`;
};

const typeOfFields = (fields: readonly Field[]): string | null => {
  if (fields.length === 0) return null;
  const typed = fields.map(({ name, required, schema }) => `"${name}"${required ? "" : "?"}: ${formatType(schema)}`);
  return `{ ${typed.join("; ")} }`;
};

const typeOfBody = ({ schema, file }: Body): string =>
  [...(schema ? [formatType(schema)] : []), ...(file ? ["FormData"] : [])].join(" | ");

const TYPES_OF_ANSWERS = { text: "string", file: "Blob", none: "undefined" } as const;

const typeOfAnswer = (answer: Answer): string => {
  if (answer.kind === "json") return formatType(answer.schema);
  if (answer.kind === "events") return answer.schema ? formatType(answer.schema) : "unknown";
  return TYPES_OF_ANSWERS[answer.kind];
};

const nameOfArea = ({ names }: Area): string => `${names.map(capitalize).join("")}Area`;
const nameOf = ({ names }: ClientOperation): string => names.at(-1) ?? "";

const writeAreas = ({ operations }: ClientApi): string => {
  const root = growTree(operations);
  const top = [...root.areas.entries()];
  return [
    HEADER,
    'import type { Connection } from "../connection.ts";',
    'import type { EventStream } from "../event-stream.ts";',
    'import type { Answer, Input, ItemOf } from "../inputs.ts";',
    'import type { List } from "../list.ts";',
    'import type { CallOptions } from "../settings.ts";',
    'import { OPERATIONS } from "./operations.ts";',
    "",
    ...top.flatMap(([, area]) => interfacesOf(area)),
    "/** Every operation of the API, by area. */",
    "export class Areas {",
    ...top.map(([name, area]) => `  readonly ${name}: ${nameOfArea(area)};`),
    "",
    "  constructor(connection: Connection) {",
    ...top.map(([name, area]) => `    this.${name} = ${objectOf(area, "    ")};`),
    "  }",
    "}",
    "",
  ].join("\n");
};

const interfacesOf = (area: Area): string[] => [
  ...[...area.areas.values()].flatMap(interfacesOf),
  `export interface ${nameOfArea(area)} {`,
  ...[...area.areas.entries()].map(([name, inner]) => `  readonly ${name}: ${nameOfArea(inner)};`),
  ...area.operations.map(signatureOf),
  "}",
  "",
];

const signatureOf = (operation: ClientOperation): string => {
  const route = `"${routeOf(operation)}"`;
  const input = takesInput(operation) ? [`input${needsInput(operation) ? "" : "?"}: Input<${route}>`] : [];
  const { summary, description } = operation;
  const text = comment([summary, description, `\`${routeOf(operation)}\``], "  ");
  return `${text}  ${nameOf(operation)}(${[...input, "options?: CallOptions"].join(", ")}): ${returnType(operation)};`;
};

const takesInput = ({ pathFields, queryFields, body }: ClientOperation): boolean =>
  pathFields.length + queryFields.length > 0 || body !== null;

const needsInput = ({ pathFields, queryFields, body }: ClientOperation): boolean =>
  [...pathFields, ...queryFields].some(({ required }) => required) || body?.required === true;

/** The way of the connection that carries an operation out. */
const wayOf = ({ answer, listField }: ClientOperation) => (listField === null ? answer.kind : "list");

const returnType = (operation: ClientOperation): string => {
  const answer = `Answer<"${routeOf(operation)}">`;
  const way = wayOf(operation);
  if (way === "list") return `List<${answer}, ItemOf<${answer}, "${operation.listField ?? ""}">>`;
  if (way === "events") return `EventStream<${answer}>`;
  return way === "json" ? `Promise<${answer}>` : `Promise<${way === "none" ? "void" : TYPES_OF_ANSWERS[way]}>`;
};

const objectOf = (area: Area, indent: string): string => {
  const inner = `${indent}  `;
  return [
    "{",
    ...[...area.areas.entries()].map(([name, each]) => `${inner}${name}: ${objectOf(each, inner)},`),
    ...area.operations.map((operation) => `${inner}${functionOf(operation)},`),
    `${indent}}`,
  ].join("\n");
};

const functionOf = (operation: ClientOperation): string => {
  const parameters = takesInput(operation) ? "input, options" : "options";
  const given = takesInput(operation) ? parameters : "{}, options";
  const call = `connection.${wayOf(operation)}(OPERATIONS["${operation.id}"], ${given})`;
  return `${nameOf(operation)}: (${parameters}) => ${call}`;
};

const writeOperations = ({ version, operations }: ClientApi): string =>
  [
    HEADER,
    'import type { Operation } from "../operation.ts";',
    "",
    `export const VERSION = "${version}";`,
    "",
    "export const OPERATIONS = {",
    ...operations.map((operation) => `  "${operation.id}": ${JSON.stringify(operationRow(operation))},`),
    "} as const satisfies Readonly<Record<string, Operation>>;",
    "",
  ].join("\n");

/** A comment for readers of the client's types; nothing where there is nothing to say. */
const comment = (sentences: readonly (string | null)[], indent = ""): string => {
  const lines = sentences.flatMap((sentence) => (sentence ? sentence.replaceAll("*/", "* /").split("\n") : []));
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines.join("")} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
};

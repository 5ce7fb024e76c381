import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../api/areas.ts";
import { buildOpenApiDocument, METHODS } from "../api/http/openapi.ts";
import { formatType, type Schema } from "./clients/schema-types.ts";

interface Described {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** Writes the routes and schemas of the OpenAPI document as the types against which the console's client is checked. */
export const buildApiTypes = (document: {
  paths?: Record<string, Partial<Record<string, Described>>>;
  components?: { schemas?: Record<string, Schema> };
}): string => {
  const routes = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [`  "${method.toUpperCase()} ${path.replace("/api/v1", "")}": ${routeOf(operation)};`] : [];
    }),
  );
  const schemas = usedSchemas(document.components?.schemas ?? {}, routes.join("\n"));
  return [
    "// Written by scripts/api-types.ts from the table of operations. `npm run check` fails when it is out of date.",
    ...Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${formatType(schema)};`),
    "export interface Routes {",
    ...routes,
    "}",
    "",
  ].join("\n");
};

/**
 * Returns the schemas that a route names, and those that these name in turn. Errors are left out, because the console reads only
 * their sentence.
 */
const usedSchemas = (all: Record<string, Schema>, text: string): Record<string, Schema> => {
  const isNamed = (name: string) => new RegExp(`(?<!")\\b${name}\\b(?!")`).test(text);
  const used = Object.fromEntries(Object.entries(all).filter(([name]) => isNamed(name)));
  const more = Object.values(used).map(formatType).join("\n");
  return more.length === 0 || text.includes(more) ? used : usedSchemas(all, `${text}\n${more}`);
};

const routeOf = ({ parameters = [], requestBody, responses }: Described): string => {
  const parts = [
    ["params", parametersOf(parameters, "path")],
    ["query", parametersOf(parameters, "query")],
    ["body", bodyOf(requestBody)],
    ["answer", answerOf(responses)],
  ].flatMap(([name, type]) => (type ? [`${name}: ${type}`] : []));
  return `{ ${parts.join("; ")} }`;
};

const parametersOf = (parameters: NonNullable<Described["parameters"]>, place: string): string | undefined => {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return undefined;
  const fields = own.map(({ name, required, schema }) => `"${name}"${required ? "" : "?"}: ${formatType(schema)}`);
  return `{ ${fields.join("; ")} }`;
};

const bodyOf = (body: Described["requestBody"]): string | undefined => {
  const json = body?.content["application/json"];
  const types = [
    ...(json ? [formatType(json.schema)] : []),
    ...(body?.content["multipart/form-data"] ? ["FormData"] : []),
  ];
  return types.length > 0 ? types.join(" | ") : undefined;
};

const answerOf = (responses: Described["responses"]): string => {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const types = successes.map(([, { content }]) => {
    const json = content?.["application/json"];
    if (json) return formatType(json.schema);
    return content ? "Blob" : "undefined";
  });
  return types.length > 0 ? types.join(" | ") : "undefined";
};

const FILE = join(import.meta.dirname, "../console/api/routes.ts");

if (import.meta.main) {
  const document = buildOpenApiDocument(operations, { version: "0", serverUrl: "/" });
  const written = buildApiTypes(JSON.parse(JSON.stringify(document)));
  if (!process.argv.includes("--check")) {
    writeFileSync(FILE, written);
  } else if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== written) {
    console.log("console/api/routes.ts is out of date: run `node scripts/api-types.ts`");
    process.exitCode = 1;
  }
}

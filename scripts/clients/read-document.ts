import type { Answer, Body, ClientApi, ClientOperation, Field, HttpMethod, Paging } from "./client-operations.ts";
import { nameOperations } from "./name-operations.ts";
import type { Schema } from "./schema-types.ts";

/** The parts of an OpenAPI document that clients are made of. */
export interface OpenApiDocument {
  info: { version: string };
  paths?: Record<string, Partial<Record<string, DescribedOperation>>>;
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, DescribedAnswer> };
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: object[];
  "x-required-scope"?: string;
  "x-error-codes"?: Readonly<Record<string, readonly string[]>>;
  parameters?: DescribedParameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, DescribedAnswer>;
}

interface DescribedParameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

type DescribedAnswer = { $ref?: string; content?: Content };
type Content = Record<string, { schema?: Schema }>;

const METHODS: readonly HttpMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data";
const EVENTS_TYPE = "text/event-stream";

/** Reads the operations of an OpenAPI document. Throws where clients could not have an operation as it is described. */
export const readDocument = (document: OpenApiDocument): ClientApi => {
  const schemas = document.components?.schemas ?? {};
  const found = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method.toLowerCase()];
      return described ? [{ path, method, described }] : [];
    }),
  );
  const names = nameOperations(found.map(({ described }) => described.operationId));
  const operations = found.map((each) =>
    readOperation(each, { schemas, names: names.get(each.described.operationId) ?? [] }),
  );
  return {
    version: document.info.version,
    schemas,
    operations: operations.map((operation) => withDataOfEvents(operation, { operations, schemas })),
  };
};

interface Found {
  path: string;
  method: HttpMethod;
  described: DescribedOperation;
}

interface Surroundings {
  schemas: Readonly<Record<string, Schema>>;
  names: readonly string[];
}

const readOperation = (found: Found, { schemas, names }: Surroundings): ClientOperation => {
  const { path, method, described } = found;
  const pathFields = fieldsAt(described, "path");
  const queryFields = fieldsAt(described, "query");
  const body = readBody(described, schemas);
  requireUniqueNames(described.operationId, [...pathFields, ...queryFields, ...(body ? bodyFields(body) : [])]);
  const answer = readAnswer(described);
  const paging = method === "GET" ? readPaging(queryFields, answer, schemas) : null;
  const listing = { isList: paging !== null || names.at(-1) === "list", area: names.at(-2) ?? "" };
  const isPublic = described.security.length === 0;
  return {
    id: described.operationId,
    names,
    tag: described.tags[0] ?? "",
    method,
    path,
    summary: described.summary,
    description: described.description ?? null,
    isPublic,
    scope: described["x-required-scope"] ?? null,
    pathFields,
    queryFields,
    body,
    answer,
    paging,
    listField:
      method === "GET" && answer.kind === "json" ? findListField(resolve(answer.schema, schemas), listing) : null,
    takesIdempotencyKey: method !== "GET" && !isPublic && answer.kind === "json",
    errorCodes: [...new Set(Object.values(described["x-error-codes"] ?? {}).flat())].toSorted(),
  };
};

const fieldsAt = ({ parameters = [] }: DescribedOperation, place: string): Field[] =>
  parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required = false, description, schema }) => ({
      name,
      required,
      description: description ?? schema.description ?? null,
      schema,
    }));

const readBody = ({ requestBody }: DescribedOperation, schemas: Surroundings["schemas"]): Body | null => {
  if (!requestBody) return null;
  const schema = requestBody.content[JSON_TYPE]?.schema ?? null;
  const form = requestBody.content[FORM_TYPE]?.schema;
  const file = form ? propertiesOf(resolve(form, schemas))[0] : undefined;
  if (!schema && !file) return null;
  return {
    required: requestBody.required ?? false,
    schema,
    fields: schema ? propertiesOf(resolve(schema, schemas)) : [],
    file: file ?? null,
  };
};

const bodyFields = ({ fields, file }: Body): readonly Field[] => (file ? [...fields, file] : fields);

const propertiesOf = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    description: schema.description ?? null,
    schema,
  }));

const requireUniqueNames = (id: string, fields: readonly Field[]): void => {
  const names = fields.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`${id} has two fields named ${repeated}, and clients take them in one object`);
};

/** The first success counts: a second one (202) answers less of the same. */
const readAnswer = ({ responses }: DescribedOperation): Answer => {
  const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
  const json = successes.flatMap(([, { content }]) => content?.[JSON_TYPE]?.schema ?? []);
  const [first, ...others] = json;
  if (first) return { kind: "json", schema: others.length > 0 ? { anyOf: json } : first };
  const content: Content = Object.fromEntries(successes.flatMap(([, answer]) => Object.entries(answer.content ?? {})));
  const types = Object.keys(content);
  if (types.includes(EVENTS_TYPE)) return { kind: "events", schema: namedSchema(content[EVENTS_TYPE]?.schema) };
  if (types.includes("text/html")) return { kind: "text" };
  if (types.length > 0 || successes.some(([status]) => status === "302")) return { kind: "file", contentTypes: types };
  return { kind: "none" };
};

/** The document may say of events only that they are text. */
const namedSchema = (schema: Schema | undefined): Schema | null => (schema?.$ref ? schema : null);

/**
 * Where the document does not say what events hold: a stream tells again and again what the read operation beside it answers, and
 * one beside a list tells its rows.
 */
const withDataOfEvents = (
  operation: ClientOperation,
  { operations, schemas }: { operations: readonly ClientOperation[]; schemas: Surroundings["schemas"] },
): ClientOperation => {
  if (operation.answer.kind !== "events" || operation.answer.schema) return operation;
  const place = operation.path.replace(/\/stream$/, "");
  const read = operations.find(({ method, path }) => method === "GET" && [place, `${place}/live`].includes(path));
  if (read?.answer.kind !== "json") return operation;
  const rows = read.listField && resolve(read.answer.schema, schemas).properties?.[read.listField]?.items;
  return { ...operation, answer: { kind: "events", schema: read.paging && rows ? rows : read.answer.schema } };
};

const readPaging = (query: readonly Field[], answer: Answer, schemas: Surroundings["schemas"]): Paging | null => {
  if (answer.kind !== "json") return null;
  const has = new Set(query.map(({ name }) => name));
  if (has.has("page")) return { kind: "page" };
  const answered = propertiesOf(resolve(answer.schema, schemas)).flatMap(({ name }) =>
    name.startsWith("next_") ? [name] : [],
  );
  const from = Object.fromEntries(
    answered.flatMap((name) => {
      const asked = name.slice("next_".length);
      return has.has(asked) ? [[asked, name]] : [];
    }),
  );
  if (Object.keys(from).length > 0) return { kind: "next", from };
  return has.has("offset") ? { kind: "offset" } : null;
};

/** Of the lists in a list's answer the one that its area names, or the first; other answers are lists when they hold nothing else. */
const findListField = (schema: Schema, { isList, area }: { isList: boolean; area: string }): string | null => {
  if (schema.type === "array") return "";
  const fields = Object.entries(schema.properties ?? {});
  const lists = fields.flatMap(([name, property]) => (property.type === "array" ? [name] : []));
  if (!isList && fields.length > 1) return null;
  return lists.find((name) => name === area) ?? lists[0] ?? null;
};

/** Follows references to the schema that they name. */
export const resolve = (schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema => {
  if (!schema.$ref) return schema;
  const named = schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];
  if (!named) throw new Error(`the document refers to ${schema.$ref} and has no such schema`);
  return resolve(named, schemas);
};

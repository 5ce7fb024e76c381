import { z } from "zod";
import type { createDocument } from "zod-openapi";
import { describeFields, PARAMETER_DESCRIPTIONS } from "./describe-fields.ts";
import { addEventSchemas, describeCallbacks, describeDeliveries, describeWebhooks } from "./event-schemas.ts";
import { createNamedSchemas, type NamedSchemas, pascal } from "./named-schemas.ts";
import { openSchema, plainSchema } from "./plain-schema.ts";
import { isNullSchema, mapValues, type Schema } from "./schema.ts";

/** The parts of a document that this module reads; the rest passes through. */
export interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  /** What the platform sends to whom it was told to, by the name of the event. */
  webhooks: Record<string, object>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Answer>;
    pathItems: object;
    securitySchemes: object;
  };
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Answer {
  $ref?: string;
  description: string;
  headers?: Record<string, Header>;
  content?: Content;
}

export interface Header {
  description: string;
  schema: Schema;
}

export type Content = Record<string, { schema: Schema; example?: unknown }>;

/** The library's output holds values that JSON leaves out. */
const plainData = z.custom<Document>();

/**
 * Gives every object, enum and body of the document a name, in schemas that all generators of clients read: closed in requests,
 * open in answers.
 */
export const nameDocument = (made: ReturnType<typeof createDocument>): Document => {
  const document = plainData.parse(JSON.parse(JSON.stringify(made)));
  const named = createNamedSchemas();
  const paths = mapValues(document.paths, (item) => mapValues(item, (operation) => nameOperation(operation, named)));
  const responses = mapValues(document.components.responses, (answer, name) =>
    nameAnswer(answer, { name, status: SHARED_STATUS[name] ?? "" }, named),
  );
  const inRequests = referredTo(
    Object.values(document.paths).flatMap((item) => Object.values(item).map(requestOf)),
    document,
  );
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const plain = plainSchema(schema);
    const isRequest = inRequests.has(name);
    named.name({ name, isRequest }, isRequest ? plain : openSchema(plain));
  }
  const sorted = Object.entries(named.schemas).sort(([one], [other]) => (one < other ? -1 : 1));
  const whole = addEventSchemas(Object.fromEntries(sorted));
  const schemas = mapValues(whole, (schema, name) => describeFields(name, schema));
  return {
    ...document,
    paths,
    webhooks: describeWebhooks(),
    components: { ...document.components, schemas, responses, pathItems: describeDeliveries() },
  };
};

/** Of answers that many operations share. */
const SHARED_STATUS: Readonly<Record<string, string>> = { TooManyRequests: "429", Unavailable: "503" };

const requestOf = ({ parameters, requestBody }: DescribedOperation) => ({ parameters, requestBody });

/** Names of the components that a part of the document refers to, directly or through others. */
const referredTo = (part: unknown, { components }: Document): Set<string> => {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(components.schemas[name] ?? {});
    }
  };
  visit(part);
  return found;
};

const nameOperation = (operation: DescribedOperation, named: NamedSchemas): DescribedOperation => {
  const owner = pascal(operation.operationId);
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...describeCallbacks(operation.operationId),
    ...(parameters && {
      parameters: parameters.map((parameter) => nameParameter(parameter, operation.operationId, named)),
    }),
    ...(requestBody && {
      requestBody: {
        ...requestBody,
        content: mapValues(requestBody.content, ({ schema }, type) => ({
          schema: named.name(
            { name: `${owner}${type === "application/json" ? "Body" : "Form"}`, isRequest: true },
            plainSchema(schema),
          ),
        })),
      },
    }),
    responses: mapValues(responses, (answer, status) =>
      nameAnswer(answer, { name: status.startsWith("2") ? `${owner}Answer` : `${owner}Error${status}`, status }, named),
    ),
  };
};

const header = (description: string, type = "string"): Header => ({ description, schema: { type } });

const answerHeaders = (status: string): Record<string, Header> => ({
  "X-Request-Id": header("Names the request in the platform's log"),
  ...((status === "429" || status === "503") && {
    "Retry-After": header("Seconds after which the request may be repeated", "integer"),
  }),
});

const nameAnswer = (
  answer: Answer,
  { name, status }: { name: string; status: string },
  named: NamedSchemas,
): Answer => {
  if (answer.$ref) return answer;
  const { content } = answer;
  const headers = answerHeaders(status);
  if (!content) return { ...answer, headers };
  const nameOne = ({ schema }: { schema: Schema }) => ({
    schema: named.name({ name, isRequest: false }, openSchema(plainSchema(schema))),
  });
  return { ...answer, headers, content: mapValues(content, nameOne) };
};

/** A query field is absent or has a value; it cannot be null. */
const nameParameter = (parameter: Parameter, operationId: string, named: NamedSchemas): Parameter => {
  const { description, ...schema } = plainSchema(
    parameter.in === "query" ? withoutNull(parameter.schema) : parameter.schema,
  );
  const { name, description: given } = parameter;
  const said = given ?? description ?? PARAMETER_DESCRIPTIONS[`${operationId}.${name}`] ?? PARAMETER_DESCRIPTIONS[name];
  return {
    ...parameter,
    ...(said && { description: said }),
    schema: named.name({ name: `${pascal(operationId)}${pascal(name)}`, isRequest: true }, schema),
  };
};

const withoutNull = (schema: Schema): Schema => {
  if (Array.isArray(schema.type)) {
    const [type, ...more] = schema.type.filter((each) => each !== "null");
    return { ...schema, type: type && more.length === 0 ? type : schema.type };
  }
  const { anyOf, ...rest } = schema;
  const choices = (anyOf ?? []).filter((choice) => !isNullSchema(choice));
  const [only, ...others] = choices;
  if (!only) return schema;
  const list = choices.find(({ type, items }) => type === "array" && choices.some((other) => sameType(other, items)));
  if (list) return { ...rest, ...list };
  return others.length > 0 ? { ...rest, anyOf: choices } : withoutNull({ ...only, ...rest });
};

/** A parameter that takes one value or several is a list: one is a list of one. */
const sameType = (one: Schema, other: Schema | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

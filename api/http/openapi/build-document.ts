import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { requiredScope } from "../../../domain/access/api-key-scope.ts";
import { ROW_QUOTA_REACHED } from "../../../domain/access/quotas.ts";
import { ANSWERS_KEPT_HOURS, LONGEST_KEY } from "../../../domain/idempotency/idempotency-key.ts";
import { BYTES_TYPE } from "../file-type.ts";
import { takesIdempotencyKey } from "../idempotency-key.ts";
import type { AnyOperation, ErrorAnswer } from "../operation.ts";
import { addExample, type Example } from "./add-examples.ts";
import { AREA_DESCRIPTIONS } from "./area-descriptions.ts";
import { listErrorCodes, listOwnErrorCodes } from "./error-codes.ts";
import examples from "./examples.json" with { type: "json" };
import { type DescribedOperation, nameDocument } from "./name-document.ts";
import { mapValues } from "./schema.ts";

const EXAMPLES: Readonly<Record<string, Example>> = examples;

const code = z.string().optional();
const detail = z.object({ detail: z.string(), code }).meta({ id: "ErrorAnswer" });
const faultList = z.array(
  z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() }),
);
const faults = z.object({ detail: faultList, code }).meta({ id: "ValidationError" });

/** Builds the OpenAPI 3.1 document of a table of operations. */
export const buildOpenApiDocument = (
  operations: readonly AnyOperation[],
  info: { version: string; serverUrl: string },
) => {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const path = `/api/v1${operation.path}`;
    paths[path] = { ...paths[path], [operation.method]: describe(operation) };
  }
  const document = createDocument({
    openapi: "3.1.1",
    info: {
      title: "Ringdown",
      version: info.version,
      description:
        "A platform for voice agents: they talk on phone lines, in text and in browsers, and call lists of people in campaigns.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    tags: Object.entries(AREA_DESCRIPTIONS).map(([name, description]) => ({ name, description })),
    servers: [{ url: info.serverUrl }],
    components: {
      securitySchemes: {
        // Names of their own: a generator makes a type of each, beside those of the components.
        apiKeyHeader: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description:
            "A key of the organization, made with POST /users/api-keys; one that begins with vap_test_ is for the sandbox",
        },
        bearerToken: {
          type: "http",
          scheme: "bearer",
          description: "The token of a session, from POST /auth/login, or a key",
        },
      },
    },
    paths,
  });
  const named = nameDocument(document);
  const addOwn = (operation: DescribedOperation) => addExample(operation, EXAMPLES[operation.operationId]);
  return { ...named, paths: mapValues(named.paths, (item) => mapValues(item, addOwn)) };
};

const describe = (operation: AnyOperation): ZodOpenApiOperationObject => ({
  operationId: operation.id,
  summary: operation.summary,
  tags: [operation.area],
  description: describeOperation(operation),
  ...(operation.sandbox !== "public" && { "x-sandbox": operation.sandbox }),
  ...describeScope(operation),
  "x-error-codes": listErrorCodes(operation),
  security: operation.permission === "public" ? [] : [{ apiKeyHeader: [] }, { bearerToken: [] }],
  requestParams: {
    ...(operation.params && { path: operation.params }),
    ...(operation.query && { query: operation.query }),
    ...requestHeaders(operation),
  },
  ...requestBody(operation),
  responses: {
    [operation.success.status]: successResponse(operation),
    ...acceptedResponse(operation),
    ...(hasTag(operation) && { 304: { description: "Nothing has changed since the answer with this ETag" } }),
    ...(operation.ended && { 204: { description: operation.ended } }),
    ...errorResponses(operation),
  },
});

const idempotencyKey = z
  .string()
  .optional()
  .meta({
    description: `A name of yours for this request, such as a UUID, of at most ${LONGEST_KEY} characters: the same key with the same body within ${ANSWERS_KEPT_HOURS} hours gets the first answer again`,
  });
const lastEventId = z.string().optional().meta({
  description: "The `id` of the last event that arrived: the stream goes on behind it",
});

const ifNoneMatch = z.string().optional().meta({
  description: "The ETag of an answer that you have: 304 without a body while nothing has changed",
});

const hasTag = ({ method, success }: AnyOperation): boolean => method === "get" && success.body !== undefined;

const requestHeaders = (operation: AnyOperation): object => {
  const { success } = operation;
  if (hasTag(operation)) return { header: z.object({ "If-None-Match": ifNoneMatch }) };
  const isStream = operation.method === "get" && success.contentTypes?.includes(EVENTS);
  if (isStream) return { header: z.object({ "Last-Event-ID": lastEventId }) };
  return takesIdempotencyKey(operation) ? { header: z.object({ "Idempotency-Key": idempotencyKey }) } : {};
};

const SANDBOX = {
  own: "With a sandbox key: makes and changes what was made in the sandbox, and nothing else.",
  read: "With a sandbox key: allowed, without values of secrets.",
  refused: "With a sandbox key: refused (403).",
};

/** What it does, who may, and when it refuses. */
const describeOperation = (operation: AnyOperation): string => {
  const { summary, success, permission, sandbox, errors = {} } = operation;
  const codes = listOwnErrorCodes(operation);
  const refusals = Object.entries(errors).map(([status, error]) => {
    const named = (codes[status] ?? []).map((code) => `\`${code}\``).join(", ");
    return `- ${status}${named && ` (${named})`}: ${typeof error === "string" ? error : error.description}`;
  });
  return [
    `${summary}. Answers with: ${lowerFirst(success.description)}.`,
    permission === "public" ? "Needs no key." : `Needs the role ${permission} or a higher one.`,
    ...(sandbox === "public" ? [] : [SANDBOX[sandbox]]),
    ...(refusals.length > 0 ? [`Refuses with\n\n${refusals.join("\n")}`] : []),
  ].join("\n\n");
};

const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

const describeScope = (operation: AnyOperation): object => {
  const scope = requiredScope(operation);
  return scope ? { "x-required-scope": scope } : {};
};

const fileForm = z.object({ file: z.string().meta({ format: "binary" }) });

const requestBody = ({ body, bodyKind }: AnyOperation) => {
  const content = {
    ...(bodyKind === "multipart" && { "multipart/form-data": { schema: fileForm } }),
    ...(body && { "application/json": { schema: body } }),
  };
  const required = bodyKind === "multipart" || !body?.safeParse({}).success;
  return Object.keys(content).length > 0 ? { requestBody: { required, content } } : {};
};

const acceptedResponse = ({ accepted }: AnyOperation): object =>
  accepted ? { 202: successResponse({ success: accepted }) } : {};

const successResponse = ({ success }: { success: Omit<AnyOperation["success"], "status"> }): object => ({
  description: success.description,
  ...(success.body && { content: { "application/json": { schema: success.body } } }),
  ...(success.contentTypes && { content: textOf(success.contentTypes, success.events) }),
});

const errorResponses = (operation: AnyOperation): object => {
  const { permission, params, query, body, addsRows } = operation;
  const codes = listErrorCodes(operation);
  const own = Object.entries(operation.errors ?? {}).map(([status, error]): [string, object] => {
    if (typeof error !== "string") return [status, shapedResponse(status, error)];
    // Whatever else is refused so, a body that does not fit its schema is.
    if (status === "422" && body)
      return [status, shapedResponse(status, { description: `${error}, or validation error` })];
    return [status, errorResponse(addsRows && status === "402" ? `${error}. Or: ${ROW_QUOTA_REACHED}` : error)];
  });
  const common = Object.entries(UNDESCRIBED).filter(([status]) => codes[status]);
  return {
    ...Object.fromEntries(common),
    ...(permission !== "public" && { 401: everywhere.unauthorized }),
    ...(body && { 413: everywhere.tooLarge, 415: everywhere.wrongMediaType }),
    ...((params || query || body) && { 422: everywhere.invalid }),
    ...(addsRows && { 402: errorResponse(ROW_QUOTA_REACHED) }),
    429: everywhere.tooMany,
    431: everywhere.headersTooLarge,
    500: everywhere.fault,
    503: everywhere.unavailable,
    ...Object.fromEntries<object>(own),
  };
};

const errorResponse = (description: string) => ({ description, content: { "application/json": { schema: detail } } });

const shapedResponse = (status: string, { description, contentTypes, detail: shape }: ErrorAnswer) => {
  if (contentTypes) return { description, content: textOf(contentTypes) };
  const usual = status === "422" ? faultList : z.string();
  const schema = z.object({ detail: shape ? z.union([usual, shape]) : usual, code });
  return { description, content: { "application/json": { schema } } };
};

const fileText = z.string().meta({ format: "binary" });

/**
 * A file has one kind of schema whatever its type, so that no client decodes one of them. The type of bytes goes before its own:
 * some generators take the first one that they know, and would make text of a file.
 */
const textOf = (contentTypes: readonly string[], events: z.ZodType = z.string()) => {
  const isFile = contentTypes.some((type) => !TEXTS[type] && type !== EVENTS);
  const types = isFile ? [...new Set([BYTES_TYPE, ...contentTypes])] : contentTypes;
  return Object.fromEntries(
    types.map((type) => [type, { schema: TEXTS[type] ?? (type === EVENTS ? events : fileText) }]),
  );
};

const EVENTS = "text/event-stream";
const TEXTS: Readonly<Record<string, z.ZodType>> = { "text/html": z.string() };

/** Responses that operations of one kind share are in the document once. */
const everywhere = {
  badRequest: { id: "BadRequest", ...errorResponse("It cannot be carried out as it is: the sentence says why") },
  limited: { id: "LimitReached", ...errorResponse("A limit of the organization is reached") },
  notFound: { id: "NotFound", ...errorResponse("Something that it names is not there") },
  conflict: {
    id: "Conflict",
    ...errorResponse("The state of something forbids it, or the Idempotency-Key belongs to another request"),
  },
  badGateway: { id: "BadGateway", ...errorResponse("A system that it asks did not answer as it should") },
  unauthorized: { id: "Unauthorized", ...errorResponse("Missing, invalid or expired credentials") },
  forbidden: { id: "Forbidden", ...errorResponse("The role or key may not do this") },
  tooLarge: { id: "BodyTooLarge", ...errorResponse("The body is too large") },
  wrongMediaType: { id: "WrongMediaType", ...errorResponse("The body has another media type than those named here") },
  invalid: {
    id: "Invalid",
    description: "Validation error",
    content: { "application/json": { schema: faults } },
  },
  tooMany: { id: "TooManyRequests", ...errorResponse("Too many requests; see Retry-After") },
  headersTooLarge: { id: "HeadersTooLarge", ...errorResponse("The path and the headers are too long together") },
  fault: { id: "Fault", ...errorResponse("An internal error: report the id in the answer") },
  unavailable: { id: "Unavailable", ...errorResponse("A part that this needs is unavailable; see Retry-After") },
};

/** Statuses that the sources of an operation can answer, where it has no sentence of its own for them. */
const UNDESCRIBED: Readonly<Record<string, object>> = {
  400: everywhere.badRequest,
  402: everywhere.limited,
  403: everywhere.forbidden,
  404: everywhere.notFound,
  409: everywhere.conflict,
  413: everywhere.tooLarge,
  415: everywhere.wrongMediaType,
  502: everywhere.badGateway,
};

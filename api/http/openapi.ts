import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { AnyOperation } from "./operation.ts";

const detail = z.object({ detail: z.string(), code: z.string().optional() }).meta({ id: "Error" });
const faults = z
  .object({
    detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() })),
    code: z.string().optional(),
  })
  .meta({ id: "ValidationError" });

/** The OpenAPI 3.1 document of a table of operations. */
export const openApiDocument = (operations: readonly AnyOperation[], info: { version: string; serverUrl: string }) => {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const path = `/api/v1${operation.path}`;
    paths[path] = { ...paths[path], [operation.method]: describe(operation) };
  }
  return createDocument({
    openapi: "3.1.1",
    info: { title: "Ringdown", version: info.version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: info.serverUrl }],
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        session: { type: "http", scheme: "bearer" },
      },
    },
    paths,
  });
};

const describe = (operation: AnyOperation): ZodOpenApiOperationObject => ({
  operationId: operation.id,
  summary: operation.summary,
  tags: [operation.area],
  security: operation.permission === "public" ? [] : [{ apiKey: [] }, { session: [] }],
  requestParams: {
    ...(operation.params && { path: operation.params }),
    ...(operation.query && { query: operation.query }),
  },
  ...requestBody(operation),
  responses: {
    [operation.success.status]: successResponse(operation),
    ...acceptedResponse(operation),
    ...errorResponses(operation),
  },
});

const fileForm = z.object({ file: z.string().meta({ format: "binary" }) });

const requestBody = ({ body, bodyKind }: AnyOperation) => {
  const content = {
    ...(bodyKind === "multipart" && { "multipart/form-data": { schema: fileForm } }),
    ...(body && { "application/json": { schema: body } }),
  };
  return Object.keys(content).length > 0 ? { requestBody: { required: true, content } } : {};
};

const acceptedResponse = ({ accepted }: AnyOperation): object =>
  accepted ? { 202: successResponse({ success: accepted }) } : {};

const successResponse = ({ success }: { success: Omit<AnyOperation["success"], "status"> }): object => ({
  description: success.description,
  ...(success.body && { content: { "application/json": { schema: success.body } } }),
  ...(success.contentTypes && {
    content: Object.fromEntries(success.contentTypes.map((type) => [type, { schema: z.string() }])),
  }),
});

const errorResponses = (operation: AnyOperation): object => {
  const { permission, params, query, body } = operation;
  const own = Object.entries(operation.errors ?? {}).map(([status, description]): [string, object] => [
    status,
    errorResponse(description),
  ]);
  return {
    ...(permission !== "public" && { 401: errorResponse("Missing, invalid or expired credentials") }),
    ...(permission !== "public" &&
      permission !== "viewer" && { 403: errorResponse("The role or key may not do this") }),
    ...((params || query || body) && {
      422: { description: "Validation error", content: { "application/json": { schema: faults } } },
    }),
    429: errorResponse("Too many requests; see Retry-After"),
    ...Object.fromEntries<object>(own),
  };
};

const errorResponse = (description: string) => ({ description, content: { "application/json": { schema: detail } } });

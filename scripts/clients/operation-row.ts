import type { Body, ClientOperation } from "./client-operations.ts";

/** What the connection must know of an operation. */
export const operationRow = (operation: ClientOperation) => ({
  name: operation.names.join("."),
  method: operation.method,
  path: operation.path,
  ...(operation.queryFields.length > 0 && { query: operation.queryFields.map(({ name }) => name) }),
  ...(operation.body && { body: kindOfBody(operation.body) }),
  ...(operation.body?.file && { file: operation.body.file.name }),
  ...(operation.takesIdempotencyKey && { keyed: true }),
  ...(operation.listField !== null && { list: operation.listField }),
  ...(operation.paging && { paging: operation.paging }),
});

/** A body without named fields is one field of the input. */
const kindOfBody = ({ schema, fields }: Body): string => (schema && fields.length === 0 ? "whole" : "fields");

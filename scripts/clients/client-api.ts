import { operations } from "../../api/areas.ts";
import { buildOpenApiDocument } from "../../api/http/openapi/build-document.ts";
import { version } from "../../infra/version.ts";
import type { ClientApi } from "./client-operations.ts";
import { type OpenApiDocument, readDocument } from "./read-document.ts";

/** Reads what clients are made of from the table of operations in this checkout. The version of the root's package is theirs too. */
export const readClientApi = (): ClientApi => {
  const document = buildOpenApiDocument(operations, { version, serverUrl: "/" });
  const plain: OpenApiDocument = JSON.parse(JSON.stringify(document));
  return readDocument(plain);
};

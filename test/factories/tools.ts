import { createCredentialOperation } from "../../api/credentials/credentials.operations.ts";
import { createToolOperation } from "../../api/tools/tools.operations.ts";
import type { ApiClient } from "../harness/api-client.ts";

export const TOKEN = "a-very-secret-token-7777";

export const createCredential = async (client: ApiClient, token = TOKEN): Promise<string> => {
  const body = { name: "CRM", credential_type: "bearer_token" as const, credential_data: { token } };
  return (await client.call(createCredentialOperation, { body })).body.uuid;
};

export const createHttpTool = async (client: ApiClient, config: { url: string; [field: string]: unknown }) => {
  const definition = { type: "http_api" as const, config: { method: "POST" as const, ...config } };
  return (await client.call(createToolOperation, { body: { name: "A tool", definition } })).body;
};

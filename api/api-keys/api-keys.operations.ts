import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import {
  apiKeyAnswer,
  apiKeyListAnswer,
  apiKeyParams,
  createApiKeyBody,
  createdApiKeyAnswer,
  listApiKeysQuery,
  updateApiKeyBody,
} from "./api-keys.schemas.ts";
import { createApiKey } from "./create-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { setApiKeyArchived } from "./set-api-key-archived.ts";
import { updateApiKey } from "./update-api-key.ts";

export const createApiKeyOperation = defineOperation({
  id: "keys.create",
  area: "API keys",
  method: "post",
  path: "/users/api-keys",
  summary: "Create a key; its value is shown once",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  body: createApiKeyBody,
  success: { status: 200, description: "The key with its value", body: createdApiKeyAnswer },
  errors: { 402: QUOTA_REACHED },
  run: createApiKey,
});

export const listApiKeysOperation = defineOperation({
  id: "keys.list",
  area: "API keys",
  method: "get",
  path: "/users/api-keys",
  summary: "Every key, by prefix",
  permission: "admin",
  sandbox: "read",
  query: listApiKeysQuery,
  success: {
    status: 200,
    description: "The keys, newest first; of archived ones the newest 1,000",
    body: apiKeyListAnswer,
  },
  run: listApiKeys,
});

export const updateApiKeyOperation = defineOperation({
  id: "keys.update",
  area: "API keys",
  method: "patch",
  path: "/users/api-keys/{api_key_id}",
  summary: "Move a key's end",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: apiKeyParams,
  body: updateApiKeyBody,
  success: { status: 200, description: "The key with its new end", body: apiKeyAnswer },
  errors: { 404: "No such key in the organization" },
  run: updateApiKey,
});

export const archiveApiKeyOperation = defineOperation({
  id: "keys.archive",
  area: "API keys",
  method: "delete",
  path: "/users/api-keys/{api_key_id}",
  summary: "Stop a key",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: apiKeyParams,
  success: { status: 200, description: "The archived key", body: apiKeyAnswer },
  errors: { 404: "No such key in the organization" },
  run: setApiKeyArchived(true),
});

export const reactivateApiKeyOperation = defineOperation({
  id: "keys.reactivate",
  area: "API keys",
  method: "put",
  path: "/users/api-keys/{api_key_id}/reactivate",
  summary: "Start a stopped key again",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: apiKeyParams,
  success: { status: 200, description: "The active key", body: apiKeyAnswer },
  errors: {
    402: QUOTA_REACHED,
    404: "No such key in the organization",
    409: "Its maker is no longer a member, it has expired, or it is of a program that signs in",
  },
  run: setApiKeyArchived(false),
});

export const apiKeysOperations = [
  createApiKeyOperation,
  listApiKeysOperation,
  updateApiKeyOperation,
  archiveApiKeyOperation,
  reactivateApiKeyOperation,
];

import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import { createCredential } from "./create-credential.ts";
import { getCredential, listCredentials } from "./credentials.reads.ts";
import {
  createCredentialBody,
  credentialAnswer,
  credentialListAnswer,
  credentialParams,
  deleteCredentialQuery,
  deletedCredentialAnswer,
  updateCredentialBody,
} from "./credentials.schemas.ts";
import { deleteCredential } from "./delete-credential.ts";
import { updateCredential } from "./update-credential.ts";

const area = "Credentials";
const errors = { 404: "No such credential in the organization" };

export const createCredentialOperation = defineOperation({
  id: "credentials.create",
  area,
  method: "post",
  path: "/credentials/",
  summary: "Store a key or password that tools use; it is never shown again",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  body: createCredentialBody,
  success: { status: 200, description: "The credential, without its value", body: credentialAnswer },
  errors: { 402: QUOTA_REACHED },
  run: createCredential,
});

export const listCredentialsOperation = defineOperation({
  id: "credentials.list",
  area,
  method: "get",
  path: "/credentials/",
  summary: "Every credential, by name and hint",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The credentials, by name", body: credentialListAnswer },
  share: "listing",
  run: listCredentials,
});

export const getCredentialOperation = defineOperation({
  id: "credentials.get",
  area,
  method: "get",
  path: "/credentials/{credential_uuid}",
  summary: "One credential, without its value",
  permission: "viewer",
  sandbox: "read",
  params: credentialParams,
  success: { status: 200, description: "The credential", body: credentialAnswer },
  errors,
  run: getCredential,
});

export const updateCredentialOperation = defineOperation({
  id: "credentials.update",
  area,
  method: "put",
  path: "/credentials/{credential_uuid}",
  summary: "Rename a credential or replace its value; fields that are left out stay",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: credentialParams,
  body: updateCredentialBody,
  success: { status: 200, description: "The credential as it is now", body: credentialAnswer },
  errors,
  run: updateCredential,
});

export const deleteCredentialOperation = defineOperation({
  id: "credentials.delete",
  area,
  method: "delete",
  path: "/credentials/{credential_uuid}",
  summary: "Remove a credential; with force=true also one that tools or agents name, which fail from then on",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: credentialParams,
  query: deleteCredentialQuery,
  success: { status: 200, description: "It is deleted", body: deletedCredentialAnswer },
  errors: { ...errors, 409: "Tools or agents name it; the answer names them" },
  run: deleteCredential,
});

export const credentialsOperations = [
  createCredentialOperation,
  listCredentialsOperation,
  getCredentialOperation,
  updateCredentialOperation,
  deleteCredentialOperation,
];

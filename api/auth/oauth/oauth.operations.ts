import { apiKeyAnswer, apiKeyParams } from "../../api-keys/api-keys.schemas.ts";
import { defineOperation } from "../../http/operation.ts";
import { QUOTA_REACHED } from "../../require-quota.ts";
import { letClientIn } from "./let-client-in.ts";
import { letInAnswer, letInBody, ownProgramsAnswer, signInAnswer, signInQuery } from "./oauth.schemas.ts";
import { endOwnProgram, listOwnPrograms } from "./own-programs.ts";
import { readSignIn } from "./read-sign-in.ts";

const ofAPerson = { 403: "The request came with an API key, and these are programs of a person" };
const REQUEST_OVER = "The request is none of ours, is older than half an hour, or its client is unknown";

export const readSignInOperation = defineOperation({
  id: "keys.readSignIn",
  area: "API keys",
  method: "get",
  path: "/oauth/sign-in",
  summary: "Which program asks to be let in, and what may be given to it",
  permission: "viewer",
  sandbox: "refused",
  query: signInQuery,
  success: { status: 200, description: "What the page of consent shows", body: signInAnswer },
  errors: { 400: REQUEST_OVER, ...ofAPerson },
  run: readSignIn,
});

export const letClientInOperation = defineOperation({
  id: "keys.letClientIn",
  area: "API keys",
  method: "post",
  path: "/oauth/sign-in",
  summary: "Let a program in that signs in by OAuth; it is a key from then on",
  permission: "viewer",
  sandbox: "refused",
  timeline: "system",
  body: letInBody,
  success: { status: 200, description: "Where the browser brings the code", body: letInAnswer },
  errors: {
    400: REQUEST_OVER,
    402: QUOTA_REACHED,
    403: "A person lets programs in, none further than their own role; live ones are an admin's, where MCP_LIVE is set",
  },
  run: letClientIn,
});

export const listOwnProgramsOperation = defineOperation({
  id: "keys.ownPrograms",
  area: "API keys",
  method: "get",
  path: "/oauth/programs",
  summary: "The programs that oneself has let in",
  permission: "viewer",
  sandbox: "refused",
  success: { status: 200, description: "Those that are not stopped, newest first", body: ownProgramsAnswer },
  errors: ofAPerson,
  run: listOwnPrograms,
});

export const endOwnProgramOperation = defineOperation({
  id: "keys.endOwnProgram",
  area: "API keys",
  method: "delete",
  path: "/oauth/programs/{api_key_id}",
  summary: "Stop a program that oneself has let in",
  permission: "viewer",
  sandbox: "refused",
  timeline: "system",
  params: apiKeyParams,
  success: { status: 200, description: "The stopped program", body: apiKeyAnswer },
  errors: { ...ofAPerson, 404: "The person has let no such program in" },
  run: endOwnProgram,
});

export const oauthOperations = [
  readSignInOperation,
  letClientInOperation,
  listOwnProgramsOperation,
  endOwnProgramOperation,
];

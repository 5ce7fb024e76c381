import { defineOperation } from "../../http/operation.ts";
import { QUOTA_REACHED } from "../../require-quota.ts";
import { letClientIn } from "./let-client-in.ts";
import { letInAnswer, letInBody, signInAnswer, signInQuery } from "./oauth.schemas.ts";
import { readSignIn } from "./read-sign-in.ts";

const REQUEST_OVER = "The request is none of ours, is older than half an hour, or its client is unknown";

export const readSignInOperation = defineOperation({
  id: "keys.readSignIn",
  area: "API keys",
  method: "get",
  path: "/oauth/sign-in",
  summary: "Which program asks to be let in, and what may be given to it",
  permission: "admin",
  sandbox: "refused",
  query: signInQuery,
  success: { status: 200, description: "What the page of consent shows", body: signInAnswer },
  errors: { 400: REQUEST_OVER, 403: "The request came with an API key: a person lets programs in" },
  run: readSignIn,
});

export const letClientInOperation = defineOperation({
  id: "keys.letClientIn",
  area: "API keys",
  method: "post",
  path: "/oauth/sign-in",
  summary: "Let a program in that signs in by OAuth; it is a key from then on",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: letInBody,
  success: { status: 200, description: "Where the browser brings the code", body: letInAnswer },
  errors: {
    400: REQUEST_OVER,
    402: QUOTA_REACHED,
    403: "A person lets programs in, none further than their own role, and live ones only where MCP_LIVE is set",
  },
  run: letClientIn,
});

export const oauthOperations = [readSignInOperation, letClientInOperation];

import { z } from "zod";
import { defineOperation } from "../../http/operation.ts";
import { createEmbedToken } from "./create-embed-token.ts";
import { describeLink } from "./describe-link.ts";
import { listEmbedTokens } from "./list-embed-tokens.ts";
import { oneEmbedTokenAnswer, oneEmbedTokenBody } from "./one-embed-token.schemas.ts";
import { createOneEmbedToken, getOneEmbedToken, revokeOneEmbedToken } from "./one-embed-token.ts";
import { revokeEmbedToken } from "./revoke-embed-token.ts";
import { startEmbeddedCall } from "./start-embedded-call.ts";
import {
  agentParams,
  createEmbedTokenBody,
  embedTokenAnswer,
  embedTokenListAnswer,
  embedTokenParams,
  linkAnswer,
  linkParams,
  startedWebCallAnswer,
  startQuery,
} from "./web-calls.schemas.ts";

const area = "Web calls";
const TOKENS = "/workflows/{workflow_id}/embed-tokens";

export const createEmbedTokenOperation = defineOperation({
  id: "embedTokens.create",
  timeline: "system",
  area,
  method: "post",
  path: TOKENS,
  summary: "Let pages of other origins begin conversations with an agent, within limits",
  permission: "admin",
  sandbox: "own",
  params: agentParams,
  body: createEmbedTokenBody,
  success: { status: 201, description: "The token and the script for a page", body: embedTokenAnswer },
  errors: { 404: "No such agent", 409: "The agent has too many" },
  run: createEmbedToken,
});

export const listEmbedTokensOperation = defineOperation({
  id: "embedTokens.list",
  area,
  method: "get",
  path: TOKENS,
  summary: "Embed tokens of an agent, newest first, with what they have used",
  permission: "viewer",
  sandbox: "read",
  params: agentParams,
  success: { status: 200, description: "The tokens", body: embedTokenListAnswer },
  errors: { 404: "No such agent" },
  share: "listing",
  run: listEmbedTokens,
});

export const revokeEmbedTokenOperation = defineOperation({
  id: "embedTokens.revoke",
  timeline: "system",
  area,
  method: "delete",
  path: `${TOKENS}/{token_id}`,
  summary: "Revoke an embed token: no new conversation can begin with it",
  permission: "admin",
  sandbox: "own",
  params: embedTokenParams,
  success: { status: 200, description: "The revoked token", body: embedTokenAnswer },
  errors: { 404: "No such token of this agent" },
  run: revokeEmbedToken,
});

const ONE_TOKEN = "/workflows/{workflow_id}/embed-token";

export const createOneEmbedTokenOperation = defineOperation({
  id: "embedTokens.createOne",
  timeline: "system",
  area,
  method: "post",
  path: ONE_TOKEN,
  summary: "Create the one embed token of an agent, for clients that know one for each agent",
  permission: "admin",
  sandbox: "own",
  params: agentParams,
  body: oneEmbedTokenBody,
  success: { status: 200, description: "The token and the script for a page", body: oneEmbedTokenAnswer },
  errors: { 404: "No such agent", 409: "The agent has too many" },
  run: createOneEmbedToken,
});

export const getOneEmbedTokenOperation = defineOperation({
  id: "embedTokens.getOne",
  area,
  method: "get",
  path: ONE_TOKEN,
  summary: "The newest embed token of an agent that is neither revoked nor expired",
  permission: "viewer",
  sandbox: "read",
  params: agentParams,
  success: { status: 200, description: "The token; null: there is none", body: oneEmbedTokenAnswer.nullable() },
  errors: { 404: "No such agent" },
  run: getOneEmbedToken,
});

export const revokeOneEmbedTokenOperation = defineOperation({
  id: "embedTokens.revokeOne",
  timeline: "system",
  area,
  method: "delete",
  path: ONE_TOKEN,
  summary: "Revoke the newest embed token of an agent",
  permission: "admin",
  sandbox: "own",
  params: agentParams,
  success: { status: 200, description: "Whether there was one", body: z.object({ success: z.boolean() }) },
  errors: { 404: "No such agent" },
  run: revokeOneEmbedToken,
});

export const startEmbeddedCallOperation = defineOperation({
  id: "webCalls.startEmbedded",
  timeline: { none: "Nobody talks yet: the event comes when somebody joins" },
  area,
  method: "post",
  path: "/public/talk/{token}",
  summary: "Begin a conversation by an embed token; it runs the published version",
  permission: "public",
  sandbox: "public",
  params: linkParams,
  query: startQuery,
  success: { status: 201, description: "Where the conversation is joined", body: startedWebCallAnswer },
  errors: {
    402: "The minutes of the token or the organization's budget are used up",
    403: "The page's origin is not among the token's",
    404: "The token is unknown, revoked or expired, or its agent is archived or not published",
    503: "The conversation would have audio, and every media process is full, or none runs",
  },
  run: startEmbeddedCall,
});

export const describeLinkOperation = defineOperation({
  id: "webCalls.describe",
  area,
  method: "get",
  path: "/public/talk/{token}",
  summary: "The target of a talk link: a conversation to join, or an agent by an embed token",
  permission: "public",
  sandbox: "public",
  params: linkParams,
  success: { status: 200, description: "The agent that talks", body: linkAnswer },
  errors: {
    404: "The token is unknown, revoked or expired, or its conversation is over",
    503: "The conversation has audio, and every media process is full, or none runs",
  },
  run: describeLink,
});

export const webCallsOperations = [
  describeLinkOperation,
  createEmbedTokenOperation,
  listEmbedTokensOperation,
  revokeEmbedTokenOperation,
  createOneEmbedTokenOperation,
  getOneEmbedTokenOperation,
  revokeOneEmbedTokenOperation,
  startEmbeddedCallOperation,
];

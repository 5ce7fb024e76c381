import { z } from "zod";
import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import {
  agentBody,
  agentCountAnswer,
  agentListAnswer,
  agentListItem,
  agentSummaryAnswer,
  agentVersionAnswer,
  agentVersionsAnswer,
  notRehearsedAnswer,
  validationAnswer,
  webhookSecretAnswer,
} from "./agents.answers.ts";
import { countAgents, getAgent, listAgents, readWebhookSecret } from "./agents.reads.ts";
import {
  agentParams,
  createAgentBody,
  moveAgentBody,
  publishAgentBody,
  setStatusBody,
  statusQuery,
  updateAgentBody,
  validateAgentBody,
  versionsQuery,
} from "./agents.schemas.ts";
import { createAgent } from "./create-agent.ts";
import { createDraft } from "./create-draft.ts";
import { duplicateAgent } from "./duplicate-agent.ts";
import { listVersions } from "./list-versions.ts";
import { moveAgent } from "./move-agent.ts";
import { nodeTypesOperations } from "./node-types.operations.ts";
import { publishAgent } from "./publish-agent.ts";
import { setAgentStatus } from "./set-agent-status.ts";
import { summarizeAgents } from "./summarize-agents.ts";
import { updateAgent } from "./update-agent.ts";
import { validateAgent } from "./validate-agent.ts";

const area = "Agents";
/** The faults of a definition in the shape of validation errors. */
const cannotTakeCalls = {
  description: "Validation error, or the definition cannot take calls",
  detail: validationAnswer,
};
const triggerPathTaken = { description: "The trigger path is in use", detail: validationAnswer };
const noSuchAgent = { 404: "No such agent in the organization" };

export const createAgentOperation = defineOperation({
  id: "agents.create",
  area,
  method: "post",
  path: "/workflows/create/definition",
  summary: "Create an agent from a definition; version 1 is published at once",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  body: createAgentBody,
  addsRows: true,
  success: { status: 200, description: "The agent", body: agentBody },
  errors: {
    402: QUOTA_REACHED,
    404: "No such channel in the organization",
    409: triggerPathTaken,
    422: cannotTakeCalls,
  },
  run: createAgent,
});

export const listAgentsOperation = defineOperation({
  id: "agents.list",
  area,
  method: "get",
  path: "/workflows",
  summary: "Every agent, without its definition",
  permission: "viewer",
  sandbox: "read",
  query: statusQuery,
  success: {
    status: 200,
    description: "The agents, newest first; of archived ones the newest 1,000",
    body: agentListAnswer,
  },
  share: "listing",
  run: listAgents,
});

export const countAgentsOperation = defineOperation({
  id: "agents.count",
  area,
  method: "get",
  path: "/workflows/count",
  summary: "How many agents there are",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The counts", body: agentCountAnswer },
  run: countAgents,
});

export const summarizeAgentsOperation = defineOperation({
  id: "agents.summary",
  area,
  method: "get",
  path: "/workflows/summary",
  summary: "Every agent by id and name",
  permission: "viewer",
  sandbox: "read",
  query: statusQuery,
  success: { status: 200, description: "The names, newest first", body: agentSummaryAnswer },
  run: summarizeAgents,
});

export const getAgentOperation = defineOperation({
  id: "agents.get",
  area,
  method: "get",
  path: "/workflows/{workflow_id}",
  summary: "One agent, with its draft or else its published version",
  permission: "viewer",
  sandbox: "read",
  params: agentParams,
  success: { status: 200, description: "The agent", body: agentBody },
  errors: noSuchAgent,
  run: getAgent,
});

export const updateAgentOperation = defineOperation({
  id: "agents.update",
  area,
  method: "put",
  path: "/workflows/{workflow_id}",
  summary: "Rename an agent, or write its draft",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: agentParams,
  body: updateAgentBody,
  addsRows: true,
  success: { status: 200, description: "The agent", body: agentBody },
  errors: {
    ...noSuchAgent,
    409: {
      ...cannotTakeCalls,
      description: "The definition cannot take calls, its trigger path is in use, or somebody has changed it since",
    },
  },
  run: updateAgent,
});

export const publishAgentOperation = defineOperation({
  id: "agents.publish",
  area,
  method: "post",
  path: "/workflows/{workflow_id}/publish",
  summary: "Make the draft the version that calls run",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: agentParams,
  body: publishAgentBody,
  addsRows: true,
  success: { status: 200, description: "The agent", body: agentBody },
  errors: {
    402: QUOTA_REACHED,
    ...noSuchAgent,
    403: "Only an owner may publish without the rehearsal that the agent needs",
    409: {
      description:
        "The version has to be rehearsed or is red, the trigger path is in use, or somebody has changed the agent since",
      detail: z.union([validationAnswer, notRehearsedAnswer]),
    },
    422: cannotTakeCalls,
  },
  run: publishAgent,
});

export const createDraftOperation = defineOperation({
  id: "agents.createDraft",
  area,
  method: "post",
  path: "/workflows/{workflow_id}/create-draft",
  summary: "The draft; a copy of the published version when there is none",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: agentParams,
  addsRows: true,
  success: { status: 200, description: "The draft", body: agentVersionAnswer },
  errors: noSuchAgent,
  run: createDraft,
});

export const listVersionsOperation = defineOperation({
  id: "agents.versions",
  area,
  method: "get",
  path: "/workflows/{workflow_id}/versions",
  summary: "The versions of an agent",
  permission: "viewer",
  sandbox: "read",
  params: agentParams,
  query: versionsQuery,
  success: {
    status: 200,
    description:
      "The versions, newest first; a page ends early where their definitions come to more than 8 MB: ask on with `offset`",
    body: agentVersionsAnswer,
  },
  errors: noSuchAgent,
  share: "listing",
  run: listVersions,
});

export const validateAgentOperation = defineOperation({
  id: "agents.validate",
  area,
  method: "post",
  path: "/workflows/{workflow_id}/validate",
  summary: "Check the definition in the body, or else the agent's own; nothing is changed",
  permission: "viewer",
  sandbox: "read",
  timeline: { none: "It only reads" },
  params: agentParams,
  body: validateAgentBody,
  success: { status: 200, description: "Whether it can take calls, and every fault", body: validationAnswer },
  errors: noSuchAgent,
  run: validateAgent,
});

export const duplicateAgentOperation = defineOperation({
  id: "agents.duplicate",
  area,
  method: "post",
  path: "/workflows/{workflow_id}/duplicate",
  summary: "Copy an agent",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: agentParams,
  addsRows: true,
  success: { status: 200, description: "The new agent", body: agentBody },
  errors: { 402: QUOTA_REACHED, ...noSuchAgent, 422: cannotTakeCalls },
  run: duplicateAgent,
});

export const setAgentStatusOperation = defineOperation({
  id: "agents.setStatus",
  area,
  method: "put",
  path: "/workflows/{workflow_id}/status",
  summary: "Archive an agent, or bring it back",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: agentParams,
  body: setStatusBody,
  success: { status: 200, description: "The agent", body: agentBody },
  errors: { ...noSuchAgent, 402: QUOTA_REACHED },
  run: setAgentStatus,
});

export const moveAgentOperation = defineOperation({
  id: "agents.move",
  area,
  method: "put",
  path: "/workflows/{workflow_id}/folder",
  summary: "Put an agent into a channel, or into none",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: agentParams,
  body: moveAgentBody,
  success: { status: 200, description: "The agent, without its definition", body: agentListItem },
  errors: { 404: "No such agent or channel in the organization" },
  run: moveAgent,
});

export const readWebhookSecretOperation = defineOperation({
  id: "agents.webhookSecret",
  area,
  method: "get",
  path: "/workflows/{workflow_id}/webhook-secret",
  summary: "The secret that webhooks of the agent's nodes are signed with",
  permission: "admin",
  sandbox: "refused",
  params: agentParams,
  success: { status: 200, description: "The secret", body: webhookSecretAnswer },
  errors: noSuchAgent,
  run: readWebhookSecret,
});

/** `count` and `summary` come before the agent's id; otherwise the router would read them as ids. */
export const agentsOperations = [
  createAgentOperation,
  listAgentsOperation,
  countAgentsOperation,
  summarizeAgentsOperation,
  getAgentOperation,
  updateAgentOperation,
  publishAgentOperation,
  createDraftOperation,
  listVersionsOperation,
  validateAgentOperation,
  duplicateAgentOperation,
  setAgentStatusOperation,
  moveAgentOperation,
  readWebhookSecretOperation,
  ...nodeTypesOperations,
];

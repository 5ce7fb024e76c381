import { randomUUID } from "node:crypto";
import { runTool } from "../../../../activities/tool/run-tool.ts";
import { createToolShares } from "../../../../activities/tool/tool-shares.ts";
import { refreshMcpOperation } from "../../../../api/tools/tools.operations.ts";
import { createConversationPorts } from "../../../../application/conversation/conversation-ports.ts";
import { openConversation } from "../../../../domain/conversation/open-conversation.ts";
import type { ChatModel, ChatRequest } from "../../../../domain/model/chat-model.ts";
import type { GuardedRequest } from "../../../../infra/guarded-request/guarded-requests.ts";
import { receptionDefinition, recordingSession } from "../../../application/conversation/rig.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import type { Tenant } from "../../../factories/tenant.ts";
import type { ApiClient } from "../../../harness/api-client.ts";
import type { HttpReceiver } from "../../../harness/http-receiver.ts";
import type { McpStandIn } from "../../../harness/mcp-stand-in.ts";
import type { TestApi } from "../../../harness/test-api.ts";
import type { TestDatabase } from "../../../harness/test-database.ts";

export interface ToolStage {
  test: TestDatabase;
  api: TestApi;
  tenant: Tenant;
  admin: ApiClient;
  receiver: HttpReceiver;
  mcp: McpStandIn;
}

/** The model's arguments for every tool. */
const GIVEN = { day: "7", city: "Rome", reason: "wrong number", expression: "1 + 1" };

/** The tool's observed behaviour in a call, or the place and reason of a refused definition. */
export type ToolObservation = { refused: unknown } | { seen: string };

/** Saves the tool, lets an agent use it, and writes down everything that reaches somebody else. */
export const observeTool = async (stage: ToolStage, definition: { type: string }): Promise<ToolObservation> => {
  const { admin, receiver, mcp } = stage;
  receiver.requests.length = 0;
  mcp.requests.length = 0;
  const response = await admin.fetch("/api/v1/tools/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "The tool", category: definition.type, definition }),
  });
  const answer: { tool_uuid: string; detail: unknown } = JSON.parse(await response.text());
  if (response.status !== 200) return { refused: answer.detail };
  const { tool_uuid } = answer;
  const refreshed =
    definition.type === "mcp" ? (await admin.call(refreshMcpOperation, { params: { tool_uuid } })).body.error : null;
  const seen = { refreshed, ...(await useTool(stage, tool_uuid)) };
  return { seen: withoutIds(JSON.stringify(seen, null, 1)) };
};

const useTool = async (stage: ToolStage, toolUuid: string) => {
  const { test, api, tenant } = stage;
  const { organizationId } = tenant;
  const agent = await createAgentRows(test, tenant, {
    definition: receptionDefinition({ start: { tool_uuids: [toolUuid] } }),
  });
  const runUuid = randomUUID();
  const { id: runId } = await test.everything
    .insertInto("call_runs")
    .values({
      uuid: runUuid,
      organization_id: organizationId,
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      name: "A call",
      mode: "simulator",
      initial_context: { name: "Ada", plan: "gold", tier: "high" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const sent: GuardedRequest[] = [];
  const { guardedRequests } = api.dependencies;
  const watched = {
    ...guardedRequests,
    send: (request: GuardedRequest) => {
      sent.push(request);
      return guardedRequests.send(request);
    },
  };
  const model = askingModel();
  const real = createConversationPorts(api.dependencies, { workflowIdOf: () => "nobody", publicBaseUrl: "" });
  const run = ({ toolCallId }: { toolCallId: string }) =>
    runTool(
      { ...api.dependencies, guardedRequests: watched, toolShares: createToolShares() },
      { organizationId, toolCallId },
    );
  const ports = {
    ...real,
    model: async () => model,
    // Of every channel somebody is there.
    transfers: {
      ...real.transfers,
      listCallees: async ({ channelId }: { channelId: number }) => [`+120255501${String(channelId).padStart(2, "0")}`],
    },
    tools: { ...real.tools, run: async (call: { toolCallId: string }) => void (await run(call)) },
  };
  const { session, told } = recordingSession();
  const conversation = await openConversation(ports, { organizationId, runUuid, driver: "relay", session });
  await conversation.begin({ turnKey: "begin", answeredBy: "person" });
  await conversation.hear({ turnKey: "1", kind: "speech", text: "Please." });
  const { requests } = model;
  return {
    functions: requests[0]?.functions.filter(({ name }) => !["book_appointment", "never_call_again"].includes(name)),
    answers: requests.map(({ messages }) => messages.at(-1)),
    told,
    sent,
    mcp: stage.mcp.requests.map(({ url, body, headers }) => ({ url, body, proof: headers.authorization })),
    transfers: await test.everything
      .selectFrom("call_transfers")
      .select(["targets", "briefing", "language", "hold", "ring_timeout_seconds"])
      .where("run_id", "=", runId)
      .execute(),
    calls: await test.everything
      .selectFrom("tool_calls")
      .select(["state", "error"])
      .where("run_id", "=", runId)
      .execute(),
  };
};

/** Calls the first function that is a tool, once, and says goodbye. */
const askingModel = (): ChatModel & { requests: ChatRequest[] } => {
  const requests: ChatRequest[] = [];
  return {
    name: "asking",
    requests,
    reply: async function* (request) {
      requests.push({ ...request, messages: structuredClone(request.messages) });
      const tool = request.stepView.tools[0];
      if (requests.length > 1 || !tool) return yield { kind: "text", text: "Done." };
      yield { kind: "call", id: "call_1", name: tool.function, arguments: JSON.stringify(GIVEN) };
    },
  };
};

/** Removes the ids that differ between tools. */
const withoutIds = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\?X-Amz-[^"\\]*/g, "?<signature>");

import type { z } from "zod";
import {
  createTextSessionOperation,
  getTextSessionOperation,
  sendMessageOperation,
} from "../../../api/conversations/text/text-sessions.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { createToolOperation } from "../../../api/tools/tools.operations.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { scriptLine } from "../../../infra/models/scripted.model.ts";
import type { RequestRow } from "../../../infra/postgres/request/request.entity.ts";
import type { Tracing } from "../../../infra/telemetry/tracing.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { createAgent } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

export interface AskingOrganization {
  test: TestDatabase;
  api: TestApi;
  tenant: Tenant;
  operator: ApiClient;
  admin: ApiClient;
  owner: ApiClient;
  /** An agent that is published; `start` is the data of its first step. */
  publish(start: Record<string, unknown>): Promise<number>;
  talk(agentId: number): Promise<TalkingSession>;
  /** The newest request, once there is one that fits. */
  request(fits?: (row: RequestRow) => boolean): Promise<RequestRow>;
  /** An HTTP tool that somebody has to confirm, and what takes it back. */
  bookingTool(url: string, fields?: object): Promise<string>;
  namespace: string;
  /** Whether the worker counts any. */
  hasToolCallsUnderWay(): boolean;
  close(): Promise<void>;
}

export interface TalkingSession {
  runId: number;
  send(text: string): Promise<void>;
  /** Returns the agent's words, turn by turn. */
  said(): Promise<(string | undefined)[]>;
}

/** Starts an organization with an API and a worker, whose agents follow a script and ask people. */
export const startAskingOrganization = async (
  script: z.input<typeof scriptLine>[],
  {
    hasWorker = true,
    logger,
    tracing,
    environment = {},
  }: { hasWorker?: boolean; logger?: Logger; tracing?: Tracing; environment?: Record<string, string> } = {},
): Promise<AskingOrganization> => {
  const namespace = await createTestNamespace();
  const test = await createTestDatabase();
  const api = await startTestApi(test, {
    environment: { TEMPORAL_NAMESPACE: namespace, ...environment },
    dependencies: { ...(logger && { logger }), ...(tracing && { tracing }) },
  });
  const worker = hasWorker ? await startTestWorker(test, { api, namespace }) : null;
  const tenant = await createTenant(test, "ours");
  const clientOf = ({ token }: { token: string }) => api.client({ token });
  const [operator, admin, owner] = [clientOf(tenant.operator), clientOf(tenant.admin), clientOf(tenant.owner)];
  await owner.call(setModelsOperation, { body: { llm: { provider: "local", model: "scripted", script } } });
  return {
    test,
    api,
    tenant,
    operator,
    admin,
    owner,
    publish: async (start) => (await createAgent(owner, { workflow_definition: receptionDefinition({ start }) })).id,
    talk: (agentId) => talk(operator, agentId),
    request: (fits = () => true) => newestRequest(test, fits),
    namespace,
    hasToolCallsUnderWay: () => worker?.toolCalls.isAny() ?? false,
    bookingTool: async (url, fields = {}) => {
      const day = { name: "day", type: "string" as const, description: "The day", required: true };
      const config = { method: "POST" as const, url, parameters: [day] };
      const body = {
        name: "Book a table",
        definition: { type: "http_api" as const, config },
        requires_confirmation: true,
        compensation: { method: "DELETE" as const, url: `${url}/{{id}}`, arguments: { id: "{{result.id}}" } },
        ...fields,
      };
      return (await owner.call(createToolOperation, { body })).body.tool_uuid;
    },
    close: async () => {
      await worker?.stop();
      await api.close();
      await test.drop();
    },
  };
};

const talk = async (client: ApiClient, agentId: number): Promise<TalkingSession> => {
  const { body } = await client.call(createTextSessionOperation, { params: { workflow_id: agentId }, body: {} });
  const params = { workflow_id: agentId, run_id: body.workflow_run_id };
  return {
    runId: body.workflow_run_id,
    send: async (text) => {
      await client.call(sendMessageOperation, { params, body: { text } });
    },
    said: async () =>
      (await client.call(getTextSessionOperation, { params })).body.session_data.turns.map(
        (turn) => turn.assistant_message?.text,
      ),
  };
};

const newestRequest = (test: TestDatabase, fits: (row: RequestRow) => boolean): Promise<RequestRow> =>
  waitUntil("there is a request", async () => {
    const rows = await test.everything.selectFrom("requests").selectAll().orderBy("id", "desc").execute();
    return rows.find(fits);
  });

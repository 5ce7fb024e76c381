import { randomUUID } from "node:crypto";
import { runTool, type ToolDependencies } from "../../../activities/tool/run-tool.ts";
import { createToolShares } from "../../../activities/tool/tool-shares.ts";
import { type Credential, readCredential } from "../../../domain/secret/credential-data.ts";
import { toolDefinition } from "../../../domain/tool/tool-definition.ts";
import { systemClock } from "../../../infra/clock.ts";
import { readConnectors } from "../../../infra/connector/connector-registry.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { createLogger } from "../../../infra/logger.ts";
import { sealCredential } from "../../../infra/postgres/credential/credential.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

/** Tool calls by rows, carried out by the real activity. */
export interface ToolRig {
  tenant: Tenant;
  deps: ToolDependencies;
  credential(type: Credential["type"], data: object): Promise<string>;
  tool(definition: object): Promise<string>;
  request(toolUuid: string, given?: object, name?: string): Promise<string>;
  run(toolCallId: string): ReturnType<typeof runTool>;
  row(
    toolCallId: string,
  ): Promise<{ state: string; attempts: number; status_code: number | null; error: string | null; result: unknown }>;
}

export const CONTEXT = { name: "Ada", customer: { id: 42, vip: true } };

export const createToolRig = async (
  test: TestDatabase,
  given: { tenant?: Tenant; deps?: Partial<ToolDependencies> } = {},
): Promise<ToolRig> => {
  const tenant = given.tenant ?? (await createTenant(test));
  const { organizationId: organization_id } = tenant;
  const agent = await createAgentRows(test, tenant);
  const run = await test.everything
    .insertInto("call_runs")
    .values({
      organization_id,
      uuid: randomUUID(),
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      name: "A call",
      mode: "simulator",
      initial_context: CONTEXT,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await test.everything
    .insertInto("conversations")
    .values({ run_id: run.id, organization_id, driver: "text", gathered: { mood: "fine" } })
    .execute();
  const deps = {
    database: test.database,
    guardedRequests: createGuardedRequests(readOutboundPolicy("127.0.0.1")),
    connectors: readConnectors({}),
    secrets: testSecrets,
    clock: systemClock,
    logger: createLogger("test", { level: "silent" }),
    toolShares: createToolShares(),
    ...given.deps,
  };
  return {
    tenant,
    deps,
    credential: async (type, data) => {
      const uuid = randomUUID();
      const columns = sealCredential(readCredential(type, data), { uuid, secrets: testSecrets });
      await test.everything
        .insertInto("credentials")
        .values({ organization_id, uuid, name: "A key", ...columns })
        .execute();
      return uuid;
    },
    tool: async (input) => {
      const tool_uuid = randomUUID();
      const definition = toolDefinition.parse(input);
      const values = { organization_id, tool_uuid, name: "A tool", category: definition.type, definition };
      await test.everything.insertInto("tools").values(values).execute();
      return tool_uuid;
    },
    request: async (tool_uuid, given = {}, name = "a_tool") => {
      const uuid = randomUUID();
      const arguments_sealed = testSecrets.seal(JSON.stringify(given), `tool-call:${uuid}`);
      await test.everything
        .insertInto("tool_calls")
        .values({ uuid, organization_id, run_id: run.id, turn: 1, tool_uuid, name, request_id: uuid, arguments_sealed })
        .execute();
      return uuid;
    },
    run: (toolCallId) => runTool(deps, { organizationId: organization_id, toolCallId }),
    row: async (toolCallId) => {
      const { state, attempts, status_code, error, result_sealed } = await test.everything
        .selectFrom("tool_calls")
        .selectAll()
        .where("uuid", "=", toolCallId)
        .executeTakeFirstOrThrow();
      const result: unknown = result_sealed && JSON.parse(testSecrets.open(result_sealed, `tool-call:${toolCallId}`));
      return { state, attempts, status_code, error, result };
    },
  };
};

import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { hireTemplateOperation } from "../../../api/marketplace/marketplace.operations.ts";
import { templateHireContract } from "../../../workflows/template-hire/template-hire.contract.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type KilledWorkerRig, startKilledWorkerRig } from "../documents/killed-worker-rig.ts";
import type { StopPoint } from "../documents/stop-points.ts";

let rig: KilledWorkerRig;

beforeAll(async () => {
  rig = await startKilledWorkerRig();
});
afterAll(() => rig.close());

const IDEMPOTENCY_KEY = "killed-hire";
/** The writes of a hire's steps; `commit`: the step is committed, and the worker never gets the answer. */
const STEPS: readonly Omit<StopPoint, "at">[] = [
  { table: "agents", event: "insert" },
  { table: "tools", event: "insert" },
  { table: "documents", event: "insert" },
  { table: "timeline_events", event: "insert", when: "new.summary like '%was hired%'" },
];

it("a hire makes everything once, wherever its worker is killed", async () => {
  const admin = rig.api.client({ token: rig.tenant.admin.token });
  const ask = () =>
    admin.call(
      hireTemplateOperation,
      {
        params: { template_id: "order-status" },
        body: {
          agent_name: "Robin",
          variables: { business_name: "Example", order_api_url: "http://127.0.0.1:9/orders" },
        },
      },
      { idempotencyKey: IDEMPOTENCY_KEY },
    );
  // It may be told that the agent is still being made: it is asked again below.
  const asked = ask().catch(() => null);
  for (const step of STEPS) {
    await rig.killAt({ ...step, at: "statement" });
    await rig.killAt({ ...step, at: "commit" });
  }
  rig.startWorker();
  await asked;
  const [hire] = await waitUntil("it is hired", async () => {
    const rows = await rig.points.query<{ uuid: string; agent_id: number }>(
      "select uuid, agent_id::int from template_hires where state = 'hired'",
    );
    return rows.length > 0 ? rows : undefined;
  });
  expect((await ask()).body.id).toBe(hire?.agent_id);
  const workflowId = templateHireContract.workflowId({
    organizationId: rig.tenant.organizationId,
    hireUuid: hire?.uuid ?? "",
  });
  expect(await rig.api.dependencies.temporal.workflow.getHandle(workflowId).result()).toEqual({
    kind: "hired",
    agentId: hire?.agent_id,
  });
  const [counts] = await rig.points.query(
    `select (select count(*)::int from agents) as agents, (select count(*)::int from agent_versions) as versions,
      (select count(*)::int from tools) as tools, (select count(*)::int from documents) as documents,
      (select count(*)::int from document_versions) as files, (select count(*)::int from template_hires) as hires,
      (select count(*)::int from timeline_events where summary like '%was hired%') as told`,
  );
  expect(counts).toEqual({ agents: 1, versions: 1, tools: 1, documents: 1, files: 1, hires: 1, told: 1 });
});

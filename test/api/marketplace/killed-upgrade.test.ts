import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  getHireOperation,
  hireTemplateOperation,
  upgradeHireOperation,
} from "../../../api/marketplace/marketplace.operations.ts";
import { settleEditOperation } from "../../../api/requests/requests.operations.ts";
import { documentProcessingContract } from "../../../workflows/document-processing/document-processing.contract.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type KilledWorkerRig, startKilledWorkerRig } from "../documents/killed-worker-rig.ts";
import type { StopPoint } from "../documents/stop-points.ts";

let rig: KilledWorkerRig;

beforeAll(async () => {
  rig = await startKilledWorkerRig();
});
afterAll(() => rig.close());

const untilProcessed = (documentUuid: string): Promise<unknown> => {
  const address = { organizationId: rig.tenant.organizationId, documentUuid };
  const { workflow } = rig.api.dependencies.temporal;
  return workflow.getHandle(documentProcessingContract.workflowId(address)).result();
};

/**
 * The worker's writes for the document of an upgrade; `commit`: it is committed, and the worker never gets the answer.
 */
const STEPS: readonly Omit<StopPoint, "at">[] = [
  { table: "documents", event: "insert" },
  { table: "template_hires", event: "update", when: "old.documents_due is not null and new.documents_due is null" },
  { table: "requests", event: "update", when: "old.told_at is null and new.told_at is not null" },
];

it("an upgrade brings its document once, wherever its worker is killed", async () => {
  const admin = rig.api.client({ token: rig.tenant.admin.token });
  await rig.useModel("four");
  rig.startWorker();
  // The answer may be a request to repeat it, where making the agent takes longer.
  const { body: hired } = await waitUntil("an agent is hired", () =>
    admin.call(
      hireTemplateOperation,
      {
        params: { template_id: "order-status" },
        body: {
          agent_name: "Robin",
          variables: { business_name: "Example", order_api_url: "http://127.0.0.1:9/orders" },
        },
      },
      { idempotencyKey: "hired-once" },
    ),
  );
  await waitUntil("it is hired", async () => {
    const { body } = await admin.call(getHireOperation, { params: { workflow_id: hired.id } });
    return body.state === "hired";
  });
  await waitUntil("its document was read", async () =>
    rig.points
      .query<{ state: string }>("select state from documents")
      .then((rows) => rows.every(({ state }) => state === "ready" || state === "failed")),
  );
  // A document's workflow that is still open would go on with the rows that are put in the place of its own.
  const documents = await rig.points.query<{ uuid: string }>("select document_uuid as uuid from documents");
  for (const { uuid } of documents) await untilProcessed(uuid);
  await rig.kill();
  // The agent is left as if its template had had no document.
  await rig.points.query("delete from documents");
  await rig.points.query("update template_hires set template_version = '0.9.0'");
  const { body: proposed } = await admin.call(upgradeHireOperation, { params: { workflow_id: hired.id }, body: {} });
  if (proposed.event_id === null) throw new Error(proposed.detail);
  await admin.call(settleEditOperation, { body: { event_id: proposed.event_id, decision: "publish" } });
  for (const step of STEPS) {
    await rig.killAt({ ...step, at: "statement" });
    await rig.killAt({ ...step, at: "commit" });
  }
  rig.startWorker();
  await waitUntil("the request is finished", async () => {
    const rows = await rig.points.query("select 1 from requests where finished_at is not null");
    return rows.length === 1;
  });
  const counts = await waitUntil("the document is read", async () => {
    const [row] = await rig.points.query<{ state: string }>(
      `select (select count(*)::int from documents) as documents, (select count(*)::int from document_versions) as files,
        (select max(state) from documents) as state, (select max(processing_error) from documents) as error`,
    );
    return row?.state === "ready" || row?.state === "failed" ? row : undefined;
  });
  expect(counts).toEqual({ documents: 1, files: 1, state: "ready", error: null });
});

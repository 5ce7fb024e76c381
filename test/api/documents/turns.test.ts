import { expect, it } from "@jest/globals";
import { processDocumentOperation } from "../../../api/documents/documents.operations.ts";
import { documentProcessingContract } from "../../../workflows/document-processing/document-processing.contract.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DocumentsTenant, documentsTenant, startDocumentsRig } from "./documents-rig.ts";

it("a long document gives its place to another organization's, and goes on behind it", async () => {
  const reads: string[] = [];
  let nowMs = Date.now();
  const clock = { now: () => new Date(nowMs) };
  const hold = Promise.withResolvers<void>();
  const rig = await startDocumentsRig({
    places: 1,
    worker: ({ objectStore }) => ({
      clock,
      objectStore: {
        ...objectStore,
        read: async (key) => {
          reads.push(key);
          if (reads.length === 1) await hold.promise;
          return objectStore.read(key);
        },
      },
    }),
  });
  try {
    const [long, short] = [await documentsTenant(rig), await documentsTenant(rig)];
    const begin = async ({ operator, upload }: DocumentsTenant, content: string) => {
      const { document_uuid, object_store_key } = await upload({ name: "text.md", content });
      await operator.call(processDocumentOperation, { body: { document_uuid, object_store_key } });
      return document_uuid;
    };
    const longUuid = await begin(long, "# Hours\n\nThe office opens at nine.\n\n".repeat(500));
    await waitUntil("it has the only place", () => reads.length === 1);
    const shortUuid = await begin(short, "The office is closed.");
    const address = { organizationId: short.tenant.organizationId, documentUuid: shortUuid };
    const { workflow } = rig.api.dependencies.temporal;
    const waiting = workflow.getHandle(documentProcessingContract.workflowId(address));
    await waitUntil("the other one waits for it", async () => {
      const { pendingActivities } = (await waiting.describe()).raw;
      return (pendingActivities ?? []).length === 1;
    });
    // The first turn has lasted, and those that begin from now on have not.
    nowMs += 3_600_000;
    hold.resolve();
    expect(await long.ended(longUuid)).toMatchObject({ state: "ready" });
    expect(await short.ended(shortUuid)).toMatchObject({ state: "ready" });
    const ready = await rig.test.everything
      .selectFrom("document_versions")
      .select("organization_id")
      .where("state", "=", "ready")
      .orderBy("completed_at")
      .execute();
    expect(ready.map(({ organization_id }) => organization_id)).toEqual([
      short.tenant.organizationId,
      long.tenant.organizationId,
    ]);
  } finally {
    await rig.close();
  }
});

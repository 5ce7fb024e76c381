import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { sql } from "kysely";
import { lockConfiguredModel } from "../../../activities/document-processing/configured-model.ts";
import { createDocumentReindexingActivities } from "../../../activities/document-processing/document-reindexing.activities.ts";
import { keepOneEdition } from "../../../activities/document-processing/switch-vectors.ts";
import { restartLostReindexing } from "../../../activities/maintenance/restart-lost-reindexing.ts";
import {
  deleteDocumentOperation,
  getDocumentOperation,
  searchDocumentsOperation,
} from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { markUnindexed } from "../../../infra/postgres/document/outdated-documents.repository.ts";
import { documentReindexingContract } from "../../../workflows/document-processing/document-reindexing.contract.ts";
import type { NextDocument } from "../../../workflows/document-processing/document-reindexing.ports.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DocumentsRig, type DocumentsTenant, documentsTenant, startDocumentsRig } from "./documents-rig.ts";
import { type EmbeddingServer, startEmbeddingServer } from "./embedding-server.ts";

/** Passages that are embedded with one request. */
const BATCH = 64;

let rig: DocumentsRig;
let server: EmbeddingServer;
beforeAll(async () => {
  rig = await startDocumentsRig();
  server = await startEmbeddingServer();
});
afterAll(async () => {
  await server.close();
  await rig.close();
});

const setModel = ({ tenant }: DocumentsTenant, model: string) => {
  const embeddings = { provider: "openai", model, api_key: "a key", base_url: server.baseUrl };
  return rig.api.client(tenant.admin).call(setModelsOperation, { body: { embeddings } });
};
const documentOf = async ({ operator }: DocumentsTenant, document_uuid: string) =>
  (await operator.call(getDocumentOperation, { params: { document_uuid } })).body;
const search = async ({ operator }: DocumentsTenant, query: string) =>
  (await operator.call(searchDocumentsOperation, { body: { query } })).body;
const isReindexed = (knowledge: DocumentsTenant, documentUuid: string, model: string) =>
  waitUntil(`the document has vectors of ${model}`, async () => {
    const document = await documentOf(knowledge, documentUuid);
    return document.versions[0]?.embedding_model === `openai/${model}` && document.state === "ready" && document;
  });

describe("passages of the built-in model", () => {
  const passagesOf = ({ tenant }: DocumentsTenant) =>
    rig.test.everything
      .selectFrom("document_passages")
      .select(["embedding", "embedding_model"])
      .where("organization_id", "=", tenant.organizationId)
      .execute();
  const BUILT_IN = [{ embedding: null, embedding_model: "local/lexical-1" }];

  it("are written once, without their vectors, and found by these", async () => {
    const knowledge = await documentsTenant(rig);
    await sql`create function refuse_update() returns trigger language plpgsql as
      $$ begin raise 'a passage is written twice'; end $$`.execute(rig.test.everything);
    await sql`create trigger refuse before update on document_passages for each row
      when (old.organization_id = ${sql.lit(knowledge.tenant.organizationId)}) execute function refuse_update()`.execute(
      rig.test.everything,
    );
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within thirty days." });
    expect(await passagesOf(knowledge)).toEqual(BUILT_IN);
    const found = await search(knowledge, "payable");
    expect(found).toMatchObject({ degraded: null, chunks: [{ document_uuid }] });
    expect(found.chunks[0]?.similarity).toBeGreaterThan(0);
    await sql`drop trigger refuse on document_passages`.execute(rig.test.everything);
  });

  it("lose the vectors of the model before it", async () => {
    const knowledge = await documentsTenant(rig, { embeddings: false });
    await setModel(knowledge, "before");
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within sixty days." });
    expect(await passagesOf(knowledge)).toEqual([{ embedding: expect.any(Buffer), embedding_model: "openai/before" }]);
    const body = { embeddings: { provider: "local" as const, model: "lexical" } };
    await rig.api.client(knowledge.tenant.admin).call(setModelsOperation, { body });
    await waitUntil("it is ready again", async () => {
      const { versions, state } = await documentOf(knowledge, document_uuid);
      return versions[0]?.embedding_model === "local/lexical-1" && state === "ready";
    });
    expect(await passagesOf(knowledge)).toEqual(BUILT_IN);
    const found = await search(knowledge, "payable");
    expect(found).toMatchObject({ degraded: null, chunks: [{ document_uuid }] });
  });
});

describe("a change of the model", () => {
  it("gives every document new vectors, once; meanwhile they are found", async () => {
    const knowledge = await documentsTenant(rig);
    const first = await knowledge.add({ name: "a.txt", content: "The premium plan includes a phone line." });
    const second = await knowledge.add({ name: "b.txt", content: "Opening hours are from nine to five." });
    expect(first.versions[0]?.embedding_model).toBe("local/lexical-1");
    const texts = server.answered.flat().length;
    server.holds = (asked) => !asked.includes("premium plan");
    await setModel(knowledge, "new");
    await waitUntil("vectors are asked for", () => server.askedAtMs.length > 0);
    expect(await documentOf(knowledge, first.document_uuid)).toMatchObject({
      state: "stale",
      processing_status: "completed",
      needs_reingest: true,
      state_detail: expect.stringContaining("another model"),
    });
    const meanwhile = await search(knowledge, "premium plan");
    expect(meanwhile).toMatchObject({ degraded: null, total_results: 2 });
    expect(meanwhile.chunks[0]).toMatchObject({ document_uuid: first.document_uuid });
    server.release();
    for (const { document_uuid } of [first, second]) {
      const document = await isReindexed(knowledge, document_uuid, "new");
      expect(document).toMatchObject({ needs_reingest: false, state_detail: null, version: 1, total_chunks: 1 });
    }
    const asked = server.answered.flat().slice(texts);
    expect(asked.filter((text) => text.includes("phone line"))).toHaveLength(1);
    const after = await search(knowledge, "premium plan");
    expect(after).toMatchObject({ degraded: null, total_results: 2 });
    expect(after.chunks[0]).toMatchObject({ document_uuid: first.document_uuid });
  });

  it("back to the model before makes nothing new", async () => {
    const knowledge = await documentsTenant(rig, { embeddings: false });
    await setModel(knowledge, "one");
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within thirty days." });
    await rig.test.everything
      .updateTable("documents")
      .set({ needs_reingest: true, state: "stale", reingest_error: "The model refuses the key." })
      .where("document_uuid", "=", document_uuid)
      .execute();
    await setModel(knowledge, "one");
    expect(await documentOf(knowledge, document_uuid)).toMatchObject({ state: "ready", needs_reingest: false });
  });

  it("a change of the model that fails leaves the vectors before, with the reason; the next change tries again", async () => {
    const knowledge = await documentsTenant(rig, { embeddings: false });
    await setModel(knowledge, "old");
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within fourteen days." });
    const { tenant } = knowledge;
    server.status = 401;
    await setModel(knowledge, "refused");
    const failed = await waitUntil("it has failed", async () => {
      const document = await documentOf(knowledge, document_uuid);
      return document.state_detail?.startsWith("no new vectors could be made") && document;
    });
    expect(failed).toMatchObject({ state: "stale", needs_reingest: true, processing_status: "completed" });
    expect((await search(knowledge, "fourteen days")).chunks).toHaveLength(1);
    const id = documentReindexingContract.workflowId(tenant);
    const handle = rig.api.dependencies.temporal.workflow.getHandle(id);
    expect(await handle.result()).toEqual({ done: 0, failed: 1 });
    // Maintenance does not repeat what a person has to mend.
    expect(await restartLostReindexing(rig.api.dependencies)).toBe(0);
    server.status = 200;
    await setModel(knowledge, "better");
    await isReindexed(knowledge, document_uuid, "better");
  });

  it("a change of the model whose workflow was lost is taken up again by maintenance", async () => {
    const knowledge = await documentsTenant(rig, { embeddings: false });
    await setModel(knowledge, "old");
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within ten days." });
    await rig.test.everything
      .updateTable("model_configurations")
      .set({ model: "other" })
      .where("organization_id", "=", knowledge.tenant.organizationId)
      .execute();
    await rig.test.everything
      .updateTable("documents")
      .set({ needs_reingest: true, state: "stale" })
      .where("document_uuid", "=", document_uuid)
      .execute();
    expect(await restartLostReindexing(rig.api.dependencies)).toBe(1);
    await isReindexed(knowledge, document_uuid, "other");
  });

  it("leaves nothing of a document that is deleted meanwhile", async () => {
    const knowledge = await documentsTenant(rig, { embeddings: false });
    await setModel(knowledge, "old");
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within twelve days." });
    server.answersLeft = 0;
    const before = server.askedAtMs.length;
    await setModel(knowledge, "new");
    await waitUntil("vectors are asked for", () => server.askedAtMs.length > before);
    await knowledge.operator.call(deleteDocumentOperation, { params: { document_uuid } });
    server.answersLeft = Number.POSITIVE_INFINITY;
    server.hangUp();
    const id = documentReindexingContract.workflowId(knowledge.tenant);
    await rig.api.dependencies.temporal.workflow.getHandle(id).result();
    expect((await search(knowledge, "twelve days")).chunks).toEqual([]);
  });

  it("asks a model that takes no more requests again when it said", async () => {
    const knowledge = await documentsTenant(rig);
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within two days." });
    const before = server.askedAtMs.length;
    server.refusals = { count: 1, retryAfterSeconds: 3 };
    await setModel(knowledge, "limited");
    await isReindexed(knowledge, document_uuid, "limited");
    const [refused = 0, answered = 0] = server.askedAtMs.slice(before);
    expect(answered - refused).toBeGreaterThanOrEqual(2900);
  });

  it("while a long document is embedded asks the model before for no more of it", async () => {
    const other = await startEmbeddingServer();
    try {
      const knowledge = await documentsTenant(rig, { embeddings: false });
      await setModel(knowledge, "old");
      const content = Array.from({ length: 200 }, (_, at) => `# Part ${at}\n\nPay within ${at} days.`).join("\n\n");
      const { document_uuid, total_chunks } = await knowledge.add({ name: "a.md", content, mimeType: "text/markdown" });
      expect(total_chunks).toBeGreaterThan(2 * BATCH);
      other.holds = () => other.askedAtMs.length === 2;
      const embeddings = { provider: "openai", model: "other", api_key: "a key", base_url: other.baseUrl };
      await rig.api.client(knowledge.tenant.admin).call(setModelsOperation, { body: { embeddings } });
      await waitUntil("the second batch is asked for", () => other.askedAtMs.length === 2);
      await setModel(knowledge, "old");
      other.release();
      const id = documentReindexingContract.workflowId(knowledge.tenant);
      expect(await rig.api.dependencies.temporal.workflow.getHandle(id).result()).toMatchObject({ failed: 0 });
      expect(other.askedAtMs).toHaveLength(2);
      await isReindexed(knowledge, document_uuid, "old");
      const { rows } = await sql`
        select distinct p.embedding_model from document_passages p join documents d on d.id = p.document_id
        where d.document_uuid = ${document_uuid}`.execute(rig.test.everything);
      expect(rows).toEqual([{ embedding_model: "openai/old" }]);
      expect((await search(knowledge, "within 150 days")).chunks[0]).toMatchObject({
        chunk_text: "Pay within 150 days.",
      });
    } finally {
      await other.close();
    }
  });

  it("a change of the model that fails between the index and the rows leaves readers the vectors before", async () => {
    const knowledge = await documentsTenant(rig);
    const { tenant } = knowledge;
    const text = "Pay within nine days.";
    const { document_uuid: documentUuid } = await knowledge.add({ name: "a.txt", content: text });
    const { passageIndex } = rig.api.dependencies;
    const edition = { documentUuid, version: 1, model: "openai/new" };
    const passage = { ...edition, id: "1", ordinal: 0, text, context: "", scope: { kind: "library" as const } };
    await passageIndex.put(tenant.organizationId, [{ ...passage, vector: new Float32Array(1536) }]);
    await passageIndex.makeCurrent(tenant.organizationId, edition);
    await keepOneEdition(rig.api.dependencies, { ...tenant, documentUuid, version: 1 });
    expect(await search(knowledge, "nine days")).toMatchObject({ degraded: null, total_results: 1 });
  });

  it("is not failed by the model before it", async () => {
    const knowledge = await documentsTenant(rig, { embeddings: false });
    await setModel(knowledge, "old");
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within one day." });
    const { tenant } = knowledge;
    const { nextOutdated, failReindexing } = createDocumentReindexingActivities(rig.api.dependencies);
    const activity = new MockActivityEnvironment();
    server.holds = () => true;
    await setModel(knowledge, "wrong");
    // The workflow that has made it readable may still be about to end.
    const next = await waitUntil("the document needs new vectors", async () => {
      const outdated: NextDocument = await activity.run(nextOutdated, tenant);
      return outdated.kind === "document" && outdated;
    });
    await setModel(knowledge, "right");
    await activity.run(failReindexing, { ...next.version, error: "The model is wrong." });
    expect(await documentOf(knowledge, document_uuid)).toMatchObject({
      needs_reingest: true,
      state_detail: expect.stringContaining("another model"),
    });
    server.release();
    await isReindexed(knowledge, document_uuid, "right");
  });

  it("waits for a document that is becoming readable, though no model was configured", async () => {
    const knowledge = await documentsTenant(rig, { embeddings: false });
    const { dependencies } = rig.api;
    const { organizationId } = knowledge.tenant;
    const changed = await dependencies.database.inOrganization(organizationId, async (tx) => {
      expect(await lockConfiguredModel(tx, { ...dependencies, organizationId })).toBe("local/lexical-1");
      const change = setModel(knowledge, "first");
      await waitUntil("the change waits", async () => {
        const { rows } = await sql`
          select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()
        `.execute(rig.test.everything);
        return rows.length > 0;
      });
      return { change };
    });
    expect((await changed.change).status).toBe(200);
  });

  it("fills an index that has lost everything, with the vectors that are stored", async () => {
    const knowledge = await documentsTenant(rig, { embeddings: false });
    await setModel(knowledge, "kept");
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within twenty days." });
    const { passageIndex } = rig.api.dependencies;
    await passageIndex.remove(knowledge.tenant.organizationId, { documentUuid: document_uuid });
    expect((await search(knowledge, "twenty days")).chunks).toEqual([]);
    const asked = server.answered.flat().filter((text) => text.includes("Pay within twenty")).length;
    await rig.test.everything.transaction().execute(markUnindexed);
    expect(await documentOf(knowledge, document_uuid)).toMatchObject({
      state: "stale",
      state_detail: expect.stringContaining("indexed again"),
    });
    expect(await restartLostReindexing(rig.api.dependencies)).toBeGreaterThanOrEqual(1);
    await isReindexed(knowledge, document_uuid, "kept");
    expect((await search(knowledge, "twenty days")).chunks).toHaveLength(1);
    expect(server.answered.flat().filter((text) => text.includes("Pay within twenty"))).toHaveLength(asked);
  });
});

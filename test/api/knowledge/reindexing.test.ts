import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  deleteDocumentOperation,
  getDocumentOperation,
  searchKnowledgeOperation,
} from "../../../api/knowledge/knowledge.operations.ts";
import { restartLostReindexing } from "../../../api/models/restart-lost-reindexing.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { knowledgeReindexingContract } from "../../../workflows/document-processing/knowledge-reindexing.contract.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type EmbeddingServer, startEmbeddingServer } from "./embedding-server.ts";
import { type KnowledgeRig, type KnowledgeTenant, knowledgeTenant, startKnowledgeRig } from "./knowledge-rig.ts";

let rig: KnowledgeRig;
let server: EmbeddingServer;
beforeAll(async () => {
  rig = await startKnowledgeRig();
  server = await startEmbeddingServer();
});
afterAll(async () => {
  await server.close();
  await rig.close();
});

const setModel = ({ tenant }: KnowledgeTenant, model: string) => {
  const embeddings = { provider: "openai", model, api_key: "a key", base_url: server.baseUrl };
  return rig.api.client(tenant.admin).call(setModelsOperation, { body: { embeddings } });
};
const documentOf = async ({ operator }: KnowledgeTenant, document_uuid: string) =>
  (await operator.call(getDocumentOperation, { params: { document_uuid } })).body;
const search = async ({ operator }: KnowledgeTenant, query: string) =>
  (await operator.call(searchKnowledgeOperation, { body: { query } })).body;
const isReindexed = (knowledge: KnowledgeTenant, documentUuid: string, model: string) =>
  waitUntil(`the document has vectors of ${model}`, async () => {
    const document = await documentOf(knowledge, documentUuid);
    return document.versions[0]?.embedding_model === `openai/${model}` && document.state === "ready" && document;
  });

describe("a change of the model", () => {
  it("gives every document new vectors, once; meanwhile they are found", async () => {
    const knowledge = await knowledgeTenant(rig);
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
    const knowledge = await knowledgeTenant(rig, { embeddings: false });
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

  it("that fails leaves the vectors before, with the reason; the next change tries again", async () => {
    const knowledge = await knowledgeTenant(rig, { embeddings: false });
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
    const id = knowledgeReindexingContract.workflowId(tenant);
    const handle = rig.api.dependencies.temporal.workflow.getHandle(id);
    expect(await handle.result()).toEqual({ done: 0, failed: 1 });
    // No sweep repeats what a person has to mend.
    expect(await restartLostReindexing(rig.api.dependencies)).toBe(0);
    server.status = 200;
    await setModel(knowledge, "better");
    await isReindexed(knowledge, document_uuid, "better");
  });

  it("whose workflow was lost is taken up again by the sweep", async () => {
    const knowledge = await knowledgeTenant(rig, { embeddings: false });
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
    const knowledge = await knowledgeTenant(rig, { embeddings: false });
    await setModel(knowledge, "old");
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: "Pay within twelve days." });
    server.answersLeft = 0;
    const before = server.askedAtMs.length;
    await setModel(knowledge, "new");
    await waitUntil("vectors are asked for", () => server.askedAtMs.length > before);
    await knowledge.operator.call(deleteDocumentOperation, { params: { document_uuid } });
    server.answersLeft = Number.POSITIVE_INFINITY;
    server.hangUp();
    const id = knowledgeReindexingContract.workflowId(knowledge.tenant);
    await rig.api.dependencies.temporal.workflow.getHandle(id).result();
    expect((await search(knowledge, "twelve days")).chunks).toEqual([]);
  });
});

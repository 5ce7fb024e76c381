import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { deleteFormerModels } from "../../../activities/maintenance/delete-former-models.ts";
import {
  deleteDocumentOperation,
  getDocumentOperation,
  processDocumentOperation,
  searchDocumentsOperation,
} from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { readDocuments } from "../../../application/document/read-documents.ts";
import { buildModelKeySealContext } from "../../../infra/postgres/model/model-configuration.repository.ts";
import { documentReindexingContract } from "../../../workflows/document-processing/document-reindexing.contract.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DocumentsRig, type DocumentsTenant, documentsTenant, startDocumentsRig } from "./documents-rig.ts";
import { type EmbeddingServer, startEmbeddingServer } from "./embedding-server.ts";
import { postFile } from "./upload-file.ts";

const PASSAGE = "Whoever stays away without notice pays twenty.";
/** Shares no word with the passage and no part of one: only a model that knows what it means finds it. */
const QUESTION = "xyzzy?";
const OTHER = "Our garden is open in June.";

let rig: DocumentsRig;
/** One for each model; all know what the question means. */
let servers: Record<"a" | "b" | "c", EmbeddingServer>;
beforeAll(async () => {
  // Where no model is configured there is none.
  rig = await startDocumentsRig({ defaultEmbeddings: null });
  const start = () => startEmbeddingServer({ meaning: (text) => (text === QUESTION ? PASSAGE : text) });
  servers = { a: await start(), b: await start(), c: await start() };
});
afterEach(() => {
  for (const server of Object.values(servers)) Object.assign(server, { status: 200, answersLeft: 1e9 }).release();
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
  await rig.close();
});

/** An organization whose documents have vectors of the model a. */
const tenantWithModel = async () => {
  const knowledge = await documentsTenant(rig, { embeddings: false });
  await setModel(knowledge, "a");
  return knowledge;
};
const setModel = ({ tenant }: DocumentsTenant, model: keyof typeof servers | null) => {
  const embeddings = model && {
    provider: "openai",
    model,
    api_key: `the key of ${model}`,
    base_url: servers[model].baseUrl,
  };
  return rig.api.client(tenant.admin).call(setModelsOperation, { body: embeddings ? { embeddings } : {} });
};
/** Its documents are not embedded, its questions are. */
const holdDocuments = (server: EmbeddingServer) => {
  server.holds = (texts) => texts.some((text) => text !== QUESTION);
};
const search = async ({ operator }: DocumentsTenant, query = QUESTION) =>
  (await operator.call(searchDocumentsOperation, { body: { query, min_similarity: 0.5 } })).body;
const textsOf = ({ chunks }: Awaited<ReturnType<typeof search>>) => chunks.map(({ chunk_text }) => chunk_text);
const formerModels = async ({ tenant: { organizationId } }: DocumentsTenant) =>
  (
    await rig.test.everything
      .selectFrom("former_embedding_models")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .orderBy("name")
      .execute()
  ).map((row) => row.name);
const documentOf = async ({ operator }: DocumentsTenant, document_uuid: string) =>
  (await operator.call(getDocumentOperation, { params: { document_uuid } })).body;
const hasVectorsOf = (knowledge: DocumentsTenant, documentUuid: string, model: string) =>
  waitUntil(`vectors of ${model}`, async () => {
    const document = await documentOf(knowledge, documentUuid);
    const read = document.versions.find(({ version }) => version === document.current_version);
    return read?.embedding_model === `openai/${model}` && document.state === "ready" && document;
  });
const reindexed = ({ tenant }: DocumentsTenant) =>
  rig.api.dependencies.temporal.workflow.getHandle(documentReindexingContract.workflowId(tenant)).result();
const isHeld = (server: EmbeddingServer, before: number) =>
  waitUntil("documents are held back", () => server.askedAtMs.length > before);

describe("while documents get vectors of another model", () => {
  it("a question finds them by those of the former one; afterwards that one is asked no more", async () => {
    const knowledge = await tenantWithModel();
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: PASSAGE });
    const asked = servers.b.askedAtMs.length;
    holdDocuments(servers.b);
    await setModel(knowledge, "b");
    await isHeld(servers.b, asked);
    const meanwhile = await search(knowledge);
    expect(meanwhile).toMatchObject({ degraded: null, degraded_reason: null });
    expect(textsOf(meanwhile)).toEqual([PASSAGE]);
    expect(meanwhile.chunks[0]?.similarity).toBeCloseTo(1, 2);
    expect(await formerModels(knowledge)).toEqual(["openai/a"]);
    servers.b.release();
    await hasVectorsOf(knowledge, document_uuid, "b");
    expect(await formerModels(knowledge)).toEqual([]);
    const ofA = servers.a.askedAtMs.length;
    expect(textsOf(await search(knowledge))).toEqual([PASSAGE]);
    expect(servers.a.askedAtMs).toHaveLength(ofA);
    await reindexed(knowledge);
  });

  it("an agent finds them too", async () => {
    const knowledge = await tenantWithModel();
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: PASSAGE });
    const { agentId } = await createAgentRows(rig.test, knowledge.tenant);
    holdDocuments(servers.b);
    await setModel(knowledge, "b");
    const question = { agentId, documentUuids: [document_uuid], question: QUESTION };
    const read = () => readDocuments(rig.api.dependencies, knowledge.tenant.organizationId, question);
    const reading = await read();
    expect(reading).toMatchObject({ degraded: null, passages: [{ text: PASSAGE }] });
    servers.a.status = 401;
    expect(await read()).toMatchObject({ degraded: "partly text only", passages: [] });
    servers.b.release();
    await reindexed(knowledge);
  });

  it("documents of both models are found", async () => {
    const knowledge = await tenantWithModel();
    const old = await knowledge.add({ name: "a.txt", content: PASSAGE });
    holdDocuments(servers.b);
    await setModel(knowledge, "b");
    servers.b.holds = (texts) => texts.includes(PASSAGE);
    await knowledge.add({ name: "b.txt", content: `${PASSAGE} Said again.` });
    await knowledge.add({ name: "c.txt", content: OTHER });
    const { chunks } = await search(knowledge);
    expect(new Set(chunks.map(({ filename }) => filename))).toEqual(new Set(["a.txt", "b.txt"]));
    servers.b.release();
    await hasVectorsOf(knowledge, old.document_uuid, "b");
    await reindexed(knowledge);
  });

  it("the key of the former model is sealed as it was, and in no answer", async () => {
    const knowledge = await tenantWithModel();
    await knowledge.add({ name: "a.txt", content: PASSAGE });
    holdDocuments(servers.b);
    const { body } = await setModel(knowledge, "b");
    const { organizationId } = knowledge.tenant;
    const row = await rig.test.everything
      .selectFrom("former_embedding_models")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ provider: "openai", model: "a", base_url: servers.a.baseUrl });
    const sealed = row.api_key_sealed ?? Buffer.alloc(0);
    expect(sealed.toString("latin1")).not.toContain("the key of a");
    expect(testSecrets.open(sealed, buildModelKeySealContext(organizationId, "embeddings"))).toBe("the key of a");
    expect(JSON.stringify([body, await search(knowledge)])).not.toContain("the key");
    servers.b.release();
    await reindexed(knowledge);
  });
});

describe("a former model that does not answer", () => {
  it.each([
    ["refuses its key", async () => void (servers.a.status = 401), "refused the API key (401)"],
    [
      "was not kept",
      async ({ tenant: { organizationId } }: DocumentsTenant) =>
        void (await rig.test.everything
          .deleteFrom("former_embedding_models")
          .where("organization_id", "=", organizationId)
          .execute()),
      "it is no longer configured",
    ],
    [
      "has a key that does not open",
      async ({ tenant: { organizationId } }: DocumentsTenant) =>
        void (await rig.test.everything
          .updateTable("former_embedding_models")
          .set({ api_key_sealed: testSecrets.seal("a key", "for something else") })
          .where("organization_id", "=", organizationId)
          .execute()),
      "it is no longer configured",
    ],
  ])("because it %s costs its own ranking, which is said", async (_what, spoil, reason) => {
    const knowledge = await tenantWithModel();
    await knowledge.add({ name: "a.txt", content: PASSAGE });
    holdDocuments(servers.b);
    await setModel(knowledge, "b");
    await spoil(knowledge);
    const byMeaning = await search(knowledge);
    expect(byMeaning).toMatchObject({ chunks: [], degraded: "partly text only" });
    expect(byMeaning.degraded_reason).toContain("The model openai/a");
    expect(byMeaning.degraded_reason).toContain(reason);
    servers.b.holds = (texts) => texts.includes(PASSAGE);
    expect(textsOf(await search(knowledge, "away without notice"))).toEqual([PASSAGE]);
    servers.b.release();
    await reindexed(knowledge);
  });

  it("and with it the new one leaves words", async () => {
    const knowledge = await tenantWithModel();
    await knowledge.add({ name: "a.txt", content: PASSAGE });
    holdDocuments(servers.b);
    await setModel(knowledge, "b");
    for (const server of [servers.a, servers.b]) server.status = 401;
    expect(await search(knowledge, "away without notice")).toMatchObject({ total_results: 1, degraded: "text only" });
  });
});

describe("changes in a row", () => {
  it("there and back take the entry away again; nothing is embedded twice", async () => {
    const knowledge = await tenantWithModel();
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: PASSAGE });
    holdDocuments(servers.b);
    await setModel(knowledge, "b");
    expect(await formerModels(knowledge)).toEqual(["openai/a"]);
    await setModel(knowledge, "a");
    expect(await formerModels(knowledge)).toEqual([]);
    servers.b.release();
    await reindexed(knowledge);
    await hasVectorsOf(knowledge, document_uuid, "a");
    const ofB = servers.b.askedAtMs.length;
    expect(await search(knowledge)).toMatchObject({ degraded: null, chunks: [{ chunk_text: PASSAGE }] });
    expect(servers.b.askedAtMs).toHaveLength(ofB);
  });

  it("keep each model that documents have vectors of until the last of them has new ones", async () => {
    const knowledge = await tenantWithModel();
    const first = await knowledge.add({ name: "a.txt", content: OTHER });
    const second = await knowledge.add({ name: "b.txt", content: PASSAGE });
    servers.b.holds = (texts) => texts.includes(PASSAGE);
    await setModel(knowledge, "b");
    await hasVectorsOf(knowledge, first.document_uuid, "b");
    holdDocuments(servers.c);
    await setModel(knowledge, "c");
    expect(await formerModels(knowledge)).toEqual(["openai/a", "openai/b"]);
    expect(await search(knowledge)).toMatchObject({ degraded: null, chunks: [{ chunk_text: PASSAGE }] });
    expect(textsOf(await search(knowledge, OTHER))).toContain(OTHER);
    servers.b.release();
    servers.c.release();
    for (const { document_uuid } of [first, second]) await hasVectorsOf(knowledge, document_uuid, "c");
    expect(await formerModels(knowledge)).toEqual([]);
    await reindexed(knowledge);
  });

  it("to none keep no key: words are searched, and the vectors stay for when the model comes back", async () => {
    const knowledge = await tenantWithModel();
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: PASSAGE });
    holdDocuments(servers.b);
    await setModel(knowledge, "b");
    await setModel(knowledge, null);
    expect(await formerModels(knowledge)).toEqual([]);
    expect(await search(knowledge)).toMatchObject({
      chunks: [],
      degraded: "text only",
      degraded_reason: "no embedding model key is configured",
    });
    const embedded = servers.a.answered.flat().filter((text) => text === PASSAGE).length;
    await setModel(knowledge, "a");
    servers.b.release();
    await reindexed(knowledge);
    await hasVectorsOf(knowledge, document_uuid, "a");
    expect(textsOf(await search(knowledge))).toEqual([PASSAGE]);
    expect(servers.a.answered.flat().filter((text) => text === PASSAGE)).toHaveLength(embedded);
  });

  it("changes of another part of the models keep no former model", async () => {
    const knowledge = await tenantWithModel();
    await knowledge.add({ name: "a.txt", content: PASSAGE });
    const embeddings = { provider: "openai", model: "a", api_key: "another key", base_url: servers.a.baseUrl };
    const body = { embeddings, llm: { provider: "local", model: "scripted" } };
    await rig.api.client(knowledge.tenant.admin).call(setModelsOperation, { body });
    expect(await formerModels(knowledge)).toEqual([]);
    expect(await search(knowledge)).toMatchObject({ degraded: null, total_results: 1 });
  });
});

describe("a former model is forgotten", () => {
  it("with the last document that is deleted", async () => {
    const knowledge = await tenantWithModel();
    const { document_uuid } = await knowledge.add({ name: "a.txt", content: PASSAGE });
    holdDocuments(servers.b);
    await setModel(knowledge, "b");
    expect(await formerModels(knowledge)).toEqual(["openai/a"]);
    await knowledge.operator.call(deleteDocumentOperation, { params: { document_uuid } });
    expect(await formerModels(knowledge)).toEqual([]);
    servers.b.release();
    await reindexed(knowledge);
  });

  it("with the last document of which another version comes", async () => {
    const knowledge = await tenantWithModel();
    const signed = await knowledge.upload({ name: "a.txt", content: PASSAGE });
    const { document_uuid, object_store_key } = signed;
    const process = () =>
      knowledge.operator.call(processDocumentOperation, { body: { document_uuid, object_store_key } });
    await process();
    await knowledge.ended(document_uuid);
    servers.b.holds = (texts) => texts.includes(PASSAGE);
    await setModel(knowledge, "b");
    expect((await postFile(signed, OTHER)).ok).toBe(true);
    await process();
    expect(await hasVectorsOf(knowledge, document_uuid, "b")).toMatchObject({ version: 2 });
    expect(await formerModels(knowledge)).toEqual([]);
    servers.b.release();
    expect(textsOf(await search(knowledge, OTHER))).toEqual([OTHER]);
  });

  it("by maintenance, where two that went at once have left it", async () => {
    const knowledge = await tenantWithModel();
    const { organizationId: organization_id } = knowledge.tenant;
    await rig.test.everything
      .insertInto("former_embedding_models")
      .values({ organization_id, name: "openai/gone", provider: "openai", model: "gone" })
      .execute();
    expect(await deleteFormerModels(rig.api.dependencies)).toBe(1);
    expect(await formerModels(knowledge)).toEqual([]);
  });
});

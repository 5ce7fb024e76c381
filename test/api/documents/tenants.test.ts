import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  createDocumentUploadOperation,
  deleteDocumentOperation,
  getDocumentOperation,
  getDocumentUsageOperation,
  listDocumentsOperation,
  processDocumentOperation,
  searchDocumentsOperation,
  translateDocumentOperation,
} from "../../../api/documents/documents.operations.ts";
import { NOT_UPLOADED_HERE } from "../../../domain/document/document-key.ts";
import { createElasticsearchPassageIndex } from "../../../infra/passage-index/elasticsearch/elasticsearch-passage-index.ts";
import { chooseIndexNames } from "../../../infra/passage-index/elasticsearch/index-schema.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createChannel } from "../../factories/channels.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { describeOnElasticsearch, testElasticsearchUrl } from "../../harness/test-elasticsearch.ts";
import { type DocumentsRig, type DocumentsTenant, documentsTenant, startDocumentsRig } from "./documents-rig.ts";
import { postFile } from "./upload-file.ts";

const SECRET = "The vault is under the stairs.";
/** The API makes ids of this form, and nobody has these. */
const NOBODY = 999_999_999;

const whatIsSeen = (open: () => Promise<DocumentsRig>) => () => {
  let rig: DocumentsRig;
  let mine: DocumentsTenant;
  let theirs: DocumentsTenant;
  let operator: ApiClient;
  /** The other organization's documents, one of every scope. */
  let documents: Record<"library" | "org" | "channel" | "agent", Awaited<ReturnType<DocumentsTenant["add"]>>>;
  let ids: { folder_id: number; workflow_id: number };
  let own: Awaited<ReturnType<DocumentsTenant["add"]>>;

  beforeAll(async () => {
    rig = await open();
    [mine, theirs] = [await documentsTenant(rig), await documentsTenant(rig)];
    operator = mine.operator;
    const channel = await createChannel(rig.api.client(theirs.tenant.admin));
    const agent = await createAgentRows(rig.test, theirs.tenant);
    ids = { folder_id: channel.id, workflow_id: agent.agentId };
    const add = (scope: string, settings: object = {}) =>
      theirs.add({ name: `vault-${scope}.txt`, content: `${SECRET} (${scope})`, settings: { scope, ...settings } });
    documents = {
      library: await add("library"),
      org: await add("org"),
      channel: await add("channel", { folder_id: ids.folder_id }),
      agent: await add("agent", { workflow_id: ids.workflow_id }),
    };
    own = await mine.add({ name: "stairs.txt", content: "The stairs are steep.", settings: { scope: "org" } });
  });
  afterAll(() => rig.close());

  const uuids = () => Object.values(documents).map(({ document_uuid }) => document_uuid);
  const theirDocuments = async () => (await theirs.operator.call(listDocumentsOperation, {})).body;

  it("search finds nothing of it, whatever document, scope, channel or agent is asked for", async () => {
    const search = async (body: object) =>
      (await operator.call(searchDocumentsOperation, { body: { query: SECRET, limit: 50, ...body } })).body;
    const scopes = ["library", "org", "channel", "agent"].map((scope) => ({ scope }));
    for (const body of [{}, { document_uuids: uuids() }, { min_similarity: 0 }, ...scopes]) {
      const { chunks, total_results } = await search(body);
      expect(chunks.filter(({ document_uuid }) => document_uuid !== own.document_uuid)).toEqual([]);
      expect(total_results).toBe(chunks.length);
    }
    const agent = await createAgentRows(rig.test, mine.tenant);
    await rig.test.everything
      .updateTable("agent_versions")
      .set({ definition: { nodes: [{ data: { document_uuids: uuids() } }], edges: [] } })
      .where("agent_id", "=", agent.agentId)
      .execute();
    const named = await search({ workflow_id: agent.agentId });
    expect(named.chunks.map(({ filename }) => filename)).toEqual(["stairs.txt"]);
  });

  it("its ids are answered as those that nobody has", async () => {
    const said = async (...asked: Parameters<ApiClient["refused"]>) => {
      const { status, detail } = await operator.refused(...asked);
      return { status, detail };
    };
    const upload = await mine.upload({ name: "a.txt", content: "Some words." });
    const process = { document_uuid: upload.document_uuid, object_store_key: upload.object_store_key };
    const translation = { target_language: "de" };
    const asked: ((ids: { uuid: string; folder: number; agent: number }) => Parameters<ApiClient["refused"]>)[] = [
      ({ uuid }) => [getDocumentOperation, { params: { document_uuid: uuid } }],
      ({ uuid }) => [deleteDocumentOperation, { params: { document_uuid: uuid } }],
      ({ uuid }) => [translateDocumentOperation, { params: { document_uuid: uuid }, body: translation }],
      ({ folder }) => [searchDocumentsOperation, { body: { query: SECRET, folder_id: folder } }],
      ({ agent }) => [searchDocumentsOperation, { body: { query: SECRET, workflow_id: agent } }],
      ({ folder }) => [processDocumentOperation, { body: { ...process, scope: "channel", folder_id: folder } }],
      ({ agent }) => [processDocumentOperation, { body: { ...process, scope: "agent", workflow_id: agent } }],
    ];
    for (const ask of asked) {
      const nobodys = await said(...ask({ uuid: randomUUID(), folder: NOBODY, agent: NOBODY }));
      expect(nobodys.status).toBe(404);
      for (const uuid of uuids()) {
        expect(await said(...ask({ uuid, folder: ids.folder_id, agent: ids.workflow_id }))).toEqual(nobodys);
      }
    }
    expect((await theirDocuments()).total).toBe(4);
  });

  it("lists neither name its documents nor count them", async () => {
    const list = async (query: object) => (await operator.call(listDocumentsOperation, { query })).body;
    for (const query of [{ q: "vault" }, { scope: "channel" }, { scope: "agent" }, ids]) {
      expect(await list(query)).toMatchObject({ documents: [], total: 0 });
    }
    for (const query of [{ status: "ready" }, { scope: "org" }]) {
      expect(await list(query)).toMatchObject({ documents: [{ filename: "stairs.txt" }], total: 1 });
    }
  });

  it("its files are neither read nor written by naming them", async () => {
    const key = (
      await rig.test.everything
        .selectFrom("document_versions")
        .select("object_key")
        .where("organization_id", "=", theirs.tenant.organizationId)
        .orderBy("id")
        .executeTakeFirstOrThrow()
    ).object_key;
    const { document_uuid: foreign } = documents.library;
    for (const document_uuid of [randomUUID(), foreign]) {
      await operator.call(processDocumentOperation, { body: { document_uuid, object_store_key: key } });
      const failed = await mine.ended(document_uuid);
      expect(failed).toMatchObject({ state: "failed", file_hash: "", file_size_bytes: 0, total_chunks: 0 });
      expect(failed.processing_error).toBe(NOT_UPLOADED_HERE);
      await operator.call(deleteDocumentOperation, { params: { document_uuid } });
    }
    const body = { filename: "vault-library.txt", mime_type: "text/plain" };
    const { body: form } = await operator.call(createDocumentUploadOperation, { body });
    expect(form.object_store_key).toMatch(new RegExp(`^org-${mine.tenant.organizationId}/`));
    const { ok } = await postFile({ ...form, fields: { ...form.fields, key } }, "Somebody else's words.");
    expect(ok).toBe(false);
    const { body: still } = await theirs.operator.call(searchDocumentsOperation, {
      body: { query: SECRET, limit: 50 },
    });
    expect(still.chunks).toHaveLength(4);
  });

  it("the same content is a document of each", async () => {
    const added = await mine.add({ name: "copy.txt", content: `${SECRET} (library)` });
    expect(added).toMatchObject({ state: "ready", filename: "copy.txt", version: 1 });
    expect(uuids()).not.toContain(added.document_uuid);
    const { body } = await operator.call(searchDocumentsOperation, { body: { query: SECRET, limit: 50 } });
    expect(body.chunks.map(({ filename }) => filename)).toEqual(["copy.txt", "stairs.txt"]);
    await operator.call(deleteDocumentOperation, { params: { document_uuid: added.document_uuid } });
    expect(await theirDocuments()).toMatchObject({ total: 4 });
  });

  it("the figures of one count for it alone", async () => {
    const { body } = await theirs.operator.call(getDocumentUsageOperation, {});
    const used_bytes = Object.values(documents).reduce((sum, { file_size_bytes }) => sum + file_size_bytes, 0);
    expect(body).toMatchObject({ document_count: 4, chunk_count: 4, used_bytes });
    const third = await documentsTenant(rig);
    const { body: nothing } = await third.operator.call(getDocumentUsageOperation, {});
    expect(nothing).toMatchObject({ document_count: 0, chunk_count: 0, used_bytes: 0 });
  });
};

describe(
  "what is seen of another organization, with the embedded index",
  whatIsSeen(() => startDocumentsRig()),
);

const prefix = `ringdown-test-tenants-${process.pid}`;
describeOnElasticsearch("what is seen of another organization, with Elasticsearch", () => {
  // It may be a node that goes on after the tests.
  afterAll(async () => {
    const url = await testElasticsearchUrl();
    const { passages, current } = chooseIndexNames(prefix);
    await Promise.all([`${passages}-v1`, current].map((name) => fetch(`${url}/${name}`, { method: "DELETE" })));
  });
  describe(
    "and its filters",
    whatIsSeen(async () => {
      const url = await testElasticsearchUrl();
      return startDocumentsRig({ passageIndex: createElasticsearchPassageIndex({ url, apiKey: null, prefix }) });
    }),
  );
});

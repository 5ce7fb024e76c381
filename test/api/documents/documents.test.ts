import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { removeAbandonedUploads } from "../../../activities/maintenance/remove-abandoned-uploads.ts";
import { createChannelOperation } from "../../../api/channels/channels.operations.ts";
import {
  createDocumentUploadOperation,
  deleteDocumentOperation,
  getDocumentOperation,
  getDocumentUsageOperation,
  listDocumentsOperation,
  processDocumentOperation,
  searchDocumentsOperation,
} from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { encryptedPdf, pdfOf } from "../../factories/document-files.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DocumentsRig, documentsTenant, startDocumentsRig } from "./documents-rig.ts";
import { startEmbeddingServer } from "./embedding-server.ts";
import { postFile } from "./upload-file.ts";

let rig: DocumentsRig;
beforeAll(async () => {
  rig = await startDocumentsRig();
});
afterAll(() => rig.close());

const PRICES = "The basic plan costs ten dollars.\n\nThe premium plan costs thirty dollars and includes a phone line.";

describe("a document, end to end", () => {
  it("is uploaded, processed, found, listed, counted and deleted", async () => {
    const { operator, tenant, add } = await documentsTenant(rig);
    const document = await add({ name: "Price list (2026).txt", content: PRICES });
    expect(document).toMatchObject({
      state: "ready",
      processing_status: "completed",
      filename: "Price list (2026).txt",
      file_size_bytes: PRICES.length,
      version: 1,
      current_version: 1,
      total_chunks: 1,
      processing_error: null,
      scope: "library",
      versions: [{ version: 1, state: "ready", total_chunks: 1, current: true, uploaded_by: tenant.operator.userId }],
    });
    const search = await operator.call(searchDocumentsOperation, { body: { query: "premium plan phone line" } });
    expect(search.body).toMatchObject({ total_results: 1, degraded: null });
    expect(search.body.chunks[0]).toMatchObject({
      document_uuid: document.document_uuid,
      chunk_text: expect.stringContaining("thirty dollars"),
      chunk_metadata: { version: 1 },
    });
    const list = await operator.call(listDocumentsOperation, { query: { q: "price LIST" } });
    expect(list.body).toMatchObject({ total: 1, documents: [{ id: document.id }] });
    for (const [status, total] of [
      ["ready", 1],
      ["completed", 1],
      ["pending", 0],
      ["failed", 0],
    ] as const) {
      expect((await operator.call(listDocumentsOperation, { query: { status } })).body.total).toBe(total);
    }
    const usage = async () => (await operator.call(getDocumentUsageOperation, {})).body;
    expect(await usage()).toMatchObject({ used_bytes: PRICES.length, document_count: 1, chunk_count: 1 });

    const params = { document_uuid: document.document_uuid };
    await operator.call(deleteDocumentOperation, { params });
    expect((await operator.refused(getDocumentOperation, { params })).status).toBe(404);
    await waitUntil("everything of it is gone", async () => (await usage()).document_count === 0);
    expect(await usage()).toMatchObject({ used_bytes: 0, document_count: 0, chunk_count: 0 });
    const key = `org-${tenant.organizationId}/documents/${document.document_uuid}/Price_list_2026.txt`;
    expect(await rig.api.dependencies.objectStore.size(key)).toBeNull();
    for (const table of ["documents", "document_versions", "document_parts", "document_passages"] as const) {
      const rows = await rig.test.everything
        .selectFrom(table)
        .select("organization_id")
        .where("organization_id", "=", tenant.organizationId)
        .execute();
      expect(rows).toEqual([]);
    }
    const after = await operator.call(searchDocumentsOperation, { body: { query: "premium plan" } });
    expect(after.body.chunks).toEqual([]);
  });

  it("is read by the encoding that is found, which is told, or by the one that is named", async () => {
    const { operator, add, upload, ended } = await documentsTenant(rig);
    const content = Buffer.from("\xc8\xe2\xe0\xed", "latin1");
    const found = [{ code: "encoding_found", count: 1, message: expect.stringContaining("read as windows-1251") }];
    expect(await add({ name: "a.txt", content })).toMatchObject({ warnings: found, versions: [{ warnings: found }] });
    const other = Buffer.concat([content, content]);
    const named = await add({ name: "b.txt", content: other, settings: { encoding: "cp866" } });
    expect(named).toMatchObject({ state: "ready", warnings: [], versions: [{ warnings: [] }] });
    const { body } = await operator.call(searchDocumentsOperation, {
      body: { query: "╚трэ╚трэ", document_uuids: [named.document_uuid] },
    });
    expect(body.chunks).toMatchObject([{ chunk_text: expect.stringContaining("╚трэ╚трэ") }]);
    // Read anew, the file has the encoding that it was given.
    await operator.call(processDocumentOperation, { body: { document_uuid: named.document_uuid } });
    const anew = await ended(named.document_uuid);
    expect(anew).toMatchObject({ state: "ready", version: 2, current_version: 2, warnings: [] });
    for (const [file, encoding, said] of [
      [await upload({ name: "c.txt", content }), "klingon", "utf-16be, windows-1250"],
      [await upload({ name: "d.pdf", content, mimeType: "application/pdf" }), "utf-8", "Only texts have an encoding"],
    ] as const) {
      const { document_uuid, object_store_key } = file;
      const refused = { body: { document_uuid, object_store_key, encoding } };
      expect(await operator.refused(processDocumentOperation, refused)).toMatchObject({
        status: 422,
        detail: [{ loc: ["body", "encoding"], msg: expect.stringContaining(said) }],
      });
    }
  });

  it("is cut within a character where it has no spaces, and is found nonetheless", async () => {
    const { operator, add } = await documentsTenant(rig);
    const document = await add({ name: "faces.txt", content: `a${"\u{1F600}".repeat(3000)} smiling` });
    expect(document).toMatchObject({ state: "ready", processing_error: null });
    expect(document.total_chunks).toBeGreaterThan(2);
    const { body } = await operator.call(searchDocumentsOperation, { body: { query: "smiling" } });
    expect(body.chunks[0]).toMatchObject({ document_uuid: document.document_uuid });
  });

  it("a document that is asked for again is the same version; its file is read once, by the workflow", async () => {
    const { operator, upload, ended } = await documentsTenant(rig);
    const { document_uuid, object_store_key } = await upload({ name: "a.txt", content: PRICES });
    const body = { document_uuid, object_store_key };
    const { objectStore } = rig.api.dependencies;
    const { read } = objectStore;
    let reads = 0;
    objectStore.read = (key, offset) => {
      if (key === object_store_key) reads += 1;
      return read(key, offset);
    };
    const ask = async () => (await operator.call(processDocumentOperation, { body })).body;
    for (const asked of await Promise.all([ask(), ask(), ask()])) expect(asked.version).toBe(1);
    const file_hash = createHash("sha256").update(PRICES).digest("hex");
    expect(await ended(document_uuid)).toMatchObject({ state: "ready", file_hash });
    expect(await ask()).toMatchObject({ version: 1, state: "ready", file_hash });
    objectStore.read = read;
    // The bytes that were read to hash it are also those that its text is extracted from.
    expect(reads).toBe(1);
  });

  it("processed again with another content is the next version; the old one is gone afterwards", async () => {
    const { operator, upload, ended } = await documentsTenant(rig);
    const signed = await upload({ name: "terms.txt", content: "Pay within thirty days." });
    const { document_uuid, object_store_key } = signed;
    await operator.call(processDocumentOperation, { body: { document_uuid, object_store_key } });
    await ended(document_uuid);
    expect((await postFile(signed, "Pay within fourteen days.")).ok).toBe(true);
    await operator.call(processDocumentOperation, { body: { document_uuid, object_store_key } });
    const second = await waitUntil("the second version is there", async () => {
      const { body } = await operator.call(getDocumentOperation, { params: { document_uuid } });
      return body.current_version === 2 && body;
    });
    expect(second.versions.map(({ version, state, current }) => [version, state, current])).toEqual([
      [1, "superseded", false],
      [2, "ready", true],
    ]);
    const { body } = await operator.call(searchDocumentsOperation, { body: { query: "pay within days" } });
    expect(body.chunks.map(({ chunk_text }) => chunk_text)).toEqual(["Pay within fourteen days."]);
  });
});

describe("an unreadable document fails with a sentence", () => {
  it.each([
    [
      "an encrypted PDF",
      { name: "a.pdf", mimeType: "application/pdf", content: encryptedPdf() },
      "protected by a password",
    ],
    [
      "a scanned PDF",
      { name: "b.pdf", mimeType: "application/pdf", content: pdfOf([[], []]) },
      "This PDF has no text: its pages are pictures",
    ],
    ["a type that lies", { name: "c.pdf", mimeType: "application/pdf", content: "just words" }, "This file is no pdf"],
    ["a text that is none", { name: "d.txt", content: Buffer.from([1, 2, 3, 0, 0, 1]) }, "This file is no txt"],
    ["an empty text", { name: "e.txt", content: "  \n " }, "has no text"],
  ])("%s", async (_what, file, sentence) => {
    const { add } = await documentsTenant(rig);
    const document = await add(file);
    expect(document).toMatchObject({ state: "failed", processing_status: "failed", current_version: null });
    expect(document.processing_error).toContain(sentence);
  });

  it("a file that was not uploaded, and a key of somebody else", async () => {
    const { operator, ended } = await documentsTenant(rig);
    const { body: signed } = await operator.call(createDocumentUploadOperation, {
      body: { filename: "a.txt", mime_type: "text/plain" },
    });
    const { document_uuid, object_store_key } = signed;
    await operator.call(processDocumentOperation, { body: { document_uuid, object_store_key } });
    expect((await ended(document_uuid)).processing_error).toBe("The file was not uploaded, or it is no longer there.");
    const foreign = { document_uuid: randomUUID(), object_store_key: `org-1/documents/${randomUUID()}/a.txt` };
    await operator.call(processDocumentOperation, { body: foreign });
    expect((await ended(foreign.document_uuid)).processing_error).toContain(
      "This storage key is none that your organization uploaded to",
    );
  });
});

describe("an organization that set no model for embeddings", () => {
  it("has its documents read by the built-in embedder, without a word about it", async () => {
    const { operator, add } = await documentsTenant(rig, { embeddings: false });
    expect(await add({ name: "a.txt", content: PRICES })).toMatchObject({
      state: "ready",
      processing_error: null,
      versions: [{ embedding_model: "local/lexical-1" }],
    });
    const { body } = await operator.call(searchDocumentsOperation, { body: { query: "premium plan" } });
    expect(body).toMatchObject({ total_results: 1, degraded: null });
  });

  it("returns to the built-in embedder when it removes its model, whose key goes at once", async () => {
    const server = await startEmbeddingServer();
    try {
      const { tenant, operator, add } = await documentsTenant(rig, { embeddings: false });
      const admin = rig.api.client(tenant.admin);
      const embeddings = { provider: "openai", model: "test", base_url: server.baseUrl, api_key: "a key" };
      await admin.call(setModelsOperation, { body: { embeddings } });
      const { document_uuid } = await add({ name: "a.txt", content: PRICES });
      await admin.call(setModelsOperation, { body: {} });
      const kept = await rig.test.everything
        .selectFrom("former_embedding_models")
        .selectAll()
        .where("organization_id", "=", tenant.organizationId)
        .execute();
      expect(kept).toEqual([]);
      const read = await waitUntil("it has vectors of the built-in embedder", async () => {
        const { body } = await operator.call(getDocumentOperation, { params: { document_uuid } });
        return !body.needs_reingest && body;
      });
      expect(read).toMatchObject({ state: "ready", versions: [{ embedding_model: "local/lexical-1" }] });
    } finally {
      await server.close();
    }
  });
});

describe("where the operator has switched the built-in embedder off, a document fails", () => {
  let rig: DocumentsRig;
  beforeAll(async () => {
    rig = await startDocumentsRig({ defaultEmbeddings: null });
  });
  afterAll(() => rig.close());

  it("without a model for embeddings; search goes on by words and says so", async () => {
    const { operator, add } = await documentsTenant(rig, { embeddings: false });
    const document = await add({ name: "a.txt", content: PRICES });
    expect(document.processing_error).toBe("no embedding model key is configured");
    const { body } = await operator.call(searchDocumentsOperation, { body: { query: "plan" } });
    expect(body).toMatchObject({ chunks: [], degraded: "text only" });
  });

  it("without a model, and is taken up when one is set; what failed for another reason is not", async () => {
    const { operator, tenant, add } = await documentsTenant(rig, { embeddings: false });
    const { document_uuid } = await add({ name: "a.txt", content: PRICES, settings: { encoding: "cp866" } });
    const empty = await add({ name: "b.txt", content: " \n " });
    const embeddings = { provider: "local", model: "lexical" };
    await rig.api.client(tenant.admin).call(setModelsOperation, { body: { embeddings } });
    const taken = await waitUntil("it is read", async () => {
      const { body } = await operator.call(getDocumentOperation, { params: { document_uuid } });
      return body.state === "ready" && body;
    });
    expect(taken).toMatchObject({ version: 2, current_version: 2, processing_error: null });
    const encodings = await rig.test.everything
      .selectFrom("document_versions")
      .select("encoding")
      .where("organization_id", "=", tenant.organizationId)
      .where("object_key", "like", "%a.txt")
      .execute();
    expect(encodings).toEqual([{ encoding: "ibm866" }, { encoding: "ibm866" }]);
    const { body } = await operator.call(getDocumentOperation, { params: { document_uuid: empty.document_uuid } });
    expect(body).toMatchObject({ state: "failed", version: 1 });
    const usage = (await operator.call(getDocumentUsageOperation, {})).body;
    expect(usage).toMatchObject({ used_bytes: PRICES.length, document_count: 2, chunk_count: 1 });
  });
});

it("a model's server that takes no more requests is asked again when it said", async () => {
  const server = await startEmbeddingServer();
  try {
    const { tenant, add } = await documentsTenant(rig, { embeddings: false });
    const embeddings = { provider: "openai", model: "test", api_key: "a key", base_url: server.baseUrl };
    await rig.api.client(tenant.admin).call(setModelsOperation, { body: { embeddings } });
    server.refusals = { count: 1, retryAfterSeconds: 3 };
    expect(await add({ name: "a.txt", content: PRICES })).toMatchObject({ state: "ready" });
    const [refused = 0, answered = 0] = server.askedAtMs;
    expect(server.askedAtMs).toHaveLength(2);
    expect(answered - refused).toBeGreaterThanOrEqual(2900);
  } finally {
    await server.close();
  }
});

describe("limits", () => {
  it("the store itself refuses another type, another key and more bytes than were allowed", async () => {
    const { operator } = await documentsTenant(rig);
    const body = { filename: "a.txt", mime_type: "text/plain" };
    const { body: signed } = await operator.call(createDocumentUploadOperation, { body });
    const with_ = (change: object) => postFile({ ...signed, fields: { ...signed.fields, ...change } }, "text");
    expect((await with_({ "Content-Type": "text/html" })).ok).toBe(false);
    expect((await with_({ key: signed.object_store_key.replace("a.txt", "b.txt") })).ok).toBe(false);
    const { organizationId } = (await documentsTenant(rig)).tenant;
    const key = `org-${organizationId}/documents/${randomUUID()}/a.txt`;
    const limits = { contentType: "text/plain", maxBytes: 10, expiresInSeconds: 60 };
    const { url, fields } = await rig.api.dependencies.objectStore.signForm(key, limits);
    expect((await postFile({ upload_url: url, fields }, "more than ten bytes")).ok).toBe(false);
    expect((await postFile({ upload_url: url, fields }, "ten bytes.")).ok).toBe(true);
  });

  it("over the plan, an upload is refused before it happens, and so is processing", async () => {
    const { operator, tenant, add, upload } = await documentsTenant(rig);
    await add({ name: "a.txt", content: PRICES });
    const waiting = await upload({ name: "b.txt", content: "Another text." });
    await rig.test.everything
      .updateTable("knowledge_usage")
      .set({ limit_bytes: PRICES.length })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    const body = { filename: "c.txt", mime_type: "text/plain" };
    expect((await operator.refused(createDocumentUploadOperation, { body })).status).toBe(402);
    const { document_uuid, object_store_key } = waiting;
    const answer = await operator.refused(processDocumentOperation, { body: { document_uuid, object_store_key } });
    expect(answer.status).toBe(402);
  });

  it("no more than fifty uploads that begin together wait to be processed", async () => {
    const { operator, tenant } = await documentsTenant(rig, { embeddings: false });
    const waiting = Array.from({ length: 48 }, () => ({
      organization_id: tenant.organizationId,
      document_uuid: randomUUID(),
      filename: "waits.txt",
      mime_type: "text/plain",
    }));
    await rig.test.everything.insertInto("documents").values(waiting).execute();
    const body = { filename: "c.txt", mime_type: "text/plain" };
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => operator.call(createDocumentUploadOperation, { body })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await operator.refused(createDocumentUploadOperation, { body })).toMatchObject({
      status: 429,
      detail: expect.stringContaining("50 uploads"),
    });
  });

  it("more passages than the plan allows fail with the sentence; then nothing more is taken", async () => {
    const { operator, tenant, add, upload } = await documentsTenant(rig);
    const limitTo = (limit_chunks: number) =>
      rig.test.everything
        .updateTable("knowledge_usage")
        .set({ limit_chunks })
        .where("organization_id", "=", tenant.organizationId)
        .execute();
    await add({ name: "a.txt", content: PRICES });
    const waiting = await upload({ name: "c.txt", content: "A third text." });
    await limitTo(2);
    const sections = ["One", "Two", "Three"].map((title) => `# ${title}\n\n${`Word ${title}. `.repeat(400)}`);
    const long = { name: "b.md", mimeType: "text/markdown", content: sections.join("\n\n") };
    expect(await add(long)).toMatchObject({
      state: "failed",
      processing_error: expect.stringContaining("more passages than your plan still allows"),
    });
    const usage = async () => (await operator.call(getDocumentUsageOperation, {})).body;
    expect(await usage()).toMatchObject({ chunk_count: 1, used_bytes: PRICES.length });
    await limitTo(1);
    const body = { filename: "d.txt", mime_type: "text/plain" };
    expect((await operator.refused(createDocumentUploadOperation, { body })).status).toBe(402);
    const { document_uuid, object_store_key } = waiting;
    const answer = await operator.refused(processDocumentOperation, { body: { document_uuid, object_store_key } });
    expect(answer.status).toBe(402);
  });

  it("an upload that nobody processes is removed with its file; what is processed stays", async () => {
    const { operator, add, upload, tenant } = await documentsTenant(rig);
    const first = await add({ name: "a.txt", content: PRICES });
    const abandoned = await upload({ name: "b.txt", content: "Nobody asks for me." });
    const same = await add({ name: "c.txt", content: PRICES });
    const params = ({ document_uuid }: { document_uuid: string }) => ({ params: { document_uuid } });
    expect(await removeAbandonedUploads(rig.api.dependencies)).toBe(0);
    await rig.test.everything
      .updateTable("documents")
      .set({ updated_at: new Date(Date.now() - 3_700_000) })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    expect(await removeAbandonedUploads(rig.api.dependencies)).toBe(1);
    expect((await operator.refused(getDocumentOperation, params(abandoned))).status).toBe(404);
    expect(await rig.api.dependencies.objectStore.size(abandoned.object_store_key)).toBeNull();
    expect((await operator.call(getDocumentOperation, params(same))).body.state).toBe("ready");
    expect((await operator.call(getDocumentOperation, params(first))).body.state).toBe("ready");
  });

  it("names and types of no document are refused", async () => {
    const { operator } = await documentsTenant(rig);
    for (const body of [
      { filename: "a.exe", mime_type: "text/plain" },
      { filename: "a.pdf", mime_type: "text/html" },
    ]) {
      expect((await operator.refused(createDocumentUploadOperation, { body })).status).toBe(422);
    }
  });
});

describe("the documents that an agent reads", () => {
  it("a document that nobody would read, or that names its readers twice, is refused with what to send", async () => {
    const { operator, tenant } = await documentsTenant(rig);
    const { agentId: workflow_id } = await createAgentRows(rig.test, tenant);
    const admin = rig.api.client({ token: tenant.admin.token });
    const { id: folder_id } = (await admin.call(createChannelOperation, { body: { name: "Desk" } })).body;
    const of = { document_uuid: crypto.randomUUID(), object_store_key: "a key" };
    for (const [settings, field, sends] of [
      [{ folder_id }, "folder_id", "send scope=channel"],
      [{ scope: "agent" as const, workflow_id, folder_id }, "folder_id", "send scope=channel"],
      [{ workflow_id }, "workflow_id", "send scope=agent"],
      [{ scope: "org" as const, workflow_id }, "workflow_id", "send scope=agent"],
    ] as const) {
      const refusal = await operator.refused(processDocumentOperation, { body: { ...of, ...settings } });
      const detail = [{ loc: ["body", field], msg: expect.stringContaining(sends) }];
      expect(refusal).toMatchObject({ status: 422, detail });
    }
    for (const readers of [
      { workflow_id, folder_id },
      { workflow_id, scope: "agent" as const },
    ]) {
      const refusal = await operator.refused(searchDocumentsOperation, { body: { query: "opening", ...readers } });
      expect(refusal).toMatchObject({
        status: 422,
        detail: [{ msg: expect.stringContaining("Send workflow_id or ") }],
      });
    }
  });

  it("a list is narrowed to the folder that its files were sorted into", async () => {
    const { operator, add } = await documentsTenant(rig);
    await add({ name: "prices.txt", content: "Opening hours.", settings: { file_folder_id: 7 } });
    await add({ name: "others.txt", content: "Other hours." });
    const { body } = await operator.call(listDocumentsOperation, { query: { file_folder_id: 7 } });
    expect(body).toMatchObject({ documents: [{ filename: "prices.txt", file_folder_id: 7 }], total: 1 });
  });

  it("an agent: its own, its organization's, library documents that it names; nobody else's", async () => {
    const { operator, tenant, add } = await documentsTenant(rig);
    const other = await documentsTenant(rig);
    await other.add({ name: "foreign.txt", content: "Opening hours of the foreign shop.", settings: { scope: "org" } });
    const agent = await createAgentRows(rig.test, tenant);
    const stranger = await createAgentRows(rig.test, tenant);
    const named = await add({ name: "named.txt", content: "Opening hours in the library." });
    await add({ name: "unnamed.txt", content: "Opening hours nobody named." });
    await add({ name: "org.txt", content: "Opening hours of all.", settings: { scope: "org" } });
    const own = { scope: "agent", workflow_id: agent.agentId };
    await add({ name: "own.txt", content: "Opening hours of one.", settings: own });
    const theirs = { scope: "agent", workflow_id: stranger.agentId };
    await add({ name: "theirs.txt", content: "Opening hours of another.", settings: theirs });
    await rig.test.everything
      .updateTable("agent_versions")
      .set({ definition: { nodes: [{ data: { document_uuids: [named.document_uuid] } }], edges: [] } })
      .where("agent_id", "=", agent.agentId)
      .execute();
    const found = async (body: object) => {
      const answer = await operator.call(searchDocumentsOperation, {
        body: { query: "opening hours", limit: 50, ...body },
      });
      return answer.body.chunks.map(({ filename }) => filename).sort();
    };
    expect(await found({ workflow_id: agent.agentId })).toEqual(["named.txt", "org.txt", "own.txt"]);
    expect(await found({ scope: "agent" })).toEqual(["own.txt", "theirs.txt"]);
    expect(await found({ document_uuids: [named.document_uuid] })).toEqual(["named.txt"]);
    expect(await found({})).toEqual(["named.txt", "org.txt", "own.txt", "theirs.txt", "unnamed.txt"]);
    const unknown = { query: "opening hours", workflow_id: 999_999_999 };
    expect((await operator.refused(searchDocumentsOperation, { body: unknown })).status).toBe(404);
  });
});

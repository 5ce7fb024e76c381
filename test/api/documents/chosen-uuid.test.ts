import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { z } from "zod";
import { removeAbandonedUploads } from "../../../activities/maintenance/remove-abandoned-uploads.ts";
import {
  createDocumentUploadOperation,
  deleteDocumentOperation,
  getDocumentOperation,
  getDocumentUsageOperation,
  listDocumentsOperation,
  processDocumentOperation,
  searchDocumentsOperation,
  updateDocumentOperation,
} from "../../../api/documents/documents.operations.ts";
import type { documentChanges, processBody } from "../../../api/documents/documents.schemas.ts";
import { readDocuments } from "../../../application/document/read-documents.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DocumentsRig, type DocumentsTenant, documentsTenant, startDocumentsRig } from "./documents-rig.ts";
import { postFile } from "./upload-file.ts";

let rig: DocumentsRig;
beforeAll(async () => {
  rig = await startDocumentsRig();
});
afterAll(() => rig.close());

type Body = z.input<typeof processBody>;
const client = async () => {
  const of = await documentsTenant(rig);
  const process = async (body: Body) => (await of.operator.call(processDocumentOperation, { body })).body;
  const get = async (document_uuid: string) =>
    (await of.operator.call(getDocumentOperation, { params: { document_uuid } })).body;
  return { ...of, process, get, uploadFor: (uuid: string, content: string) => uploadFor(of, uuid, content) };
};

const uploadFor = async ({ operator }: DocumentsTenant, document_uuid: string, content: string) => {
  const body = { filename: "chosen.txt", mime_type: "text/plain", document_uuid };
  const { body: signed } = await operator.call(createDocumentUploadOperation, { body });
  expect((await postFile(signed, content)).ok).toBe(true);
  return signed;
};

const textsOf = async ({ operator }: DocumentsTenant, document_uuid: string) => {
  const body = { query: "price", document_uuids: [document_uuid] };
  return (await operator.call(searchDocumentsOperation, { body })).body.chunks.map(({ chunk_text }) => chunk_text);
};

describe("the caller chooses the document_uuid", () => {
  it("only when processing, whatever the upload was called", async () => {
    const of = await client();
    const { object_store_key, document_uuid: uploaded } = await of.upload({
      name: "a.txt",
      content: "The price is one.",
    });
    const document_uuid = randomUUID();
    expect(await of.process({ document_uuid, object_store_key })).toMatchObject({ document_uuid, version: 1 });
    expect(await of.ended(document_uuid)).toMatchObject({ state: "ready", filename: "a.txt", scope: "library" });
    expect((await of.operator.refused(getDocumentOperation, { params: { document_uuid: uploaded } })).status).toBe(404);
    expect((await of.operator.call(listDocumentsOperation, {})).body.total).toBe(1);
    // The same request once more is the same version.
    expect(await of.process({ document_uuid, object_store_key })).toMatchObject({ document_uuid, version: 1 });
  });

  it("in the upload URL, in either case", async () => {
    const of = await client();
    const chosen = randomUUID();
    const signed = await of.uploadFor(chosen.toUpperCase(), "The price is one.");
    expect(signed.document_uuid).toBe(chosen);
    await of.process({ document_uuid: chosen.toUpperCase(), object_store_key: signed.object_store_key });
    expect(await of.ended(chosen)).toMatchObject({ state: "ready", filename: "chosen.txt" });
  });

  it("and processes without the key what was uploaded under it", async () => {
    const of = await client();
    const chosen = randomUUID();
    await of.uploadFor(chosen, "The price is one.");
    await of.process({ document_uuid: chosen });
    expect(await of.ended(chosen)).toMatchObject({ state: "ready", version: 1 });
  });

  it("the uuid of a document makes its next version; the old one stays readable until then", async () => {
    const of = await client();
    const settings = { scope: "org" as const, retrieval_mode: "full_document" as const, file_folder_id: 7 };
    const { document_uuid } = await of.add({ name: "a.txt", content: "The price is one.", settings });
    const first = await keyOf(document_uuid);
    const signed = await of.uploadFor(document_uuid, "The price is two.");
    expect(signed.document_uuid).toBe(document_uuid);
    expect(signed.object_store_key).not.toBe(first);
    expect((await of.operator.call(listDocumentsOperation, {})).body.total).toBe(1);
    expect(await textsOf(of, document_uuid)).toEqual(["The price is one."]);
    await of.process({ document_uuid, object_store_key: signed.object_store_key });
    const second = await waitUntil("the second version is there", async () => {
      const document = await of.get(document_uuid);
      return document.current_version === 2 && document;
    });
    expect(second).toMatchObject({ ...settings, state: "ready", filename: "chosen.txt" });
    expect(await textsOf(of, document_uuid)).toEqual(["The price is two."]);
    await waitUntil(
      "the first file is gone",
      async () => (await rig.api.dependencies.objectStore.size(first)) === null,
    );
  });

  it("twice before anything is processed: the file that was named is read, and the other waits or is swept", async () => {
    const of = await client();
    const document_uuid = randomUUID();
    const body = (filename: string) => ({ filename, mime_type: "text/plain", document_uuid });
    const ask = async (filename: string) =>
      (await of.operator.call(createDocumentUploadOperation, { body: body(filename) })).body;
    const [one, other] = [await ask("one.txt"), await ask("other.txt")];
    await postFile(one, "The price is one.");
    await postFile(other, "The price is two.");
    expect((await ask("one.txt")).object_store_key).toBe(one.object_store_key);
    await of.process({ document_uuid, object_store_key: other.object_store_key });
    expect(await of.ended(document_uuid)).toMatchObject({ state: "ready", filename: "other.txt" });
    expect(await textsOf(of, document_uuid)).toEqual(["The price is two."]);
    await rig.test.everything
      .updateTable("documents")
      .set({ updated_at: new Date(0) })
      .where("organization_id", "=", of.tenant.organizationId)
      .execute();
    expect(await removeAbandonedUploads(rig.api.dependencies)).toBe(1);
    expect(await rig.api.dependencies.objectStore.size(one.object_store_key)).toBeNull();
    expect(await of.get(document_uuid)).toMatchObject({ state: "ready" });
  });

  it("but no key is processed for two documents: the second fails and says what to do", async () => {
    const of = await client();
    const { document_uuid, object_store_key } = await of.upload({ name: "a.txt", content: "The price is one." });
    await of.process({ document_uuid, object_store_key });
    await of.ended(document_uuid);
    const second = await of.process({ document_uuid: randomUUID(), object_store_key });
    expect(second).toMatchObject({ state: "failed", file_size_bytes: 0 });
    expect(second.processing_error).toContain("ask for an upload URL and upload the file");
    const usage = (await of.operator.call(getDocumentUsageOperation, {})).body;
    expect(usage).toMatchObject({ used_bytes: "The price is one.".length });
  });

  it("and not of a deleted document", async () => {
    const of = await client();
    const { document_uuid } = await of.add({ name: "a.txt", content: "The price is one." });
    await rig.test.everything
      .updateTable("documents")
      .set({ deleted_at: new Date() })
      .where("document_uuid", "=", document_uuid)
      .execute();
    const body = { filename: "a.txt", mime_type: "text/plain", document_uuid };
    expect((await of.operator.refused(createDocumentUploadOperation, { body })).status).toBe(409);
  });
});

const keyOf = async (document_uuid: string) =>
  (
    await rig.test.everything
      .selectFrom("document_versions as v")
      .innerJoin("documents as d", "d.id", "v.document_id")
      .select("v.object_key")
      .where("d.document_uuid", "=", document_uuid)
      .executeTakeFirstOrThrow()
  ).object_key;

describe("a document that is processed without a key", () => {
  it("is read anew, in a next version, and keeps its readers", async () => {
    const of = await client();
    const { document_uuid } = await of.add({ name: "a.txt", content: "The price is one.", settings: { scope: "org" } });
    expect(await of.process({ document_uuid })).toMatchObject({ version: 2, scope: "org" });
    await waitUntil("it is read anew", async () => (await of.get(document_uuid)).current_version === 2);
    expect(await textsOf(of, document_uuid)).toEqual(["The price is one."]);
    expect((await of.operator.call(getDocumentUsageOperation, {})).body).toMatchObject({
      document_count: 1,
      chunk_count: 1,
    });
  });

  it("goes back to the file that is there when the newest one is not", async () => {
    const of = await client();
    const { document_uuid } = await of.add({ name: "a.txt", content: "The price is one." });
    const body = { filename: "never-sent.txt", mime_type: "text/plain", document_uuid };
    const { object_store_key } = (await of.operator.call(createDocumentUploadOperation, { body })).body;
    await of.process({ document_uuid, object_store_key });
    await waitUntil("it fails", async () => (await of.get(document_uuid)).processing_error);
    await of.process({ document_uuid });
    const again = await waitUntil("it is read", async () => {
      const document = await of.get(document_uuid);
      return document.current_version === 3 && document;
    });
    expect(again).toMatchObject({ state: "ready", processing_error: null });
  });

  it("and has no file, is refused with the reason", async () => {
    const of = await client();
    const refusal = await of.operator.refused(processDocumentOperation, { body: { document_uuid: randomUUID() } });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["body", "object_store_key"] }] });
  });
});

describe("PATCH of a document", () => {
  it("changes its name, which is searched and shown, its folder and its mode, without reading it again", async () => {
    const of = await client();
    const { document_uuid } = await of.add({ name: "a.txt", content: "The price is one." });
    const params = { document_uuid };
    const body = {
      filename: "Walrus tariff.txt",
      file_folder_id: 3,
      retrieval_mode: "full_document" as const,
      custom_metadata: { source: "desk" },
    };
    const { body: changed } = await of.operator.call(updateDocumentOperation, { params, body });
    expect(changed).toMatchObject({ ...body, version: 1, current_version: 1 });
    await waitUntil("it is found by its new name", async () => {
      const search = { query: "walrus", document_uuids: [document_uuid] };
      const { chunks } = (await of.operator.call(searchDocumentsOperation, { body: search })).body;
      return chunks[0]?.contextualized_text.includes("Walrus tariff.txt");
    });
    await waitUntil("nothing is left to do", async () => !(await of.get(document_uuid)).needs_reingest);
    expect(await of.get(document_uuid)).toMatchObject({ state: "ready", versions: [{ version: 1 }] });
    const none = await of.operator.call(updateDocumentOperation, { params, body: { file_folder_id: null } });
    expect(none.body).toMatchObject({ file_folder_id: null, filename: "Walrus tariff.txt" });
  });

  it("switches a document off and on: no agent reads it, and no search finds it", async () => {
    const of = await client();
    const settings = { scope: "org" as const };
    const { document_uuid } = await of.add({ name: "a.txt", content: "The price is one.", settings });
    const other = await of.add({ name: "b.txt", content: "The price is two.", settings });
    const { agentId } = await createAgentRows(rig.test, of.tenant);
    const readers = [{}, { scope: "org" as const }, { workflow_id: agentId }];
    const switchTo = async (is_active: boolean) =>
      (await of.operator.call(updateDocumentOperation, { params: { document_uuid }, body: { is_active } })).body;
    const expectFound = async (names: string[]) => {
      for (const reader of readers) {
        const { chunks } = (await of.operator.call(searchDocumentsOperation, { body: { query: "price", ...reader } }))
          .body;
        expect(chunks.map(({ filename }) => filename).sort()).toEqual(names);
      }
      const question = { agentId, documentUuids: [document_uuid], question: "price" };
      const read = await readDocuments(rig.api.dependencies, of.tenant.organizationId, question);
      expect(read.passages.map(({ filename }) => filename).sort()).toEqual(names);
    };
    await expectFound(["a.txt", "b.txt"]);
    expect(await switchTo(false)).toMatchObject({ is_active: false, state: "ready", version: 1 });
    await expectFound(["b.txt"]);
    expect(await switchTo(true)).toMatchObject({ is_active: true });
    await expectFound(["a.txt", "b.txt"]);
    expect(other.is_active).toBe(true);
  });

  it("refuses another ending, a scope without its reader, and a document that is not there", async () => {
    const of = await client();
    const { document_uuid } = await of.add({ name: "a.txt", content: "The price is one." });
    const refused = (body: z.input<typeof documentChanges>, uuid = document_uuid) =>
      of.operator.refused(updateDocumentOperation, { params: { document_uuid: uuid }, body });
    expect(await refused({ filename: "a.pdf" })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "filename"], msg: expect.stringContaining("Must end in .txt") }],
    });
    expect((await refused({ scope: "agent" })).status).toBe(422);
    expect((await refused({ scope: "channel" })).status).toBe(422);
    expect((await refused({ scope: "org", workflow_id: 1 })).status).toBe(422);
    expect((await refused({ scope: "agent", workflow_id: 999_999_999 })).status).toBe(404);
    expect((await refused({ scope: "org" }, randomUUID())).status).toBe(404);
    await of.operator.call(deleteDocumentOperation, { params: { document_uuid } });
    expect((await refused({ scope: "org" })).status).toBe(404);
  });
});

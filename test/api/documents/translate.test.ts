import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { writeTranslation } from "../../../activities/document-processing/write-translation.ts";
import { restartLostDocuments } from "../../../activities/maintenance/restart-lost-documents.ts";
import {
  createDocumentUploadOperation,
  deleteDocumentOperation,
  getDocumentOperation,
  getDocumentUsageOperation,
  searchDocumentsOperation,
  translateDocumentOperation,
} from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { documentTranslationContract } from "../../../workflows/document-processing/document-translation.contract.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DocumentsRig, type DocumentsTenant, documentsTenant, startDocumentsRig } from "./documents-rig.ts";

let rig: DocumentsRig;
beforeAll(async () => {
  rig = await startDocumentsRig();
});
afterAll(() => rig.close());

/** Two parts: code, which nobody translates, makes the first one long. */
const GUIDE = [
  "# Price list",
  "Order AB-1042 within 14 days, or write to help@example.com.",
  "| Plan | Price |\n| --- | --- |\n| PowerFlow | 1,250 dollars |",
  `\`\`\`\n${"const price = 1;\n".repeat(600)}\`\`\``,
  "# Delivery",
  "It takes 3 days.",
].join("\n\n");
const FIRST = [
  "Preisliste",
  "Bestellen Sie AB-1042 innerhalb von 14 Tagen, oder schreiben Sie an help@example.com.",
  "Tarif",
  "Preis",
  "PowerFlow",
  "1.250 Dollar",
];
const SECOND = ["Lieferung", "Es dauert 3 Tage."];

const line = (when: string, answer: readonly string[]) => ({ when, say: JSON.stringify(answer) });
const talkBy = ({ tenant }: DocumentsTenant, script: { when: string; say: string; delay_ms?: number }[]) => {
  const body = { embeddings: { provider: "local", model: "lexical" }, llm: { provider: "local", model: "m", script } };
  return rig.api.client(tenant.admin).call(setModelsOperation, { body });
};
const translate = async ({ operator }: DocumentsTenant, document_uuid: string, body: object = {}) =>
  operator.call(translateDocumentOperation, { params: { document_uuid }, body: { target_language: "de", ...body } });

describe("a translation, end to end", () => {
  it("keeps structure, numbers, codes and names, is found, and is linked to its source", async () => {
    const here = await documentsTenant(rig);
    const { operator, tenant, add, ended } = here;
    const withoutCode = ["Preisliste", "Bestellen Sie innerhalb von 14 Tagen.", ...FIRST.slice(2)];
    await talkBy(here, [
      line("not copied unchanged", FIRST),
      line("Price list", withoutCode),
      line("Delivery", SECOND),
    ]);
    const source = await add({ name: "guide.md", content: GUIDE, mimeType: "text/markdown" });
    const answer = await translate(here, source.document_uuid);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      filename: "guide (de).md",
      state: "queued",
      translated_from: source.document_uuid,
      target_language: "de",
      scope: source.scope,
    });
    const { document_uuid } = answer.body;
    expect(await ended(document_uuid)).toMatchObject({
      state: "ready",
      version: 1,
      current_version: 1,
      total_chunks: source.total_chunks,
      translated_from: source.document_uuid,
    });
    const found = async (query: string) => {
      const { body } = await operator.call(searchDocumentsOperation, {
        body: { query, document_uuids: [document_uuid] },
      });
      return body.chunks[0];
    };
    expect(await found("Tarif PowerFlow Preis")).toMatchObject({
      chunk_text: expect.stringContaining("Tarif: PowerFlow; Preis: 1.250 Dollar"),
      chunk_metadata: { headings: "Preisliste" },
    });
    expect(await found("Lieferung dauert Tage")).toMatchObject({
      chunk_text: "Es dauert 3 Tage.",
      chunk_metadata: { headings: "Lieferung" },
    });
    const key = `org-${tenant.organizationId}/documents/${document_uuid}/guide_de.md`;
    const file = await text(await rig.api.dependencies.objectStore.read(key));
    expect(file).toContain("# Preisliste\n\nBestellen Sie AB-1042");
    expect(file).toContain("| Tarif | Preis |\n| --- | --- |\n| PowerFlow | 1.250 Dollar |");
    const { body: usage } = await operator.call(getDocumentUsageOperation, {});
    expect(usage).toMatchObject({ document_count: 2, used_bytes: GUIDE.length + Buffer.byteLength(file) });
  });

  it("goes on behind the parts that are there when its workflow was lost", async () => {
    const here = await documentsTenant(rig);
    const { operator, tenant, add, ended } = here;
    await talkBy(here, [line("Price list", FIRST), { ...line("Delivery", SECOND), delay_ms: 60_000 }]);
    const source = await add({ name: "guide.md", content: GUIDE, mimeType: "text/markdown" });
    const { body } = await translate(here, source.document_uuid, { filename: "Preise.pdf" });
    expect(body.filename).toBe("Preise.md");
    const params = { document_uuid: body.document_uuid };
    await waitUntil("a part is there", async () => {
      const { state_detail } = (await operator.call(getDocumentOperation, { params })).body;
      return state_detail === "translating, 1 of 2 parts";
    });
    const address = { organizationId: tenant.organizationId, documentUuid: body.document_uuid };
    await rig.api.dependencies.temporal.workflow
      .getHandle(documentTranslationContract.workflowId(address))
      .terminate("lost");
    // The model answers a second request for the first part without a translation.
    await talkBy(here, [line("Delivery", SECOND)]);
    expect(await restartLostDocuments(rig.api.dependencies, { olderThanSeconds: 0 })).toBe(1);
    expect(await ended(body.document_uuid)).toMatchObject({ state: "ready", processing_error: null });
  });
});

describe("a translation that cannot be made", () => {
  it("fails with the part when what has to be kept is lost twice", async () => {
    const here = await documentsTenant(rig);
    await talkBy(here, [line("Price list", FIRST), line('["Delivery"]', ["Lieferung"]), line("", ["Es dauert Tage."])]);
    const source = await here.add({ name: "guide.md", content: GUIDE, mimeType: "text/markdown" });
    const { body } = await translate(here, source.document_uuid);
    const failed = await here.ended(body.document_uuid);
    expect(failed).toMatchObject({ state: "failed", current_version: null });
    expect(failed.processing_error).toBe(
      "Part 2 of 2 could not be translated: the model twice left out parts that must stay (1 of its numbers, codes, names, addresses or links)",
    );
  });

  it("fails without a chat model", async () => {
    const here = await documentsTenant(rig);
    const source = await here.add({ name: "a.txt", content: "Some words." });
    const { body } = await translate(here, source.document_uuid);
    expect((await here.ended(body.document_uuid)).processing_error).toBe("no chat model is configured");
  });

  it("is refused: of no document, of another organization's, of one that is not read yet, over the plan", async () => {
    const here = await documentsTenant(rig);
    const other = await documentsTenant(rig);
    const refused = async (document_uuid: string, body: object = { target_language: "de" }) =>
      (await here.operator.refused(translateDocumentOperation, { params: { document_uuid }, body })).status;
    const foreign = await other.add({ name: "a.txt", content: "Some words." });
    expect(await refused(randomUUID())).toBe(404);
    expect(await refused(foreign.document_uuid)).toBe(404);
    const upload = { filename: "b.txt", mime_type: "text/plain" };
    const { body: waiting } = await here.operator.call(createDocumentUploadOperation, { body: upload });
    expect(await refused(waiting.document_uuid)).toBe(409);
    const own = await here.add({ name: "c.txt", content: "Other words." });
    expect(await refused(own.document_uuid, { target_language: "de; drop" })).toBe(422);
    await rig.test.everything
      .updateTable("knowledge_usage")
      .set({ limit_documents: 1 })
      .where("organization_id", "=", here.tenant.organizationId)
      .execute();
    expect(await refused(own.document_uuid)).toBe(402);
  });

  it("needs no model where there is nothing to translate", async () => {
    const here = await documentsTenant(rig);
    const source = await here.add({ name: "a.txt", content: "12 + 34 = 46" });
    const { body } = await translate(here, source.document_uuid);
    expect(await here.ended(body.document_uuid)).toMatchObject({ state: "ready", total_chunks: 1 });
  });

  it("leaves no file behind when it is deleted while that is written", async () => {
    const here = await documentsTenant(rig);
    const { organizationId } = here.tenant;
    await talkBy(here, [{ ...line("", ["Worte"]), delay_ms: 60_000 }]);
    const source = await here.add({ name: "a.txt", content: "Some words." });
    const { body } = await translate(here, source.document_uuid);
    const address = { organizationId, documentUuid: body.document_uuid };
    const { dependencies } = rig.api;
    const { workflowId } = documentTranslationContract;
    await dependencies.temporal.workflow.getHandle(workflowId(address)).terminate("lost");
    const store = dependencies.objectStore;
    let written = "";
    const put: typeof store.put = async (key, ...rest) => {
      await store.put(key, ...rest);
      written = key;
      await rig.test.everything
        .updateTable("documents")
        .set({ deleted_at: new Date() })
        .where("document_uuid", "=", body.document_uuid)
        .execute();
    };
    await writeTranslation({ ...dependencies, objectStore: { ...store, put } }, address);
    expect(written).toContain(body.document_uuid);
    expect(await store.size(written)).toBeNull();
  });

  it("is gone with everything when it is deleted meanwhile", async () => {
    const here = await documentsTenant(rig);
    const { operator } = here;
    await talkBy(here, [{ ...line("", ["Worte"]), delay_ms: 60_000 }]);
    const source = await here.add({ name: "a.txt", content: "Some words." });
    const { body } = await translate(here, source.document_uuid);
    await operator.call(deleteDocumentOperation, { params: { document_uuid: body.document_uuid } });
    const count = async () => (await operator.call(getDocumentUsageOperation, {})).body.document_count;
    await waitUntil("everything of it is gone", async () => (await count()) === 1);
  });
});

import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { defaultPayloadConverter } from "@temporalio/common";
import {
  deleteDocumentOperation,
  getDocumentOperation,
  getDocumentUsageOperation,
  processDocumentOperation,
  searchDocumentsOperation,
} from "../../../api/documents/documents.operations.ts";
import { documentDeletionContract } from "../../../workflows/document-deletion/document-deletion.contract.ts";
import { documentProcessingContract } from "../../../workflows/document-processing/document-processing.contract.ts";
import { documentReindexingContract } from "../../../workflows/document-processing/document-reindexing.contract.ts";
import { pdfOf } from "../../factories/document-files.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type KilledWorkerRig, startKilledWorkerRig } from "./killed-worker-rig.ts";
import { postFile, uploadFile } from "./upload-file.ts";

const PAGES = 500;

const pageOf = (number: number) => [
  { text: `Chapter ${number}`, size: 18 },
  ...Array.from({ length: 14 }, (_, at) => ({
    text: `Line ${at + 1} of page ${number} tells of machine m${number}x${at} and what it is good for.`,
  })),
];
const OLD = "forerunner";
const NEW = "m250x3";

let rig: KilledWorkerRig;
let documentUuid: string;
let objectKey: string;

/** The document's first version, which readers get until the switch; the second one is long. */
beforeAll(async () => {
  rig = await startKilledWorkerRig();
  await rig.useModel("test");
  rig.startWorker();
  const content = pdfOf([[{ text: "The forerunner of all machines." }]]);
  const signed = await uploadFile(rig.operator, { name: "machines.pdf", mimeType: "application/pdf", content });
  ({ document_uuid: documentUuid, object_store_key: objectKey } = signed);
  await handOver();
  await ended(documentProcessingContract);
  await postFile(signed, pdfOf(Array.from({ length: PAGES }, (_, at) => pageOf(at + 1))));
});
afterAll(() => rig.close());

const handOver = () =>
  rig.operator.call(processDocumentOperation, {
    body: { document_uuid: documentUuid, object_store_key: objectKey },
  });
const handleOf = ({ workflowId }: { workflowId(document: { organizationId: number; documentUuid: string }): string }) =>
  rig.api.dependencies.temporal.workflow.getHandle(
    workflowId({ organizationId: rig.tenant.organizationId, documentUuid }),
  );
const ended = (contract: Parameters<typeof handleOf>[0]) => handleOf(contract).result();

const countRows = async () => {
  const [row] = await rig.points.query<
    Record<"parts" | "chunks" | "passages" | "indices" | "texts" | "ready" | "old", number>
  >(
    `select coalesce(v.part_count, 0) as parts, coalesce(v.chunk_count, 0) as chunks,
      (select count(*)::int from document_passages where version_id = v.id) as passages,
      (select count(distinct chunk_index)::int from document_passages where version_id = v.id) as indices,
      (select count(*)::int from document_parts where version_id = v.id) as texts,
      (select count(*)::int from timeline_events where kind = 'document' and summary like '%is ready (version 2)%') as ready,
      (select count(*)::int from document_passages where version_id <> v.id) as old
     from document_versions v where version = 2`,
  );
  if (!row) throw new Error("there is no second version");
  return row;
};

/** Counts the long version's passages in the index; a passage that is put again gets a new key behind the last. */
const countIndexed = (version = 2, model = "openai/test") => {
  const index = new DatabaseSync(rig.indexFile, { readOnly: true });
  try {
    const row = index
      .prepare(
        `select count(p.key) as passages, coalesce(max(p.key) - (e.key << 20), 0) as puts from editions e
         left join passages p on p.key >> 20 = e.key where e.version = ? and e.model = ?`,
      )
      .get(version, model);
    return { passages: Number(row?.["passages"] ?? 0), puts: Number(row?.["puts"] ?? 0) };
  } finally {
    index.close();
  }
};

/**
 * Kills the worker when the index has taken the first page of passages; returns how many, and how many its heartbeat
 * told of.
 */
const killAmidIndexing = async () => {
  await rig.points.stopAtSecondPage();
  rig.startWorker();
  await rig.points.reached();
  await rig.kill();
  await rig.points.letGo();
  return { taken: countIndexed().passages, told: await toldByHeartbeat() };
};

const toldByHeartbeat = async (): Promise<number> => {
  const { raw } = await handleOf(documentProcessingContract).describe();
  const payload = raw.pendingActivities?.[0]?.heartbeatDetails?.payloads?.[0];
  if (!payload) return 0;
  const { step, done } = defaultPayloadConverter.fromPayload<{ step: string; done: number }>(payload);
  // Its reports of the step before do not count.
  return step === "index" ? done : 0;
};

it("a document of 500 pages is indexed once, whatever step its worker is killed at", async () => {
  const { killAt, points, server } = rig;
  const before = await points.tried();
  const noted = {
    table: "document_versions",
    event: "update",
    when: "new.document_type <> coalesce(old.document_type, '')",
  } as const;
  await handOver();
  await killAt({ ...noted, at: "statement" });
  await killAt({ ...noted, at: "commit" });
  await killAt({ table: "document_parts", event: "insert", when: "new.ordinal = 2", at: "commit" });
  const amidExtraction = await countRows();
  expect(amidExtraction.texts).toBe(amidExtraction.parts);
  expect(amidExtraction.parts).toBeLessThan(PAGES / 10);
  const cut = {
    table: "document_versions",
    event: "update",
    when: "new.chunked_parts > old.chunked_parts and new.chunked_parts >= 9",
  } as const;
  await killAt({ ...cut, at: "commit" });
  const amidChunking = await countRows();
  expect(amidChunking.passages).toBe(amidChunking.chunks);
  expect(await rig.find(OLD)).toContain(OLD);

  const askedBefore = server.askedAtMs.length;
  const answeredBefore = server.answered.length;
  server.answersLeft = 3;
  rig.startWorker();
  await waitUntil("the fourth batch is asked for", () => server.askedAtMs.length >= askedBefore + 4);
  await rig.kill();
  server.answersLeft = Number.POSITIVE_INFINITY;
  const index = await killAmidIndexing();
  expect(await rig.find(OLD)).toContain(OLD);

  const switched = {
    table: "document_versions",
    event: "update",
    when: "new.state = 'ready' and old.state = 'indexing'",
  } as const;
  await killAt({ ...switched, at: "statement" });
  const { chunks } = await countRows();
  expect(index.taken).toBeGreaterThan(0);
  expect(index.taken).toBeLessThan(chunks);
  expect(index.told).toBeLessThanOrEqual(index.taken);
  await killAt({ ...switched, at: "commit" });
  expect(await countRows()).toMatchObject({ old: 1, ready: 1 });
  rig.startWorker();
  await ended(documentProcessingContract);

  // Nothing was written or made a second time, except what the index took behind the last heartbeat.
  const after = await points.tried();
  const triedOf = (what: keyof typeof after) => after[what] - before[what];
  const rows = await countRows();
  expect({
    files: triedOf("files"),
    parts: triedOf("parts"),
    passages: triedOf("passages"),
    vectors: triedOf("vectors"),
  }).toEqual({
    files: 2,
    parts: rows.parts,
    passages: chunks,
    vectors: chunks,
  });
  const texts = server.answered
    .slice(answeredBefore)
    .flat()
    .filter((text) => text !== OLD);
  expect([texts.length, new Set(texts).size]).toEqual([chunks, chunks]);
  expect(countIndexed()).toEqual({ passages: chunks, puts: chunks + index.taken - index.told });
  expect(rows).toMatchObject({ passages: chunks, indices: chunks, texts: rows.parts, ready: 1, old: 0 });

  const { body: document } = await rig.operator.call(getDocumentOperation, {
    params: { document_uuid: documentUuid },
  });
  expect(document).toMatchObject({ state: "ready", current_version: 2, total_chunks: chunks });
  expect(document.versions[1]).toMatchObject({ page_count: PAGES });
  const { body: usage } = await rig.operator.call(getDocumentUsageOperation, {});
  expect(usage).toMatchObject({ document_count: 1, chunk_count: chunks });
  expect(countIndexed(1)).toEqual({ passages: 0, puts: 0 });
  for (const number of [1, 250, PAGES]) {
    const { body } = await rig.operator.call(searchDocumentsOperation, { body: { query: `m${number}x3`, limit: 1 } });
    expect(body.chunks[0]).toMatchObject({ chunk_metadata: { page: number, headings: `Chapter ${number}` } });
    expect(body.chunks[0]?.chunk_text).toContain(`m${number}x3`);
  }
});

it("its new vectors, after a change of the model, are made once too; it is found all the while", async () => {
  const { server, points } = rig;
  const { vectors: before } = await points.tried();
  const answeredBefore = server.answered.length;
  const askedBefore = server.askedAtMs.length;
  server.answersLeft = 3;
  await rig.useModel("another");
  await waitUntil("the fourth batch is asked for", () => server.askedAtMs.length >= askedBefore + 4);
  await rig.kill();
  server.answersLeft = Number.POSITIVE_INFINITY;
  expect(await rig.find(NEW)).toContain(NEW);

  // The index is told, the rows are not.
  await rig.killAt({
    table: "document_versions",
    event: "update",
    when: "new.embedding_model <> old.embedding_model",
    at: "statement",
  });
  expect(await rig.find(NEW)).toContain(NEW);
  rig.startWorker();
  await ended(documentReindexingContract);

  const { body: document } = await rig.operator.call(getDocumentOperation, {
    params: { document_uuid: documentUuid },
  });
  expect(document).toMatchObject({ state: "ready", needs_reingest: false });
  expect(document.versions[1]).toMatchObject({ embedding_model: "openai/another" });
  const { chunks } = await countRows();
  const { vectors } = await points.tried();
  expect(vectors - before).toBe(chunks);
  const texts = server.answered
    .slice(answeredBefore)
    .flat()
    .filter((text) => text !== NEW);
  expect([texts.length, new Set(texts).size]).toEqual([chunks, chunks]);
  expect(countIndexed(2, "openai/another").passages).toBe(chunks);
  expect(countIndexed(2, "openai/test").passages).toBe(0);
  expect(await rig.find(NEW)).toContain(NEW);
});

it("deleted, it is gone with everything, whatever step its worker is killed at", async () => {
  const { points, operator } = rig;
  const indexed = () => countIndexed(2, "openai/another").passages;
  const file = () => rig.api.dependencies.objectStore.size(objectKey);
  const usage = async () => (await operator.call(getDocumentUsageOperation, {})).body;

  // Vectors are gone, the file is not.
  await rig.kill();
  await operator.call(deleteDocumentOperation, { params: { document_uuid: documentUuid } });
  await points.lock("document_versions");
  rig.startWorker();
  // Maintenance looks at these rows too, and waits for them earlier.
  await waitUntil("its vectors are gone", () => indexed() === 0);
  await points.lockReached("document_versions");
  await rig.kill();
  await points.unlock();
  expect([indexed(), await file()]).toEqual([0, expect.any(Number)]);
  expect(await rig.find(NEW)).toBeUndefined();

  // The file is gone, rows are not.
  await points.lock("document_passages");
  rig.startWorker();
  await waitUntil("its file is gone", async () => (await file()) === null);
  await points.lockReached("document_passages");
  await rig.kill();
  await points.unlock();
  const { chunks, passages } = await countRows();
  expect([await file(), passages]).toEqual([null, chunks]);
  expect(await usage()).toMatchObject({ document_count: 1, chunk_count: chunks });

  // Everything is gone, and nobody was told so.
  await rig.killAt({ table: "documents", event: "delete", at: "commit" });
  rig.startWorker();
  await ended(documentDeletionContract);
  for (const table of ["documents", "document_versions", "document_parts", "document_passages"]) {
    expect(await points.query(`select 1 from ${table}`)).toEqual([]);
  }
  expect(await usage()).toMatchObject({ used_bytes: 0, document_count: 0, chunk_count: 0 });
  expect(
    await points.query("select 1 from timeline_events where summary like '%was removed with everything%'"),
  ).toHaveLength(1);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client } from "pg";
import {
  getDocumentOperation,
  processDocumentOperation,
  searchKnowledgeOperation,
} from "../../../api/knowledge/knowledge.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { pdfOf } from "../../factories/document-files.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { TEST_BUCKET, testEnvironment } from "../../harness/environment.ts";
import { startTestApi, TEST_ENCRYPTION_KEY, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { SIMULATOR_SIGNING_KEY } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type EmbeddingServer, startEmbeddingServer } from "./embedding-server.ts";
import { uploadFile } from "./upload-file.ts";

const PAGES = 500;
const BATCH = 64;
const STEP_MS = 60_000;

let folder: string;
let test: TestDatabase;
let namespace: string;
let api: TestApi;
let tenant: Tenant;
let server: EmbeddingServer;
let worker: ApiProcess;
let blocker: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-knowledge-"));
  [test, namespace, server] = await Promise.all([createTestDatabase(), createTestNamespace(), startEmbeddingServer()]);
  api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder } });
  tenant = await createTenant(test);
  const embeddings = { provider: "openai", model: "test", api_key: "a key", base_url: server.baseUrl };
  await api.client(tenant.admin).call(setModelsOperation, { body: { embeddings } });
  blocker = new Client({ connectionString: test.url });
  await blocker.connect();
});
afterAll(async () => {
  await kill();
  await blocker.end();
  await api.close();
  await server.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const startWorker = () => {
  const store = testEnvironment.objectStore();
  worker = startApiProcess(
    {
      DATABASE_URL: test.url,
      TEMPORAL_ADDRESS: testEnvironment.temporalAddress(),
      TEMPORAL_NAMESPACE: namespace,
      S3_ENDPOINT: store.endpoint,
      S3_ACCESS_KEY: store.accessKey,
      S3_SECRET_KEY: store.secretKey,
      S3_BUCKET: TEST_BUCKET,
      DATA_DIR: folder,
      ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      CARRIER_SIMULATOR_BASE_URL: "http://127.0.0.1:9",
      SIMULATOR_SIGNING_KEY,
      OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1",
      WORKFLOW_BUNDLE: testEnvironment.workflowBundle(),
      WORKER_HTTP_PORT: "0",
    },
    "worker/start.ts",
  );
};
const kill = async () => {
  worker.child.kill("SIGKILL");
  await worker.ended;
};

/** While no worker lives: the next one stops at this table until the lock is given back. */
const block = async (table: string, mode = "access exclusive") => {
  await blocker.query("begin");
  await blocker.query(`lock table ${table} in ${mode} mode`);
};
const unblock = () => blocker.query("rollback");
const isBlocked = (table: string) =>
  waitUntil(
    `somebody waits for ${table}; the worker said: ${worker.output().slice(-2000)}`,
    async () => {
      const { rows } = await blocker.query(
        "select 1 from pg_locks where not granted and relation = $1::regclass and database = (select oid from pg_database where datname = current_database())",
        [table],
      );
      return rows.length > 0;
    },
    STEP_MS,
  );

const counted = async () => {
  const { rows } = await blocker.query<Record<string, number>>(
    `select (select part_count from document_versions) as parts, (select chunk_count from document_versions) as chunks,
      (select count(*)::int from document_passages) as passages,
      (select count(distinct chunk_index)::int from document_passages) as distinct_passages,
      (select count(*)::int from timeline_events where kind = 'document' and summary like '%is ready%') as ready_events,
      (select chunk_count from knowledge_usage) as counted_chunks`,
  );
  return rows[0] ?? {};
};

const page = (number: number) => [
  { text: `Chapter ${number}`, size: 18 },
  ...Array.from({ length: 14 }, (_, at) => ({
    text: `Line ${at + 1} of page ${number} tells of machine m${number}x${at} and what it is good for.`,
  })),
];

let documentUuid: string;
const QUERY = "m250x3";

it("a document of 500 pages is indexed once, whatever step its worker is killed at", async () => {
  const operator = api.client(tenant.operator);
  const content = pdfOf(Array.from({ length: PAGES }, (_, at) => page(at + 1)));
  const { document_uuid, object_store_key } = await uploadFile(operator, {
    name: "machines.pdf",
    mimeType: "application/pdf",
    content,
  });

  documentUuid = document_uuid;
  startWorker();
  await operator.call(processDocumentOperation, { body: { document_uuid, object_store_key } });
  // Amid the extraction.
  await waitUntil("some pages are there", async () => ((await counted())["parts"] ?? 0) >= 2, STEP_MS);
  await kill();
  const partsAtKill = (await counted())["parts"] ?? 0;
  expect(partsAtKill).toBeLessThan(PAGES / 10);

  // At the first cut of passages, then amid the vectors.
  await block("document_passages");
  startWorker();
  await isBlocked("document_passages");
  await kill();
  await unblock();
  server.answersLeft = 3;
  startWorker();
  await waitUntil("the fourth batch is asked for", () => server.askedAtMs.length >= 4, STEP_MS);
  await kill();

  // Behind the index, before the rows say so.
  server.answersLeft = Number.POSITIVE_INFINITY;
  await block("knowledge_usage");
  startWorker();
  await isBlocked("knowledge_usage");
  await kill();
  await unblock();

  startWorker();
  const document = await waitUntil(
    "the document is ready",
    async () => {
      const { body } = await operator.call(getDocumentOperation, { params: { document_uuid } });
      return body.state === "ready" && body;
    },
    STEP_MS,
  );
  const figures = await counted();
  expect(document.versions[0]).toMatchObject({ page_count: PAGES, total_chunks: figures["chunks"] });
  expect(figures["passages"]).toBe(figures["chunks"]);
  expect(figures["distinct_passages"]).toBe(figures["chunks"]);
  expect(figures["counted_chunks"]).toBe(figures["chunks"]);
  expect(figures["ready_events"]).toBe(1);
  // Every passage was embedded once: what was answered before the kill was kept.
  const texts = server.answered.flat();
  expect(new Set(texts).size).toBe(figures["chunks"]);
  expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(BATCH);
  for (const number of [1, 250, PAGES]) {
    const { body } = await operator.call(searchKnowledgeOperation, { body: { query: `m${number}x3`, limit: 1 } });
    expect(body.chunks[0]).toMatchObject({ chunk_metadata: { page: number, headings: `Chapter ${number}` } });
    expect(body.chunks[0]?.chunk_text).toContain(`m${number}x3`);
  }
}, 240_000);

it("its new vectors, after a change of the model, are made once too; it is found all the while", async () => {
  const operator = api.client(tenant.operator);
  const answeredBefore = server.answered.flat().length;
  const askedBefore = server.askedAtMs.length;
  server.answersLeft = 3;
  const embeddings = { provider: "openai", model: "another", api_key: "a key", base_url: server.baseUrl };
  await api.client(tenant.admin).call(setModelsOperation, { body: { embeddings } });
  await waitUntil("the fourth batch is asked for", () => server.askedAtMs.length >= askedBefore + 4, STEP_MS);
  await kill();
  server.answersLeft = Number.POSITIVE_INFINITY;
  const find = async () => {
    const { body } = await operator.call(searchKnowledgeOperation, { body: { query: QUERY, limit: 1 } });
    return body.chunks[0];
  };
  expect(await find()).toMatchObject({ chunk_metadata: { page: 250 } });

  // Behind the index, before the rows say so.
  await block("document_versions", "share");
  startWorker();
  await isBlocked("document_versions");
  await kill();
  await unblock();
  startWorker();
  const document = await waitUntil(
    "it has new vectors",
    async () => {
      const { body } = await operator.call(getDocumentOperation, { params: { document_uuid: documentUuid } });
      return body.state === "ready" && body;
    },
    STEP_MS,
  );
  expect(document).toMatchObject({ needs_reingest: false, versions: [{ embedding_model: "openai/another" }] });
  const texts = server.answered
    .flat()
    .slice(answeredBefore)
    .filter((text) => text !== QUERY);
  const { chunks = 0 } = await counted();
  expect(new Set(texts).size).toBe(chunks);
  expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(BATCH);
  expect(await find()).toMatchObject({ chunk_metadata: { page: 250 } });
}, 240_000);

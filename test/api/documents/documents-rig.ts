import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NativeConnection, Worker } from "@temporalio/worker";
import { createDocumentDeletionActivities } from "../../../activities/document-deletion/document-deletion.activities.ts";
import { createDocumentProcessingActivities } from "../../../activities/document-processing/document-processing.activities.ts";
import { createDocumentReindexingActivities } from "../../../activities/document-processing/document-reindexing.activities.ts";
import { countSlots, createDocumentSlots } from "../../../activities/document-processing/document-slots.ts";
import { createDocumentTranslationActivities } from "../../../activities/document-processing/document-translation.activities.ts";
import { getDocumentOperation, processDocumentOperation } from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import type { PassageIndex } from "../../../infra/passage-index/passage-index.ts";
import { DOCUMENT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { quietSdk } from "../../harness/quiet-sdk.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type UploadedFile, uploadFile } from "./upload-file.ts";

// The failures are intended and need no log.
quietSdk();

export interface DocumentsRig {
  test: TestDatabase;
  api: TestApi;
  close(): Promise<void>;
}

interface RigOptions {
  /** Default: the embedded one, in a folder of its own. */
  passageIndex?: PassageIndex;
  /** Null: the operator has switched the built-in embedder off. */
  defaultEmbeddings?: null;
  /** What the worker's steps have in place of the API's. */
  worker?: (deps: TestApi["dependencies"]) => Partial<TestApi["dependencies"]>;
  /** How many documents the worker reads at a time. */
  places?: number;
}

/** API and worker with every document step, on real parts. */
export const startDocumentsRig = async ({ worker, places, ...given }: RigOptions = {}): Promise<DocumentsRig> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-knowledge-"));
  const test = await createTestDatabase();
  const namespace = await createTestNamespace();
  const api = await startTestApi(test, {
    environment: { TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder },
    dependencies: given,
  });
  const connection = await NativeConnection.connect({ address: testEnvironment.temporalAddress() });
  const deps = { ...api.dependencies, ...worker?.(api.dependencies) };
  const counted = createDocumentSlots(places);
  const activities = {
    ...createDocumentProcessingActivities(deps, counted),
    ...createDocumentReindexingActivities(deps),
    ...createDocumentTranslationActivities(deps),
    ...createDocumentDeletionActivities(deps),
  };
  const limits = places === undefined ? {} : { maxConcurrentActivityTaskExecutions: places };
  const workflowBundle = { codePath: testEnvironment.workflowBundle() };
  const workers = await Promise.all([
    Worker.create({ connection, namespace, taskQueue: WORKFLOW_QUEUE, workflowBundle }),
    Worker.create({
      connection,
      namespace,
      taskQueue: DOCUMENT_QUEUE,
      activities: countSlots(counted, activities),
      ...limits,
    }),
  ]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    test,
    api,
    close: async () => {
      for (const worker of workers) worker.shutdown();
      await running;
      await connection.close();
      await api.close();
      await test.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export interface DocumentsTenant {
  tenant: Tenant;
  operator: ApiClient;
  upload(file: UploadedFile): ReturnType<typeof uploadFile>;
  /** Uploads, processes and waits for the end. */
  add(file: UploadedFile): Promise<Awaited<ReturnType<DocumentsTenant["ended"]>>>;
  ended(documentUuid: string): ReturnType<typeof waitForEnd>;
}

/** Returns an organization with the local embedder, unless told otherwise. */
export const documentsTenant = async (rig: DocumentsRig, { embeddings = true } = {}): Promise<DocumentsTenant> => {
  const tenant = await createTenant(rig.test);
  if (embeddings) {
    const body = { embeddings: { provider: "local", model: "lexical" } };
    await rig.api.client(tenant.admin).call(setModelsOperation, { body });
  }
  const operator = rig.api.client(tenant.operator);
  const upload = (file: UploadedFile) => uploadFile(operator, file);
  const ended = (documentUuid: string) => waitForEnd(operator, documentUuid);
  return {
    tenant,
    operator,
    upload,
    ended,
    add: async (file) => {
      const { document_uuid, object_store_key } = await upload(file);
      const body = { document_uuid, object_store_key, ...file.settings };
      const { body: document } = await operator.call(processDocumentOperation, { body });
      return ended(document.document_uuid);
    },
  };
};

const waitForEnd = (operator: ApiClient, document_uuid: string) =>
  waitUntil("the document is processed", async () => {
    const { body } = await operator.call(getDocumentOperation, { params: { document_uuid } });
    return ["ready", "failed", "stale"].includes(body.state) && body;
  });

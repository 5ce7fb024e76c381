import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { searchDocumentsOperation } from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { watchLostWorkers } from "../../harness/lost-workers.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { type EmbeddingServer, startEmbeddingServer } from "./embedding-server.ts";
import { openStopPoints, type StopPoint, type StopPoints } from "./stop-points.ts";

/** A worker in a process of its own, that can be killed wherever it writes; the API, the index and the servers live on. */
export interface KilledWorkerRig {
  api: TestApi;
  tenant: Tenant;
  operator: ApiClient;
  server: EmbeddingServer;
  points: StopPoints;
  /** The organization's file of the embedded index. */
  indexFile: string;
  /** Unless one lives. */
  startWorker(): void;
  kill(): Promise<void>;
  /** Starts a worker, unless one lives, and kills it there. */
  killAt(point: StopPoint): Promise<void>;
  useModel(model: string): Promise<void>;
  /** Returns the first passage that a search finds. */
  find(query: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export const startKilledWorkerRig = async (): Promise<KilledWorkerRig> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-knowledge-"));
  const [test, namespace, server] = await Promise.all([
    createTestDatabase(),
    createTestNamespace(),
    startEmbeddingServer(),
  ]);
  const api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder } });
  const tenant = await createTenant(test);
  const operator = api.client(tenant.operator);
  const points = await openStopPoints(test.superuserUrl);
  const settings = { ...workerSettings(), DATABASE_URL: test.url, TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder };
  const lostWorkers = watchLostWorkers(api.dependencies.temporal);
  let worker: ApiProcess | null = null;
  const startWorker = () => {
    worker ??= startApiProcess(settings, "worker/start.ts");
  };
  const end = async () => {
    worker?.child.kill("SIGKILL");
    await worker?.ended;
    worker = null;
  };
  const kill = async () => {
    await end();
    await lostWorkers.tell();
  };
  return {
    api,
    tenant,
    operator,
    server,
    points,
    indexFile: join(folder, "passages", `org-${tenant.organizationId}.sqlite`),
    startWorker,
    kill,
    killAt: async (point) => {
      await points.stopAt(point);
      startWorker();
      await points.reached().catch((cause: unknown) => {
        throw new Error(`the worker said: ${worker?.output().slice(-2000)}`, { cause });
      });
      await kill();
      await points.letGo();
    },
    useModel: async (model) => {
      const embeddings = { provider: "openai", model, api_key: "a key", base_url: server.baseUrl };
      await api.client(tenant.admin).call(setModelsOperation, { body: { embeddings } });
    },
    find: async (query) => {
      const { body } = await operator.call(searchDocumentsOperation, { body: { query, limit: 1 } });
      return body.chunks[0]?.contextualized_text;
    },
    close: async () => {
      await end();
      await points.close();
      await api.close();
      await server.close();
      await test.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

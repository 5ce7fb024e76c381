import { type ApiProcess, startApiProcess } from "./api-process.ts";
import { TEST_BUCKET, testEnvironment } from "./environment.ts";
import type { TestDatabase } from "./test-database.ts";
import { TEST_ENCRYPTION_KEY } from "./test-secrets.ts";
import { SIMULATOR_SIGNING_KEY } from "./test-simulator.ts";

/** Returns the servers and keys of the test run, for a process beside the test. */
export const serverSettings = () => {
  const store = testEnvironment.objectStore();
  return {
    TEMPORAL_ADDRESS: testEnvironment.temporalAddress(),
    S3_ENDPOINT: store.endpoint,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
    S3_BUCKET: TEST_BUCKET,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    CARRIER_SIMULATOR_BASE_URL: "http://127.0.0.1:9",
    SIMULATOR_SIGNING_KEY,
    OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1",
  };
};

/** Returns a worker's settings beside its database and namespace. */
export const workerSettings = () => ({
  ...serverSettings(),
  WORKFLOW_BUNDLE: testEnvironment.workflowBundle(),
  WORKER_HTTP_PORT: "0",
});

/** Starts a worker in a process of its own, which can be killed. */
export const startWorkerProcess = ({ test, namespace }: { test: TestDatabase; namespace: string }): ApiProcess => {
  const settings = { ...workerSettings(), DATABASE_URL: test.url, TEMPORAL_NAMESPACE: namespace };
  return startApiProcess(settings, "worker/start.ts");
};

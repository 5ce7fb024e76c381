import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveBinary } from "../../infra/local/binaries.ts";
import { startObjectStore } from "../../infra/local/embedded-object-store.ts";
import { startPostgres } from "../../infra/local/postgres.ts";
import { bundlePrograms } from "../../infra/local/program-bundle.ts";
import { startTemporalDevServer } from "../../infra/local/temporal.ts";
import { createObjectStore } from "../../infra/object-store/object-store.ts";
import { migrateDatabase } from "../../infra/postgres/migrate.ts";
import { loadWorkflowBundle } from "../../worker/workflow-bundle.ts";
import { TEST_BUCKET } from "./environment.ts";

/** A server that all test files share; once it is started, its address is in the environment. */
export interface Part {
  stop(): Promise<void> | void;
}

const TEMPLATE_DATABASE = "ringdown_template";

export const startMigratedPostgres = async (folder: string): Promise<Part> => {
  const postgres = await startPostgres({ dir: folder, fast: true });
  await postgres.createDatabase(TEMPLATE_DATABASE);
  await migrateDatabase(postgres.url(TEMPLATE_DATABASE), {
    applicationUrl: postgres.applicationUrl(TEMPLATE_DATABASE),
  });
  process.env["TEST_POSTGRES_URL"] = postgres.url("");
  process.env["TEST_POSTGRES_APPLICATION_URL"] = postgres.applicationUrl("");
  process.env["TEST_TEMPLATE_DATABASE"] = TEMPLATE_DATABASE;
  return postgres;
};

export const startTemporalPart = async (folder: string): Promise<Part> => {
  const temporal = await startTemporalDevServer({ dir: folder, inMemory: true });
  process.env["TEST_TEMPORAL_ADDRESS"] = temporal.address;
  return temporal;
};

export const startObjectStorePart = async (folder: string): Promise<Part> => {
  const store = await startObjectStore({ dir: folder });
  const { endpoint, accessKey, secretKey } = store;
  await createObjectStore({ endpoint, accessKey, secretKey, region: "us-east-1", bucket: TEST_BUCKET }).ensureBucket();
  process.env["TEST_S3_ENDPOINT"] = endpoint;
  process.env["TEST_S3_ACCESS_KEY"] = accessKey;
  process.env["TEST_S3_SECRET_KEY"] = secretKey;
  return store;
};

/** Each time-skipping test starts a server of its own; here its program is only found, once. */
export const findTimeSkippingServer = async (): Promise<Part> => {
  process.env["TEST_TIME_SKIPPING_SERVER"] = await resolveBinary("temporal-test-server");
  return { stop: () => {} };
};

/** Joins the programs of the processes that tests start, as for the processes of a stack. */
export const bundleProcesses = async (): Promise<Part> => {
  process.env["TEST_PROGRAMS"] = await bundlePrograms();
  return { stop: () => {} };
};

/** Takes the bundle of workers in tests from the cache in which the processes of a stack look for theirs. */
export const writeWorkflowBundle = async (folder: string): Promise<Part> => {
  const { code } = await loadWorkflowBundle(undefined);
  const file = join(folder, "workflow-bundle.js");
  writeFileSync(file, code);
  process.env["TEST_WORKFLOW_BUNDLE"] = file;
  return { stop: () => {} };
};

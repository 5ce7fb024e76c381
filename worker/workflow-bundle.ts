import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cacheFolder } from "../infra/cache-folder.ts";
import { type BundleCache, cachedBundle, fingerprintOf } from "./bundle-cache.ts";
import { workflowsPath } from "./bundle-workflows.ts";

const BUNDLER = fileURLToPath(new URL("bundle-workflows.ts", import.meta.url));
const LOCKFILE = fileURLToPath(new URL("../package-lock.json", import.meta.url));

/**
 * Loads the bundle that was built ahead into `path`; without one, the cache's, which is built if these workflows are
 * new.
 */
export const loadWorkflowBundle = async (path: string | undefined): Promise<{ code: string }> => {
  if (path && existsSync(path)) return { code: await readFile(path, "utf8") };
  return { code: await cachedBundle(await cacheOfTheUser()) };
};

const cacheOfTheUser = async (): Promise<BundleCache> => ({
  folder: join(cacheFolder(process.env), "workflow-bundles"),
  fingerprint: await fingerprintOf([dirname(workflowsPath), BUNDLER, LOCKFILE]),
  build: buildElsewhere,
});

/** Builds in another process, because the bundler's 150 MB would otherwise stay with the worker. */
const buildElsewhere = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "ringdown-bundle-"));
  try {
    const file = join(folder, "workflows.js");
    await promisify(execFile)(process.execPath, [BUNDLER, file]);
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

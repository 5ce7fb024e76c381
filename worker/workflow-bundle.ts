import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findCacheFolder } from "../infra/cache-folder.ts";
import { readCachedBundle, computeFingerprint } from "./bundle-cache.ts";
import { workflowsPath } from "./bundle-workflows.ts";

const BUNDLER = fileURLToPath(new URL("bundle-workflows.ts", import.meta.url));

/** The files and folders that a bundle is built from; packages are those of the lockfile. */
export const BUNDLED = [
  dirname(workflowsPath),
  fileURLToPath(new URL("../domain", import.meta.url)),
  BUNDLER,
  fileURLToPath(new URL("../package-lock.json", import.meta.url)),
];

/**
 * Loads the bundle that was built ahead into `path`; without one, the cache's, which is built if these workflows are
 * new.
 */
export const loadWorkflowBundle = async (path: string | undefined): Promise<{ code: string }> => {
  if (path && existsSync(path)) return { code: await readFile(path, "utf8") };
  return loadKeptBundle({ sources: BUNDLED, build: buildElsewhere });
};

/** Takes the bundle of these sources from the user's cache, or builds it and keeps it there. */
export const loadKeptBundle = async ({
  sources,
  build,
}: {
  sources: readonly string[];
  build: () => Promise<string>;
}): Promise<{ code: string }> => {
  const folder = join(findCacheFolder(process.env), "workflow-bundles");
  return { code: await readCachedBundle({ folder, fingerprint: await computeFingerprint(sources), build }) };
};

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

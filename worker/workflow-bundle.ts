import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findCacheFolder } from "../infra/cache-folder.ts";
import { makeTemporaryFolder } from "../infra/temporary-folder.ts";
import { computeFingerprint, readCachedBundle } from "./bundle-cache.ts";
import { workflowsPath } from "./bundle-workflows.ts";

const BUNDLER = fileURLToPath(new URL("bundle-workflows.ts", import.meta.url));

const BASE64 = "base64,";

/** The files and folders that a bundle is built from; packages are those of the lockfile. */
export const BUNDLE_SOURCES = [
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
  const { code } =
    path && existsSync(path)
      ? { code: await readFile(path, "utf8") }
      : await loadKeptBundle({ sources: BUNDLE_SOURCES, build: buildElsewhere });
  return { code: dropSourceTexts(code) };
};

/**
 * Leaves the texts of the sources out of the bundle's source map, of which the SDK keeps five copies. Stack traces need only names
 * and lines; a replay, in which people step through a workflow, builds a bundle of its own.
 */
const dropSourceTexts = (code: string): string => {
  const comment = code.lastIndexOf("//# sourceMappingURL=data:");
  const mapBegins = code.indexOf(BASE64, Math.max(comment, 0)) + BASE64.length;
  if (comment < 0 || mapBegins < BASE64.length) return code;
  const map: unknown = JSON.parse(Buffer.from(code.slice(mapBegins), "base64").toString());
  const small = JSON.stringify(map, (key, value: unknown) => (key === "sourcesContent" ? undefined : value));
  return code.slice(0, mapBegins) + Buffer.from(small).toString("base64");
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
  const { path, remove } = await makeTemporaryFolder("bundle");
  try {
    const file = join(path, "workflows.js");
    await promisify(execFile)(process.execPath, [BUNDLER, file]);
    return await readFile(file, "utf8");
  } finally {
    await remove();
  }
};

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const BUILDS = join(ROOT, ".cache/console");
/** Tests set another value, which would build React in its development mode. */
const NODE_ENV = "production";
const OLD_AFTER_MS = 7 * 86_400_000;
const run = promisify(execFile);

/**
 * Builds the console for the browser, unless the same sources were built before, and returns its folder.
 * @throws Error with Vite's message when the sources do not build or Vite is not installed.
 */
export const buildConsole = async (): Promise<string> => {
  const folder = join(BUILDS, digestOfSources());
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const options = ["build", "--config", join(ROOT, "console/vite.config.ts"), "--outDir", fresh, "--logLevel", "warn"];
  await run(process.execPath, [vite, ...options], { cwd: ROOT, env: { ...process.env, NODE_ENV } });
  // The folder is renamed when complete, so that no reader sees a part of it; another start may have been faster.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
  await removeOldBuilds(folder);
  return folder;
};

const digestOfSources = (): string => {
  const hash = createHash("sha256").update(NODE_ENV);
  const sources = globSync("console/**/*.*", { cwd: ROOT }).filter((path) => statSync(join(ROOT, path)).isFile());
  for (const file of ["package-lock.json", ...sources.sort()]) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex").slice(0, 16);
};

/** A build that a running API may still serve is newer than the limit. */
const removeOldBuilds = async (current: string): Promise<void> => {
  const builds = globSync(join(BUILDS, "*")).filter((folder) => folder !== current);
  const old = builds.filter((folder) => Date.now() - statSync(folder).mtimeMs > OLD_AFTER_MS);
  await Promise.all(old.map((folder) => rm(folder, { recursive: true, force: true })));
};

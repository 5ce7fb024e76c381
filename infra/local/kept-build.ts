import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

export const ROOT = join(import.meta.dirname, "../..");
/** Tests set another value, which would build React in its development mode. */
const NODE_ENV = "production";
const OLD_AFTER_MS = 7 * 86_400_000;
const run = promisify(execFile);

export interface KeptBuild {
  /** The folder of these builds in `.cache`. */
  name: string;
  /** Patterns of the files that the build is made from, beside the packages of package-lock.json. */
  sources: readonly string[];
  /** The Node program and its arguments that build into a folder. */
  command: (folder: string) => readonly string[];
}

/**
 * Builds into a folder, unless the same sources were built before, and returns it.
 * @throws Error with the builder's message when the sources do not build or the builder is not installed.
 */
export const keepBuild = async ({ name, sources, command }: KeptBuild): Promise<string> => {
  const builds = join(ROOT, ".cache", name);
  const folder = join(builds, digestOfSources(sources));
  if (existsSync(folder)) {
    const now = new Date();
    await utimes(folder, now, now).catch(() => {}); // In use, so that it is not removed for its age.
    return folder;
  }
  const fresh = `${folder}.${process.pid}`;
  await run(process.execPath, command(fresh), { cwd: ROOT, env: { ...process.env, NODE_ENV } });
  // The folder is renamed when complete, so that no reader sees a part of it; another start may have been faster.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
  await removeOldBuilds(builds, folder);
  return folder;
};

const digestOfSources = (patterns: readonly string[]): string => {
  const hash = createHash("sha256").update(NODE_ENV);
  const sources = globSync([...patterns], { cwd: ROOT }).filter((path) => statSync(join(ROOT, path)).isFile());
  for (const file of ["package-lock.json", ...sources.sort()]) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex").slice(0, 16);
};

/** A build that a running process may still read is newer than the limit. */
const removeOldBuilds = async (builds: string, current: string): Promise<void> => {
  const others = globSync(join(builds, "*")).filter((folder) => folder !== current);
  const old = others.filter((folder) => Date.now() - statSync(folder).mtimeMs > OLD_AFTER_MS);
  await Promise.all(old.map((folder) => rm(folder, { recursive: true, force: true })));
};

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { DAY_MS } from "../../domain/time/durations.rules.ts";

export const ROOT = join(import.meta.dirname, "../..");
/** Tests set another value, which would build React in its development mode. */
const NODE_ENV = "production";
const OLD_AFTER_MS = 7 * DAY_MS;
const run = promisify(execFile);

export interface KeptBuild {
  /** The folder of these builds in `.cache`. */
  name: string;
  /** Patterns of the files that the build is made from, beside the packages of package-lock.json. */
  sources: readonly string[];
  /** The Node programs, with their arguments, that build into a folder one after another. */
  commands: (folder: string) => readonly (readonly string[])[];
}

/**
 * Builds into a folder, unless the same sources were built before, and returns it. It is kept while this process runs. @throws
 * Error with the builder's message when the sources do not build or the builder is not installed.
 */
export const keepBuild = async ({ name, sources, commands }: KeptBuild): Promise<string> => {
  const builds = join(ROOT, ".cache", name);
  const folder = join(builds, digestOfSources(sources));
  if (!existsSync(folder)) {
    await build(folder, commands);
    await removeOldBuilds(builds, folder);
  }
  await renewAge(folder);
  setInterval(() => void renewAge(folder), DAY_MS).unref();
  return folder;
};

const build = async (folder: string, commands: KeptBuild["commands"]): Promise<void> => {
  const fresh = `${folder}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true }); // An earlier build that was killed may have left it.
  try {
    const options = { cwd: ROOT, env: { ...process.env, NODE_ENV } };
    for (const command of commands(fresh)) await run(process.execPath, command, options);
    // The folder is renamed when complete, so that no reader sees a part of it.
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    const anotherWasFaster = existsSync(folder);
    if (!anotherWasFaster) throw error;
  }
};

/** Renews the age of a build, because a process that is started again still reads it. */
const renewAge = async (folder: string): Promise<void> => {
  const now = new Date();
  await utimes(folder, now, now).catch(() => {});
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

/** Removes old builds. One that a running process uses was renewed within a day. */
const removeOldBuilds = async (builds: string, current: string): Promise<void> => {
  const others = globSync(join(builds, "*")).filter((folder) => folder !== current);
  const old = others.filter((folder) => Date.now() - statSync(folder).mtimeMs > OLD_AFTER_MS);
  await Promise.all(old.map((folder) => rm(folder, { recursive: true, force: true })));
};

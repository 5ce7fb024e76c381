import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { findCacheFolder } from "../../infra/cache-folder.ts";

/** The older versions of Node that the client promises, as npm has them. */
const OLDER = ["20.20.2", "22.23.3"] as const;

/** A version of Node, and its program. */
export type NodeProgram = [version: string, path: string];

/** Finds this Node and each older one; one that is not there is fetched once into the user's cache. Says what it does not get. */
export const findNodePrograms = (): NodeProgram[] => {
  const here = new Map<string, NodeProgram>();
  for (const path of [process.execPath, ...pathFolders().map((folder) => join(folder, "node"))]) {
    const version = versionOf(path);
    if (version && !here.has(majorOf(version))) here.set(majorOf(version), [version, path]);
  }
  for (const version of OLDER) {
    if (here.has(majorOf(version))) continue;
    const path = fetchNode(version);
    if (path === null) process.stderr.write(`\n*** SKIPPED: Node ${version}: npm did not bring it.\n\n`);
    else here.set(majorOf(version), [`v${version}`, path]);
  }
  return [...here.values()].filter(([version]) => Number(majorOf(version)) >= 20);
};

const pathFolders = (): string[] => (process.env["PATH"] ?? "").split(":").filter(Boolean);

const majorOf = (version: string): string => /\d+/.exec(version)?.[0] ?? "";

const versionOf = (path: string): string | null => {
  try {
    return execFileSync(path, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
};

const fetchNode = (version: string): string | null => {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(findCacheFolder(process.env), `${name}-${version}`);
  const program = join(folder, "node_modules", name, "bin/node");
  if (existsSync(program)) return program;
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}.partial-`);
  try {
    const words = ["install", "--no-audit", "--no-fund", "--no-save", "--prefix", partial, `${name}@${version}`];
    execFileSync("npm", words, { cwd: partial, stdio: "ignore" });
    if (!existsSync(folder)) renameSync(partial, folder);
  } catch {
    return null;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return versionOf(program) === null ? null : program;
};

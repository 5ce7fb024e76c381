import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { findCacheFolder } from "../../infra/cache-folder.ts";
import { runProgram } from "../../infra/pinned-package/run-program.ts";
import { PATIENCE_MS } from "./patience.ts";

export interface PythonPackages {
  /** The name of the folder in the user's cache. */
  name: string;
  /** A file of requirements with every file's hash. */
  requirements: string;
  /** The oldest Python 3 that the packages run on: 10 is 3.10. */
  oldestMinor: number;
}

/**
 * The folder of the packages, installed by pip into the user's cache the first time: what `PYTHONPATH` shall name. Rejects
 * where there is no such Python with pip, or nothing to install from.
 */
export const installPythonPackages = async (
  { name, requirements, oldestMinor }: PythonPackages,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> => {
  const probe = ["-c", "import sys; print('%d.%d' % sys.version_info[:2])"];
  const version = (await runProgram("python3", probe, { timeoutMs: PATIENCE_MS })).trim();
  const [major, minor] = version.split(".").map(Number);
  if (major !== 3 || (minor ?? 0) < oldestMinor)
    throw new Error(`python3 is Python ${version}; this needs 3.${oldestMinor} or newer`);
  const pinned = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16);
  const folder = join(findCacheFolder(environment), `${name}-${version}-${pinned}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}.partial-`);
  try {
    await runProgram("python3", ["-m", "pip", ...pipArguments(partial, requirements)], {
      timeoutMs: PATIENCE_MS,
    });
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
};

const pipArguments = (target: string, requirements: string): string[] => [
  "install",
  "--quiet",
  "--disable-pip-version-check",
  "--root-user-action=ignore",
  "--require-hashes",
  "--only-binary",
  ":all:",
  "--no-deps",
  "--target",
  target,
  "-r",
  requirements,
];

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../../infra/cache-folder.ts";
import { runCommand } from "../../infra/local/run-command.ts";
import { PATIENCE_MS } from "../harness/patience.ts";

const REQUIREMENTS = join(import.meta.dirname, "requirements.txt");

/**
 * The folder of the published Python client and what it needs, with every file's hash pinned: installed by pip into the
 * user's cache the first time. Rejects where there is no Python 3.10 with pip, or nothing to install from.
 */
export const installPythonClient = async (environment: NodeJS.ProcessEnv = process.env): Promise<string> => {
  const version = await runCommand("python3", ["-c", "import sys; print('%d.%d' % sys.version_info[:2])"], {
    timeoutMs: PATIENCE_MS,
  });
  const pinned = createHash("sha256").update(readFileSync(REQUIREMENTS)).digest("hex").slice(0, 16);
  const folder = join(cacheFolder(environment), `python-client-${version.trim()}-${pinned}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}.partial-`);
  try {
    await runCommand("python3", ["-m", "pip", ...pipArguments(partial)], { timeoutMs: PATIENCE_MS });
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
};

const pipArguments = (target: string): string[] => [
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
  REQUIREMENTS,
];

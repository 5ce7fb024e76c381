import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Builds the bundle of workers in tests from the copy; nothing where the tests of this run need none. */
export const writeFaultyBundle = async (folder: string): Promise<Record<string, string>> => {
  if (process.env["TEST_WORKFLOW_BUNDLE"] === undefined) return {};
  const bundle = join(folder, ".cache/faulty-bundle.js");
  await run(process.execPath, [join(folder, "worker/bundle-workflows.ts"), bundle], { cwd: folder });
  return { TEST_WORKFLOW_BUNDLE: bundle };
};

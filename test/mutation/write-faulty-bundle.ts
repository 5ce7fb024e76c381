import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Builds the bundle of workers in tests from the copy. Returns the setting by which they find it. */
export const writeFaultyBundle = async (folder: string): Promise<Record<string, string>> => {
  const bundle = join(folder, ".cache/faulty-bundle.js");
  await run(process.execPath, [join(folder, "worker/bundle-workflows.ts"), bundle], { cwd: folder });
  return { TEST_WORKFLOW_BUNDLE: bundle };
};

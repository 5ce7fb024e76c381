import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "../../../domain/json/json-value.ts";
import { MINUTE_MS } from "../../../domain/time/durations.rules.ts";
import { readErrorMessage } from "../../pinned-package/read-error.ts";
import { runProgram } from "../../pinned-package/run-program.ts";
import type { DemoClient } from "./demo-client.ts";

/** The signed record of a campaign as a file, and the key that checks it. */
export interface SavedRecord {
  file: string;
  key: string;
}

export const saveRecord = async (dataDir: string, client: DemoClient, id: number): Promise<SavedRecord> => {
  const folder = join(dataDir, "reports");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `campaign-${id}-record.zip`);
  await writeFile(file, await client.download(`/campaigns/${id}/record`));
  const { keys } = await client.get("/record/key");
  const newest: unknown = Array.isArray(keys) ? keys.at(-1) : undefined;
  const key = isRecord(newest) ? newest["verifier_key"] : undefined;
  if (typeof key !== "string") throw new Error("the record has no key");
  return { file, key };
};

const COMMAND_LINE = join(import.meta.dirname, "../../../clients/typescript/cli/main.ts");

/** Checks a record with the command line's verifier, which asks nobody. Returns what it says, and whether every promise is kept. */
export const checkRecord = async ({ file, key }: SavedRecord): Promise<{ lines: string; holds: boolean }> => {
  try {
    const lines = await runProgram(process.execPath, [COMMAND_LINE, "verify", file, "--key", key], {
      timeoutMs: MINUTE_MS,
    });
    return { lines, holds: true };
  } catch (error) {
    return { lines: readErrorMessage(error), holds: false };
  }
};

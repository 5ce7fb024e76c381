import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One POST of a list whose requests all differ. */
export interface PreparedRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface ListResult {
  perSecond: number;
  /** Answers other than 2xx, and broken connections. */
  failures: number;
  /** The answer to the first failed one. */
  firstFailure: string | null;
}

/** Sends each request once, in order, over kept connections, from a process of its own. */
export const sendRequests = async (requests: readonly PreparedRequest[], connections: number): Promise<ListResult> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-requests-"));
  try {
    const file = join(folder, "requests.json");
    writeFileSync(file, JSON.stringify(requests));
    const program = fileURLToPath(new URL("request-list.process.ts", import.meta.url));
    const child = fork(program, [file, String(connections)]);
    const ended = once(child, "exit").then(() => {
      throw new Error("the sender ended without a result");
    });
    const [result] = await Promise.race([once(child, "message"), ended]);
    await ended.catch(() => {});
    return result;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

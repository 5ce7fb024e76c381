import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { waitUntil } from "../../harness/wait-until.ts";

const STARTER = fileURLToPath(new URL("./starter.process.ts", import.meta.url));

it.each(["busy-reader.process.ts", "late-reader.process.ts"])(
  "a reading process is gone a moment after its starter was killed: %s",
  async (program) => {
    const starter = spawn(process.execPath, [STARTER, `./${program}`], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(createInterface({ input: starter.stdout }), "line");
    const reader = Number(line);
    expect(isThere(reader)).toBe(true);
    starter.kill("SIGKILL");
    await once(starter, "exit");
    try {
      await waitUntil("the reading process is gone", () => !isThere(reader));
    } finally {
      if (isThere(reader)) process.kill(reader, "SIGKILL");
    }
  },
);

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { memoryOf } from "../process-memory.ts";

export interface BareParse {
  seconds: number;
  /** The memory of the process that needed most. */
  peakMb: number;
}

/** Reads the files with so many processes, each of them one after another; nothing is made of what is read. */
export const parseBare = async (files: readonly string[], { processes }: { processes: number }): Promise<BareParse> => {
  const children = await Promise.all(Array.from({ length: processes }, startChild));
  const waiting = [...files];
  try {
    const startedAt = performance.now();
    const peaks = await Promise.all(children.map((child) => parseAll(child, waiting)));
    return { seconds: (performance.now() - startedAt) / 1000, peakMb: Math.max(...peaks) };
  } finally {
    for (const child of children) child.kill();
  }
};

/** Ready when everything is loaded. */
const startChild = async (): Promise<ChildProcess> => {
  const child = fork(fileURLToPath(new URL("bare-parse.process.ts", import.meta.url)));
  await once(child, "message");
  return child;
};

const parseAll = async (child: ChildProcess, waiting: string[]): Promise<number> => {
  const ended = once(child, "exit").then(() => {
    throw new Error("a process that parses ended early");
  });
  ended.catch(() => {}); // it is ended once all is read
  for (;;) {
    const file = waiting.shift();
    if (file === undefined) return memoryOf(child.pid ?? 0).peakMb;
    child.send(file);
    await Promise.race([once(child, "message"), ended]);
  }
};

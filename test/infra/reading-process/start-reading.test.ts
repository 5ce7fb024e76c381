import { getPriority } from "node:os";
import { expect, it } from "@jest/globals";
import { MEGABYTE } from "../../../domain/file/bytes.ts";
import { startReadingProcess } from "../../../infra/reading-process/start-reading.ts";

it.each([
  [5, {}],
  [9, { niceness: 9 }],
])(
  "a reading process comes %i steps after its starter, and keeps a share of a busy processor",
  async (steps, limits) => {
    const program = new URL("./own-priority.process.ts", import.meta.url);
    const reading = startReadingProcess(program, { maxBytes: 256 * MEGABYTE, ...limits });
    reading.ask({});
    const { value } = await reading.lines.next();
    const below = Number(value) - getPriority();
    // Nothing comes after the nineteenth.
    expect(below).toBe(Math.min(steps, 19 - getPriority()));
    // Linux gives a process a tenth of the share of one that is ten steps before it, and at nineteen a seventieth.
    expect(below).toBeLessThan(10);
    expect(await reading.ended).toBe(0);
  },
);

import { getPriority } from "node:os";
import { expect, it } from "@jest/globals";
import { MEGABYTE } from "../../../domain/file/bytes.ts";
import { startReadingProcess } from "../../../infra/reading-process/start-reading.ts";

it("a reading process comes after its starter, and keeps a share of a busy processor", async () => {
  const program = new URL("./own-priority.process.ts", import.meta.url);
  const reading = startReadingProcess(program, { maxBytes: 256 * MEGABYTE });
  reading.ask({});
  const { value } = await reading.lines.next();
  const below = Number(value) - getPriority();
  expect(below).toBeGreaterThan(0);
  // Linux gives a process a tenth of the share of one that is ten steps before it, and at nineteen a seventieth.
  expect(below).toBeLessThan(10);
  expect(await reading.ended).toBe(0);
});

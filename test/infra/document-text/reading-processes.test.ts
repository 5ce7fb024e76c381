import { afterEach, describe, expect, it } from "@jest/globals";
import { keepReadingProcess, takeReadingProcess } from "../../../infra/document-text/reading-processes.ts";
import type { ReadingProcess } from "../../../infra/reading-process/start-reading.ts";

const MAX_BYTES = 1_048_576_000;
const SMALL = 1000;
const mine = { organizationId: 1, maxBytes: MAX_BYTES };

const taken: ReadingProcess[] = [];
const take = (reader: Parameters<typeof takeReadingProcess>[0]) => {
  const reading = takeReadingProcess(reader);
  taken.push(reading);
  return reading;
};
afterEach(async () => {
  for (const reading of taken) reading.kill();
  await Promise.all(taken.splice(0).map(({ ended }) => ended));
});

describe("a process that reads files", () => {
  it("reads the next one of the same organization, and of no other", () => {
    const first = take(mine);
    keepReadingProcess(mine, { reading: first, residentBytes: SMALL });
    expect(take({ ...mine, organizationId: 2 })).not.toBe(first);
    expect(take({ ...mine, maxBytes: 2 * MAX_BYTES })).not.toBe(first);
    expect(take({ ...mine, maxProcessorMs: 1000 })).not.toBe(first);
    expect(take(mine)).toBe(first);
    // While it reads, it is nobody else's.
    expect(take(mine)).not.toBe(first);
  });

  it("is ended when it holds much, or is of no organization", async () => {
    const large = take(mine);
    keepReadingProcess(mine, { reading: large, residentBytes: MAX_BYTES / 2 });
    const nobodys = take({ ...mine, organizationId: null });
    keepReadingProcess({ ...mine, organizationId: null }, { reading: nobodys, residentBytes: SMALL });
    expect(await Promise.all([large.ended, nobodys.ended])).toEqual(["SIGKILL", "SIGKILL"]);
    expect(take(mine)).not.toBe(large);
  });

  it("is not taken again when it ended meanwhile", async () => {
    const reading = take(mine);
    keepReadingProcess(mine, { reading, residentBytes: SMALL });
    reading.kill();
    await reading.ended;
    expect(take(mine)).not.toBe(reading);
  });

  it("waits with others as long as they hold no more together than one may that reads", async () => {
    const readers = [1, 2, 3, 4, 5].map((organizationId) => ({ ...mine, organizationId }));
    const readings = readers.map(take);
    for (const [at, reading] of readings.entries()) {
      const reader = readers[at];
      if (reader) keepReadingProcess(reader, { reading, residentBytes: at === 4 ? SMALL : MAX_BYTES / 4 });
    }
    expect(readers.slice(1).map(take)).toEqual(readings.slice(1));
    expect(await readings[0]?.ended).toBe("SIGKILL");
  });
});

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { ROOT } from "../../../infra/local/kept-build.ts";

const run = promisify(execFile);

/** Holds 60 MB, makes 45 MB of garbage after a collection, and prints how often the collection of the whole heap was begun or ended meanwhile. */
const collections = (setUp: string) => `
import { constants, PerformanceObserver } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
${setUp}
const newMegabyte = () => new Array(131_072).fill(1);
const held = Array.from({ length: 60 }, newMegabyte);
gc();
let count = 0;
const observer = new PerformanceObserver((list) => {
  count += list.getEntries().filter(({ detail }) => detail.kind !== constants.NODE_PERFORMANCE_GC_MINOR).length;
});
await setImmediate();
observer.observe({ entryTypes: ["gc"] });
// Objects that are dropped at once would go with the young part of the heap.
const dropped = [];
for (let made = 0; made < 45; made += 1) {
  dropped.push(newMegabyte());
  if (dropped.length > 5) dropped.shift();
  await setImmediate();
}
await setImmediate();
console.log(JSON.stringify({ count, held: held.length + dropped.length }));
`;

const countCollections = async (setUp: string): Promise<number> => {
  const { stdout, stderr } = await run(process.execPath, [
    "--expose-gc",
    // What V8 allows a heap that has been at rest.
    "--heap-growing-percent=30",
    "--max-semi-space-size=1",
    "--input-type=module",
    "--eval",
    collections(setUp),
  ]);
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as { count: number }).count;
};

const FILE = join(ROOT, "media/process/gc-tuning.ts");

describe("reduceGarbageCollections", () => {
  it("lets the heap grow to twice its size before all of it is collected", async () => {
    expect(await countCollections("")).toBeGreaterThan(0);
    const setUp = `import { reduceGarbageCollections } from ${JSON.stringify(FILE)}; reduceGarbageCollections();`;
    expect(await countCollections(setUp)).toBe(0);
  });
});

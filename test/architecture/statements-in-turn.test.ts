import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = "{api,application,activities,worker,media,infra}/**/*.ts";
const AT_ONCE = /\bPromise\.(?:all|allSettled|any|race)\(/g;

/** Returns the argument of a call whose opening bracket is before `start`. */
const argumentAt = (source: string, start: number): string => {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < source.length; end += 1) {
    if (source[end] === "(") depth += 1;
    if (source[end] === ")") depth -= 1;
  }
  return source.slice(start, end);
};

/** Work that opens a transaction of its own has it as a parameter. */
const isOfOneTransaction = (text: string): boolean =>
  /\b(?:tx|em)\b/.test(text.replace(/\((?:em, )?tx\) =>[^;]*/g, ""));

/** Within its parts the transaction that sends them together hides the one that sends in turn. */
const hidesTransaction = (source: string): boolean =>
  [...source.matchAll(/\bsendTogether\((.{0,16})/gs)].every(([, start = ""]) => start.startsWith("tx, (tx) => "));

const findAtOnce = (source: string): string[] =>
  [...source.matchAll(AT_ONCE)]
    .map(({ 0: call, index }) => argumentAt(source, index + call.length))
    .filter(isOfOneTransaction);

describe("statements of one transaction", () => {
  // They would wait for each other all the same, and those that still wait when one fails come after the rollback.
  it("are awaited one after another", () => {
    const files = globSync(SOURCES, { cwd: ROOT });
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      findAtOnce(readFileSync(join(ROOT, file), "utf8")).map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "await Promise.all([readGroups(tx, span), countMissed(tx, span)])",
    "Promise.all(\n  actors.map(async (actor) => [actor, await readName(tx, actor)] as const),\n)",
    "Promise.race([em.flush(), late])",
  ])("are found where they are asked for at once: %s", (source) => {
    expect(findAtOnce(source)).toHaveLength(1);
  });

  it("are sent together by the transaction that sends them together", () => {
    const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !file.endsWith("send-together.ts"));
    expect(files.filter((file) => !hidesTransaction(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
    expect(hidesTransaction("sendTogether(tx, (tx) => [a(tx)]); sendTogether(tx, (own) => [a(tx)])")).toBe(false);
  });

  it.each([
    "Promise.all([read(a), inside((tx) => readRun(tx, b))])",
    "await Promise.all(writings);\nawait write(tx, run)",
  ])("are not found where there is more than one transaction, or none: %s", (source) => {
    expect(findAtOnce(source)).toEqual([]);
  });
});

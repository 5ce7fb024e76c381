import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createSharedWindows, type SharedTokens, type TokenRequest } from "../../../infra/limits/shared-windows.ts";

const SECOND = { name: "key", lengthMs: 1000 };

/** A shared window in memory, on a clock that a test moves. */
const createShared = (processes: number) => {
  let nowMs = 0;
  let isAway = false;
  const rows = new Map<string, { asked: number; endsAtMs: number }>();
  const take = ({ subject, tokens, most, lengthMs }: TokenRequest) => {
    if (isAway) return Promise.resolve(null);
    const known = rows.get(subject);
    const isNew = !known || known.endsAtMs <= nowMs;
    const row = isNew ? { asked: 0, endsAtMs: nowMs + lengthMs } : known;
    const before = Math.min(row.asked, most);
    row.asked = before + tokens;
    rows.set(subject, row);
    const granted = Math.min(Math.max(most - before, 0), tokens);
    return Promise.resolve({ granted, taken: Math.min(row.asked, most), endsInMs: row.endsAtMs - nowMs, isNew });
  };
  let asked = 0;
  const tokens: SharedTokens = {
    processes: () => processes,
    take: (request) => {
      asked += 1;
      return take(request);
    },
  };
  return {
    tokens,
    now: () => nowMs,
    askedTimes: () => asked,
    pass: (ms: number) => {
      nowMs += ms;
    },
    setAway: (away: boolean) => {
      isAway = away;
    },
  };
};

const countPassed = async (readings: ReturnType<ReturnType<typeof createSharedWindows>["take"]>[]): Promise<number> =>
  (await Promise.all(readings.map(async (reading) => reading))).filter(({ isExceeded }) => !isExceeded).length;

describe("a window of several processes", () => {
  it("lets through the limit, less what is taken ahead and more what is untold, however requests are spread", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 0, maxLength: 900 }),
        async (processes, most, turns) => {
          const shared = createShared(processes);
          const each = Array.from({ length: processes }, () =>
            createSharedWindows({ ...SECOND, most }, shared.tokens, shared.now),
          );
          let passed = 0;
          const spread = turns.map((turn) => turn % processes);
          for (const turn of spread) passed += await countPassed([each[turn]!.take("a", 1)]);
          const ahead = Math.ceil(most / 20) * (processes - 1);
          expect(passed).toBeLessThanOrEqual(most + Math.floor(most / 10));
          expect(passed).toBeGreaterThanOrEqual(Math.min(turns.length, most - ahead));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("lets the whole limit through to one that asks a single process, and few requests wait for an answer", async () => {
    const shared = createShared(3);
    const windows = createSharedWindows({ ...SECOND, most: 100 }, shared.tokens, shared.now);
    const readings = [];
    for (let at = 0; at < 120; at += 1) readings.push(await windows.take("a", 1));
    expect(readings.filter(({ isExceeded }) => !isExceeded)).toHaveLength(100);
    expect(shared.askedTimes()).toBeLessThan(40);
    shared.pass(1000);
    expect(await windows.take("a", 1)).toEqual({ isExceeded: false, remaining: 99, endsInMs: 1000 });
  });

  it("asks nobody for a subject that stays below its untold part, and nobody at all while it is alone", async () => {
    const three = createShared(3);
    const windows = createSharedWindows({ ...SECOND, most: 100 }, three.tokens, three.now);
    expect((await windows.take("a", 1)).remaining).toBe(99);
    expect(three.askedTimes()).toBe(0);
    const one = createShared(1);
    const alone = createSharedWindows({ ...SECOND, most: 100 }, one.tokens, one.now);
    expect(await countPassed(Array.from({ length: 150 }, () => alone.take("a", 1)))).toBe(100);
    expect(one.askedTimes()).toBe(0);
  });

  it("refuses nobody for a database that does not answer, beyond its own limit", async () => {
    const shared = createShared(3);
    const windows = createSharedWindows({ ...SECOND, most: 100 }, shared.tokens, shared.now);
    shared.setAway(true);
    expect(await countPassed(Array.from({ length: 150 }, () => windows.take("a", 1)))).toBe(100);
    expect(shared.askedTimes()).toBe(1);
  });

  it("counts each token where it is exact, also of a process that is alone", async () => {
    const shared = createShared(1);
    const each = [1, 2].map(() =>
      createSharedWindows({ ...SECOND, most: 10, isExact: true }, shared.tokens, shared.now),
    );
    let passed = 0;
    for (let at = 0; at < 30; at += 1) passed += await countPassed([each[at % 2]!.take("a", 1)]);
    expect(passed).toBe(10);
  });

  it("begins anew with the shared one, and is not joined to the one before", async () => {
    const shared = createShared(2);
    const windows = createSharedWindows({ ...SECOND, most: 100 }, shared.tokens, shared.now);
    for (let second = 0; second < 5; second += 1) {
      expect(await countPassed(Array.from({ length: 120 }, () => windows.take("a", 1)))).toBe(100);
      shared.pass(1000);
    }
  });
});

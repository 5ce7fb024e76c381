import { describe, expect, it } from "@jest/globals";
import { readAhead } from "../../../infra/contact-file/read-ahead.ts";

/** Counts to `limit` and writes down what is asked of it; `failAt` throws in the place of that value. */
const counter = (limit: number, failAt = Number.NaN) => {
  const seen = { made: 0, closed: false };
  async function* count() {
    try {
      for (let value = 1; value <= limit; value += 1) {
        if (value === failAt) throw new Error(`no ${value}`);
        seen.made = value;
        yield value;
      }
    } finally {
      seen.closed = true;
    }
  }
  return { seen, values: readAhead(count()) };
};

describe("readAhead", () => {
  it("gives every value in order, the next one made meanwhile where it is started, and no more", async () => {
    const { seen, values } = counter(4);
    const steps: [number, number][] = [];
    for await (const value of values) {
      values.start();
      values.start();
      await Promise.resolve();
      steps.push([value, seen.made]);
    }
    expect(steps).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4],
    ]);
    expect(seen.closed).toBe(true);
  });

  it("makes nothing ahead that is not started", async () => {
    const { seen, values } = counter(2);
    const steps: [number, number][] = [];
    for await (const value of values) steps.push([value, seen.made]);
    expect(steps).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it("gives what came before a failure, then throws it", async () => {
    const { seen, values } = counter(4, 3);
    const given: number[] = [];
    const reading = (async () => {
      for await (const value of values) {
        values.start();
        given.push(value);
      }
    })();
    await expect(reading).rejects.toThrow("no 3");
    expect([given, seen.closed]).toEqual([[1, 2], true]);
  });

  it.each([
    { failAt: undefined, made: 2 },
    { failAt: 2, made: 1 },
  ])("closes its source when the reader stops, the next value being ready or failing ($failAt)", async (next) => {
    const { seen, values } = counter(4, next.failAt);
    for await (const value of values) {
      expect(value).toBe(1);
      values.start();
      break;
    }
    expect(seen).toEqual({ made: next.made, closed: true });
  });
});

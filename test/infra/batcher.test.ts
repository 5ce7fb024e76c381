import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "@jest/globals";
import { createBatcher } from "../../infra/batcher.ts";
import { waitUntil } from "../harness/wait-until.ts";

interface Item {
  group: string;
  key: string;
  value: number;
}

/** Everything that needs no waiting has happened then. */
const quiet = () => new Promise(setImmediate);

/** A batcher whose every batch waits until it is let go. */
const held = ({ atMost = 10, batchesAtOnce = 1, enoughForAnother = 1, patienceMs = 60_000 } = {}) => {
  const batches: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const batcher = createBatcher({
    groupOf: ({ group }: Item) => group,
    keyOf: ({ key }) => key,
    atMost,
    batchesAtOnce,
    enoughForAnother,
    patienceMs,
    work: async (items) => {
      batches.push(items.map(({ value }) => value));
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return items.map(({ value }) => 2 * value);
    },
  });
  const add = (value: number, { key = `${value}`, group = "one" }: Partial<Item> = {}) =>
    batcher.add({ value, key, group });
  const letGo = async () => {
    gates.shift()?.resolve();
    await quiet();
  };
  return { batches, add, letGo };
};

describe("items that come together", () => {
  it("are worked on together: in one turn, and behind what is worked on", async () => {
    const { batches, add, letGo } = held();
    const first = [add(1), add(2)];
    await quiet();
    expect(batches).toEqual([[1, 2]]);
    const others = [add(3)];
    await quiet();
    others.push(add(4));
    await quiet();
    expect(batches).toEqual([[1, 2]]);
    await letGo();
    expect(await Promise.all(first)).toEqual([2, 4]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    await letGo();
    expect(await Promise.all(others)).toEqual([6, 8]);
    const later = add(5);
    await quiet();
    await letGo();
    expect(await later).toBe(10);
  });

  it("wait for their own group alone", async () => {
    const { batches, add } = held();
    void add(1);
    void add(2, { group: "another" });
    await quiet();
    expect(batches).toEqual([[1], [2]]);
  });

  it("are so many at most, and of each key one at a time, in their order", async () => {
    const { batches, add, letGo } = held({ atMost: 2 });
    const all = [add(1), add(2, { key: "a" }), add(3, { key: "a" }), add(4), add(5), add(6, { key: "a" })];
    await quiet();
    for (const item of [0, 2, 4, 5]) {
      await letGo();
      await all[item];
    }
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  it("fill several batches, none with a key of another", async () => {
    const { batches, add, letGo } = held({ atMost: 2, batchesAtOnce: 2 });
    void add(1, { key: "a" });
    await quiet();
    void add(2, { key: "a" });
    void add(3);
    await quiet();
    expect(batches).toEqual([[1], [3]]);
    await letGo();
    expect(batches).toEqual([[1], [3], [2]]);
  });

  it("begin beside a batch when they are enough, and else behind it", async () => {
    const { batches, add, letGo } = held({ batchesAtOnce: 2, enoughForAnother: 3 });
    void add(1);
    await quiet();
    void add(2);
    void add(3, { key: "2" });
    void add(4);
    await quiet();
    expect(batches).toEqual([[1]]);
    void add(5);
    await quiet();
    expect(batches).toEqual([[1], [2, 4, 5]]);
    void add(6);
    await letGo();
    expect(batches).toEqual([[1], [2, 4, 5]]);
    await letGo();
    expect(batches).toEqual([[1], [2, 4, 5], [3, 6]]);
  });

  it("begin beside a batch that takes long, however few they are", async () => {
    const { batches, add } = held({ batchesAtOnce: 2, enoughForAnother: 3, patienceMs: 1 });
    void add(1);
    await quiet();
    void add(2);
    await waitUntil("the second batch begins", () => batches.length === 2);
    expect(batches).toEqual([[1], [2]]);
  });
});

describe("a batch that fails", () => {
  const plain = {
    groupOf: () => 1,
    keyOf: (value: number) => `${value}`,
    atMost: 10,
    batchesAtOnce: 1,
    enoughForAnother: 1,
    patienceMs: 60_000,
  };

  it("is tried item by item: what is wrong with one is no other's fault", async () => {
    const batcher = createBatcher({
      ...plain,
      work: (values) => {
        if (values.includes(13)) return Promise.reject(new Error("unlucky"));
        return Promise.resolve(values.map((value) => value + 1));
      },
    });
    expect(await Promise.allSettled([12, 13, 14].map((value) => batcher.add(value)))).toEqual([
      { status: "fulfilled", value: 13 },
      { status: "rejected", reason: new Error("unlucky") },
      { status: "fulfilled", value: 15 },
    ]);
  });

  it("fails too when it forgets an item", async () => {
    const batcher = createBatcher({ ...plain, work: () => Promise.resolve([]) });
    await expect(batcher.add(1)).rejects.toThrow("a result for each");
  });

  it("is work of the first item's request", async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const batcher = createBatcher({
      ...plain,
      work: (values) => {
        seen.push(request.getStore());
        return Promise.resolve([...values]);
      },
    });
    const ask = (name: string, value: number) => request.run(name, () => batcher.add(value));
    await Promise.all([ask("a", 1), ask("b", 2)]);
    await ask("c", 3);
    expect(seen).toEqual(["a", "c"]);
  });
});

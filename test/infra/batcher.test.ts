import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "@jest/globals";
import { createBatcher } from "../../infra/batcher.ts";

interface Item {
  group: string;
  key: string;
  value: number;
}

/** A batcher whose every batch waits until it is let go. */
const held = (atMost = 10) => {
  const batches: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const batcher = createBatcher({
    groupOf: ({ group }: Item) => group,
    keyOf: ({ key }) => key,
    atMost,
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
    // Whatever follows without waiting for anybody has happened then.
    await new Promise(setImmediate);
  };
  return { batches, add, letGo };
};

describe("items that come together", () => {
  it("are worked on together, as soon as what came before them is done", async () => {
    const { batches, add, letGo } = held();
    const first = add(1);
    expect(batches).toEqual([[1]]);
    const others = [add(2), add(3)];
    expect(batches).toEqual([[1]]);
    await letGo();
    expect(await first).toBe(2);
    expect(batches).toEqual([[1], [2, 3]]);
    await letGo();
    expect(await Promise.all(others)).toEqual([4, 6]);
    const later = add(4);
    expect(batches.at(-1)).toEqual([4]);
    await letGo();
    expect(await later).toBe(8);
  });

  it("wait for their own group alone", () => {
    const { batches, add } = held();
    void add(1);
    void add(2, { group: "another" });
    expect(batches).toEqual([[1], [2]]);
  });

  it("are so many at most, and of each key one, in their order", async () => {
    const { batches, add, letGo } = held(2);
    const all = [add(1), add(2, { key: "a" }), add(3, { key: "a" }), add(4), add(5), add(6, { key: "a" })];
    for (const item of [0, 1, 2, 5]) {
      await letGo();
      await all[item];
    }
    expect(batches).toEqual([[1], [2, 4], [3, 5], [6]]);
  });
});

describe("a batch that fails", () => {
  it("is tried item by item: what is wrong with one is no other's fault", async () => {
    const gate = Promise.withResolvers<void>();
    const batcher = createBatcher({
      groupOf: () => 1,
      keyOf: (value: number) => `${value}`,
      atMost: 10,
      work: async (values) => {
        await gate.promise;
        if (values.includes(13)) throw new Error("unlucky");
        return values.map((value) => value + 1);
      },
    });
    const added = Promise.allSettled([1, 12, 13, 14].map((value) => batcher.add(value)));
    gate.resolve();
    expect(await added).toEqual([
      { status: "fulfilled", value: 2 },
      { status: "fulfilled", value: 13 },
      { status: "rejected", reason: new Error("unlucky") },
      { status: "fulfilled", value: 15 },
    ]);
  });

  it("fails too when it forgets an item", async () => {
    const batcher = createBatcher({
      groupOf: () => 1,
      keyOf: String,
      atMost: 9,
      work: async (_: readonly number[]) => [],
    });
    await expect(batcher.add(1)).rejects.toThrow("a result for each");
  });
});

it("work belongs to the first item of its batch", async () => {
  const request = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const batcher = createBatcher({
    groupOf: () => 1,
    keyOf: (value: number) => `${value}`,
    atMost: 9,
    work: async (values) => {
      seen.push(request.getStore());
      await Promise.resolve();
      return [...values];
    },
  });
  await Promise.all(["a", "b", "c"].map((name, at) => request.run(name, () => batcher.add(at))));
  expect(seen).toEqual(["a", "b"]);
});

import { AsyncLocalStorage } from "node:async_hooks";

/** Works on items in batches. */
export interface Batcher<Item, Result> {
  /** Resolves with the result of this item; rejects with what `work` threw for it. */
  add(item: Item): Promise<Result>;
}

export interface BatcherOptions<Item, Result> {
  /** Only items of one group share a batch. */
  groupOf(item: Item): string | number;
  /** Items with the same key are worked on one at a time, in the order of `add`. */
  keyOf(item: Item): string;
  /** The largest number of items in a batch. */
  atMost: number;
  /** The largest number of simultaneous batches of a group. */
  batchesAtOnce: number;
  /** Returns the results in the order of the items. Runs in the context (log fields, span) of the first item. */
  work(items: readonly [Item, ...Item[]]): Promise<Result[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  key: string;
  inContext: <T>(work: () => T) => T;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type Batch<Item, Result> = [Waiting<Item, Result>, ...Waiting<Item, Result>[]];

interface Group<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** Keys of the items in progress. */
  keys: Set<string>;
  batches: number;
  /** A batch starts at the end of this turn of the event loop. */
  isAboutToBegin: boolean;
}

/**
 * Creates a batcher. Items that are added in the same turn of the event loop, or while the group is at its limit, form
 * the next batch: no item waits for others, and the cost of an item falls with the load. When a batch fails, its items
 * are tried one by one, so that one faulty item does not fail the others.
 */
export const createBatcher = <Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> => {
  const groups = new Map<string | number, Group<Item, Result>>();

  const begin = (name: string | number, group: Group<Item, Result>): void => {
    group.isAboutToBegin = false;
    while (group.batches < options.batchesAtOnce) {
      const batch = nextBatch(group, options);
      if (!batch) break;
      group.batches += 1;
      void settle(batch, options).then(() => {
        group.batches -= 1;
        for (const { key } of batch) group.keys.delete(key);
        begin(name, group);
      });
    }
    if (group.batches === 0 && groups.get(name) === group) groups.delete(name);
  };
  const groupOf = (name: string | number): Group<Item, Result> => {
    const known = groups.get(name);
    if (known) return known;
    const group = { waiting: [], keys: new Set<string>(), batches: 0, isAboutToBegin: false };
    groups.set(name, group);
    return group;
  };
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const name = options.groupOf(item);
        const group = groupOf(name);
        const inContext = AsyncLocalStorage.snapshot();
        group.waiting.push({ item, key: options.keyOf(item), inContext, resolve, reject });
        if (!group.isAboutToBegin) setImmediate(begin, name, group);
        group.isAboutToBegin = true;
      }),
  };
};

/** Removes from the queue the oldest item of each key that is not in progress. */
const nextBatch = <Item, Result>(
  group: Group<Item, Result>,
  { atMost }: BatcherOptions<Item, Result>,
): Batch<Item, Result> | null => {
  const taken: Waiting<Item, Result>[] = [];
  group.waiting = group.waiting.filter((waiting) => {
    if (taken.length === atMost || group.keys.has(waiting.key)) return true;
    group.keys.add(waiting.key);
    taken.push(waiting);
    return false;
  });
  const [first, ...others] = taken;
  return first ? [first, ...others] : null;
};

const settle = async <Item, Result>(
  batch: Batch<Item, Result>,
  options: BatcherOptions<Item, Result>,
): Promise<void> => {
  const [first, ...others] = batch;
  try {
    const results = await first.inContext(() => options.work([first.item, ...others.map(({ item }) => item)]));
    if (results.length !== batch.length) throw new Error("a batch has a result for each of its items");
    batch.forEach(({ resolve }, at) => results.slice(at, at + 1).forEach(resolve));
  } catch (error) {
    if (others.length === 0) first.reject(error);
    else await Promise.all(batch.map((each) => settle([each], options)));
  }
};

import { AsyncLocalStorage } from "node:async_hooks";

/** Does together what comes together. */
export interface Batcher<Item, Result> {
  /** What came of this item; rejects with what `work` threw for it. */
  add(item: Item): Promise<Result>;
}

export interface BatcherOptions<Item, Result> {
  /** Only items of one group are worked on together. */
  groupOf(item: Item): string | number;
  /** Items with the same key are worked on one at a time, in the order in which they came. */
  keyOf(item: Item): string;
  /** Items of a batch. */
  atMost: number;
  /** Batches of a group at the same time. */
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
  /** Keys of what is being worked on. */
  keys: Set<string>;
  batches: number;
  /** Batches begin at the end of this turn of the event loop. */
  isAboutToBegin: boolean;
}

/**
 * Items that come in the same turn of the event loop, or while enough batches of their group are worked on, make up the
 * next batch: nobody waits for company, and the busier it is, the less each item costs. When a batch fails its items are
 * tried one by one, so that what is wrong with one of them is no other's fault.
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

/** Takes the oldest of each key that nobody is at out of the queue. */
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

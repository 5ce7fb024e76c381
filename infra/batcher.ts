import { AsyncResource } from "node:async_hooks";

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
  /** Beside another batch of its group, a batch begins with so many items, or when the other has taken `patienceMs`. */
  enoughForAnother: number;
  patienceMs: number;
  /** Returns the results in the order of the items. Runs in the context (log fields, span) of the first item. */
  work(items: readonly [Item, ...Item[]]): Promise<Result[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  key: string;
  /** The context of its `add`. */
  context: AsyncResource;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type Batch<Item, Result> = [Waiting<Item, Result>, ...Waiting<Item, Result>[]];

interface Group<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** Keys of the items in progress. */
  keys: Set<string>;
  batches: number;
  /** Set while items wait for a batch in progress that may take too long. */
  patience: NodeJS.Timeout | null;
  /** A batch starts at the end of this turn of the event loop. */
  isAboutToBegin: boolean;
}

/**
 * Creates a batcher. Items that are added in the same turn of the event loop, or while the group is at its limit, form
 * the next batch, and the cost of an item falls with the load. When a batch fails, its items are tried one by one, so that one
 * faulty item does not fail the others.
 */
export const createBatcher = <Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> => {
  const groups = new Map<string | number, Group<Item, Result>>();

  const begin = (name: string | number, group: Group<Item, Result>, enough = options.enoughForAnother): void => {
    while (group.batches < options.batchesAtOnce) {
      const batch = nextBatch(group, { atMost: options.atMost, atLeast: group.batches === 0 ? 1 : enough });
      if (!batch) break;
      stopWaiting(group);
      group.batches += 1;
      void settle(batch, options).then(() => {
        group.batches -= 1;
        for (const { key } of batch) group.keys.delete(key);
        begin(name, group);
      });
    }
    if (group.waiting.length > 0 && group.batches < options.batchesAtOnce)
      group.patience ??= setTimeout(() => {
        group.patience = null;
        begin(name, group, 1);
      }, options.patienceMs);
    if (group.batches === 0 && groups.get(name) === group) groups.delete(name);
  };
  const beginSoon = (name: string | number, group: Group<Item, Result>): void => {
    if (group.isAboutToBegin) return;
    group.isAboutToBegin = true;
    setImmediate(() => {
      group.isAboutToBegin = false;
      begin(name, group);
    });
  };
  const groupOf = (name: string | number): Group<Item, Result> => {
    const known = groups.get(name);
    if (known) return known;
    const group = { waiting: [], keys: new Set<string>(), batches: 0, patience: null, isAboutToBegin: false };
    groups.set(name, group);
    return group;
  };
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const name = options.groupOf(item);
        const group = groupOf(name);
        // Cheaper than AsyncLocalStorage.snapshot().
        const context = new AsyncResource("BatchedItem");
        group.waiting.push({ item, key: options.keyOf(item), context, resolve, reject });
        beginSoon(name, group);
      }),
  };
};

const stopWaiting = <Item, Result>(group: Group<Item, Result>): void => {
  if (group.patience) clearTimeout(group.patience);
  group.patience = null;
};

/** Removes from the queue the oldest item of each key that is not in progress; null: there are too few. */
const nextBatch = <Item, Result>(
  group: Group<Item, Result>,
  { atMost, atLeast }: { atMost: number; atLeast: number },
): Batch<Item, Result> | null => {
  const { waiting, keys } = group;
  const taken = new Map<string, Waiting<Item, Result>>();
  for (const each of waiting) {
    if (taken.size === atMost) break;
    if (!keys.has(each.key) && !taken.has(each.key)) taken.set(each.key, each);
  }
  const [first, ...others] = taken.values();
  if (!first || taken.size < atLeast) return null;
  for (const key of taken.keys()) keys.add(key);
  group.waiting = waiting.filter((each) => taken.get(each.key) !== each);
  return [first, ...others];
};

const settle = async <Item, Result>(
  batch: Batch<Item, Result>,
  options: BatcherOptions<Item, Result>,
): Promise<void> => {
  const [first, ...others] = batch;
  try {
    const items: [Item, ...Item[]] = [first.item, ...others.map(({ item }) => item)];
    const results = await first.context.runInAsyncScope(() => options.work(items));
    if (results.length !== batch.length) throw new Error("a batch has a result for each of its items");
    batch.forEach(({ resolve }, at) => results.slice(at, at + 1).forEach(resolve));
  } catch (error) {
    if (others.length === 0) first.reject(error);
    else await Promise.all(batch.map((each) => settle([each], options)));
  }
};

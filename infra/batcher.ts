import { AsyncLocalStorage } from "node:async_hooks";

/** Does together what comes together. */
export interface Batcher<Item, Result> {
  /** What came of this item; rejects with what `work` threw for it. */
  add(item: Item): Promise<Result>;
}

export interface BatcherOptions<Item, Result> {
  /** Only items of one group are worked on together, one batch after another. */
  groupOf(item: Item): string | number;
  /** Of items with the same key no batch holds two; they are worked on in the order in which they came. */
  keyOf(item: Item): string;
  /** Items of a batch. */
  atMost: number;
  /** Gives the results in the order of the items. Worked in the context (log fields, span) of the first item. */
  work(items: readonly [Item, ...Item[]]): Promise<Result[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  inContext: <T>(work: () => T) => T;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type Batch<Item, Result> = [Waiting<Item, Result>, ...Waiting<Item, Result>[]];

/**
 * Items that come while earlier ones of their group are worked on make up the next batch: none waits for company, and the
 * busier it is, the less each one costs. When a batch fails its items are tried one by one, so that what is wrong with
 * one of them is no other's fault.
 */
export const createBatcher = <Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> => {
  const groups = new Map<string | number, Waiting<Item, Result>[]>();

  const drain = async (group: string | number, queue: Waiting<Item, Result>[]): Promise<void> => {
    for (let batch = nextBatch(queue, options); batch; batch = nextBatch(queue, options)) await settle(batch, options);
    groups.delete(group);
  };
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const waiting = { item, inContext: AsyncLocalStorage.snapshot(), resolve, reject };
        const group = options.groupOf(item);
        const queue = groups.get(group);
        if (queue) {
          queue.push(waiting);
          return;
        }
        const started = [waiting];
        groups.set(group, started);
        void drain(group, started);
      }),
  };
};

/** Takes the oldest of each key out of the queue. */
const nextBatch = <Item, Result>(
  queue: Waiting<Item, Result>[],
  { keyOf, atMost }: BatcherOptions<Item, Result>,
): Batch<Item, Result> | null => {
  const keys = new Set<string>();
  const taken: Waiting<Item, Result>[] = [];
  const left: Waiting<Item, Result>[] = [];
  for (const waiting of queue) {
    const key = keyOf(waiting.item);
    const isTaken = taken.length < atMost && !keys.has(key);
    (isTaken ? taken : left).push(waiting);
    keys.add(key);
  }
  queue.splice(0, queue.length, ...left);
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

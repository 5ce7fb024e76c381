/** A heap of numbered entries by key, smallest first; equal keys leave in the order of their numbers. */
export interface EventHeap {
  size(): number;
  /** Infinite: it is empty. */
  nextKey(): number;
  push(key: number, entry: number): void;
  /** Returns -1 where it is empty. */
  pop(): number;
}

export const createEventHeap = (): EventHeap => {
  const keys: number[] = [];
  const entries: number[] = [];
  const isBefore = (one: number, other: number): boolean => {
    const [a = 0, b = 0] = [keys[one], keys[other]];
    return a < b || (a === b && (entries[one] ?? 0) < (entries[other] ?? 0));
  };
  const swap = (one: number, other: number): void => {
    const [key = 0, entry = 0] = [keys[one], entries[one]];
    keys[one] = keys[other] ?? 0;
    entries[one] = entries[other] ?? 0;
    keys[other] = key;
    entries[other] = entry;
  };
  const sink = (): void => {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = at;
      if (left < keys.length && isBefore(left, first)) first = left;
      if (right < keys.length && isBefore(right, first)) first = right;
      if (first === at) return;
      swap(at, first);
      at = first;
    }
  };
  return {
    size: () => keys.length,
    nextKey: () => keys[0] ?? Number.POSITIVE_INFINITY,
    push: (key, entry) => {
      keys.push(key);
      entries.push(entry);
      for (let at = keys.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!isBefore(at, parent)) return;
        swap(at, parent);
        at = parent;
      }
    },
    pop: () => {
      const first = entries[0];
      if (first === undefined) return -1;
      swap(0, keys.length - 1);
      keys.pop();
      entries.pop();
      sink();
      return first;
    },
  };
};

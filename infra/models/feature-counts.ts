/** Counts the features of a text, in the order in which they first occur. */
export interface FeatureCounts {
  /** Forgets the features of the text before. */
  clear(): void;
  /** Counts a feature by its hash; the weight of its first occurrence counts. */
  count(hash: number, weight: number): void;
  forEach(visit: (hash: number, weight: number, times: number) => void): void;
}

const FIRST_ROOM = 4096;

/**
 * Creates counts in arrays of numbers, which every text uses again: a text has thousands of features, and an object for each would
 * cost several times as much as all the rest. They serve one text at a time.
 */
export const createFeatureCounts = (): FeatureCounts => {
  let room = FIRST_ROOM;
  /** Holds the position of a feature in the lists, plus one, at its hash or behind it; 0: free. */
  let places = new Int32Array(2 * room);
  let hashes = new Int32Array(room);
  let weights = new Float64Array(room);
  let times = new Int32Array(room);
  let size = 0;

  const findSlot = (hash: number): number => {
    const last = places.length - 1;
    let slot = hash & last;
    for (let place = places[slot] ?? 0; place !== 0 && hashes[place - 1] !== hash; place = places[slot] ?? 0) {
      slot = (slot + 1) & last;
    }
    return slot;
  };
  const makeRoom = (wanted: number) => {
    room = wanted;
    hashes = resized(new Int32Array(room), hashes);
    weights = resized(new Float64Array(room), weights);
    times = resized(new Int32Array(room), times);
    places = new Int32Array(2 * room);
    for (let at = 0; at < size; at += 1) places[findSlot(hashes[at] ?? 0)] = at + 1;
  };

  return {
    clear: () => {
      size = 0;
      // The room for a very long text is given back, because clearing it would slow down every other text.
      if (room > FIRST_ROOM) makeRoom(FIRST_ROOM);
      else places.fill(0);
    },
    count: (unsigned, weight) => {
      const hash = unsigned | 0;
      let slot = findSlot(hash);
      const place = places[slot] ?? 0;
      if (place !== 0) {
        times[place - 1] = (times[place - 1] ?? 0) + 1;
        return;
      }
      if (size === room) {
        makeRoom(2 * room);
        slot = findSlot(hash);
      }
      hashes[size] = hash;
      weights[size] = weight;
      times[size] = 1;
      size += 1;
      places[slot] = size;
    },
    forEach: (visit) => {
      for (let at = 0; at < size; at += 1) visit((hashes[at] ?? 0) >>> 0, weights[at] ?? 0, times[at] ?? 0);
    },
  };
};

const resized = <T extends Int32Array | Float64Array>(to: T, from: T): T => {
  to.set(from.subarray(0, to.length));
  return to;
};

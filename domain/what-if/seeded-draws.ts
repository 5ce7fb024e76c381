const UINT32 = 2 ** 32;

/** Mixes whole numbers into one in [0, 1) that depends on nothing else (a finalizer of MurmurHash3 for each). */
export const drawFrom = (...parts: readonly number[]): number => {
  let state = 0x9e3779b9;
  for (const part of parts) {
    state = Math.imul(state ^ (part | 0), 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    state ^= state >>> 16;
  }
  return (state >>> 0) / UINT32;
};

import { computeRoot, type Hash, largestPowerBelow, type TreeHashes } from "./merkle-tree.ts";

/** Returns the hash of the whole tree of `2 ** height` leaves that begins at a leaf that is a multiple of that. */
export type ReadSubtree = (height: number, firstLeaf: number) => Promise<Hash>;

interface Span {
  start: number;
  end: number;
}

/** Returns the proof that a leaf is in the tree of `size` leaves (RFC 9162, 2.1.3), the hash beside the leaf first. */
export const proveInclusion = async (
  { index, size }: { index: number; size: number },
  read: ReadSubtree,
  tree: TreeHashes,
): Promise<Hash[]> => {
  if (index < 0 || index >= size) throw new RangeError(`there is no leaf ${index} in a tree of ${size}`);
  const proof: Hash[] = [];
  let { start, end }: Span = { start: 0, end: size };
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    const isLeft = index < middle;
    proof.unshift(await readSpan(isLeft ? { start: middle, end } : { start, end: middle }, read, tree));
    if (isLeft) end = middle;
    else start = middle;
  }
  return proof;
};

/** Returns the proof that the tree of `from` leaves is the beginning of the tree of `to` leaves (RFC 9162, 2.1.4). */
export const proveConsistency = async (
  { from, to }: { from: number; to: number },
  read: ReadSubtree,
  tree: TreeHashes,
): Promise<Hash[]> => {
  if (from < 1 || from > to) throw new RangeError(`a tree of ${from} leaves is not the beginning of one of ${to}`);
  const proof: Hash[] = [];
  let { start, end }: Span = { start: 0, end: to };
  while (from !== end) {
    const middle = start + largestPowerBelow(end - start);
    const isLeft = from <= middle;
    proof.unshift(await readSpan(isLeft ? { start: middle, end } : { start, end: middle }, read, tree));
    if (isLeft) end = middle;
    else start = middle;
  }
  // The verifier knows the root of the old tree where it is a whole one.
  return start === 0 ? proof : [await readSpan({ start, end }, read, tree), ...proof];
};

const readSpan = async ({ start, end }: Span, read: ReadSubtree, tree: TreeHashes): Promise<Hash> => {
  const height = Math.log2(end - start);
  if (Number.isInteger(height)) return read(height, start);
  const middle = start + largestPowerBelow(end - start);
  const left = await readSpan({ start, end: middle }, read, tree);
  return computeRoot([left, await readSpan({ start: middle, end }, read, tree)], tree);
};

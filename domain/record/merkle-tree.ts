/*
 * The tree of RFC 9162, kept as tiles of C2SP tlog-tiles: each level of tiles has the roots of whole trees of 256 hashes of the level
 * below. Nothing here hashes by itself: `TreeHashes` comes from infra/record.
 */

/** 32 bytes, as SHA-256 makes them. */
export type Hash = Uint8Array;

export interface TreeHashes {
  leaf(entry: Uint8Array): Hash;
  node(left: Hash, right: Hash): Hash;
  /** The root of a tree without leaves. */
  empty(): Hash;
}

/** The length of a hash. */
export const TREE_HASH_BYTES = 32;

/** The number of hashes of a whole tile. */
export const TILE_WIDTH = 256;

/** The hashes of the last, unfinished tile of each level, the level of the leaves first. */
export type TreeEdge = readonly (readonly Hash[])[];

/** A tile that has got hashes; `hashes` are all that it has. */
export interface GrownTile {
  level: number;
  index: number;
  hashes: readonly Hash[];
}

/** Returns the root of a tree of exactly these hashes. */
export const computeRoot = (hashes: readonly Hash[], tree: TreeHashes): Hash => {
  const [first] = hashes;
  if (first === undefined) return tree.empty();
  if (hashes.length === 1) return first;
  const split = largestPowerBelow(hashes.length);
  return tree.node(computeRoot(hashes.slice(0, split), tree), computeRoot(hashes.slice(split), tree));
};

/** Returns the root of the tree that ends with this edge. */
export const computeRootOfEdge = (edge: TreeEdge, tree: TreeHashes): Hash => {
  let root: Hash | undefined;
  for (const hashes of edge) {
    // The levels are whole trees of falling size, so the tree of an upper one is always to the left.
    const subtrees = root === undefined ? [...hashes] : [...hashes, root];
    if (subtrees.length > 0) root = joinFromRight(subtrees, hashes.length, tree);
  }
  return root ?? tree.empty();
};

/** Joins whole trees of one size, of which there are `count`, and the smaller rest behind them. */
const joinFromRight = (subtrees: readonly Hash[], count: number, tree: TreeHashes): Hash => {
  const rest = subtrees.slice(count);
  const whole: Hash[] = [];
  let taken = 0;
  for (let width = TILE_WIDTH; width >= 1; width /= 2) {
    if ((count & width) === 0) continue;
    whole.push(computeRoot(subtrees.slice(taken, taken + width), tree));
    taken += width;
  }
  return [...whole, ...rest].reduceRight((right, left) => tree.node(left, right));
};

/** Returns where a tree of so many leaves is split in two. */
export const largestPowerBelow = (count: number): number => {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
};

/** Adds hashes of leaves to a tree of `size` leaves; returns the new edge and the tiles that have grown. */
export const addLeaves = (
  { size, edge }: { size: number; edge: TreeEdge },
  leaves: readonly Hash[],
  tree: TreeHashes,
): { edge: TreeEdge; grown: GrownTile[] } => {
  const grown: GrownTile[] = [];
  const after: Hash[][] = [];
  let added = leaves;
  let before = size;
  for (let level = 0; added.length > 0 || level < edge.length; level += 1) {
    const firstTile = Math.floor(before / TILE_WIDTH);
    const hashes = [...(edge[level] ?? []), ...added];
    const whole: Hash[] = [];
    for (let start = 0; start < hashes.length; start += TILE_WIDTH) {
      const tile = hashes.slice(start, start + TILE_WIDTH);
      if (added.length > 0) grown.push({ level, index: firstTile + start / TILE_WIDTH, hashes: tile });
      if (tile.length === TILE_WIDTH) whole.push(computeRoot(tile, tree));
    }
    after.push(hashes.slice(whole.length * TILE_WIDTH));
    added = whole;
    before = firstTile;
  }
  return { edge: after, grown };
};

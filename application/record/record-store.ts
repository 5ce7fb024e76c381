import { buffer } from "node:stream/consumers";
import { computeRoot, type Hash, TILE_WIDTH, TREE_HASH_BYTES } from "../../domain/record/merkle-tree.ts";
import { formatTilePath, type TileName } from "../../domain/record/tile-paths.ts";
import type { ReadSubtree } from "../../domain/record/tree-proofs.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { recordHashes } from "../../infra/record/record-hashes.ts";

export type RecordStore = Pick<Adapters, "database" | "objectStore">;

/** Returns where an organization's log stands in the object store: installations that share one have logs of their own. */
export const buildLogFolder = (log: { installation: string; organizationId: number }): string =>
  `org-${log.organizationId}/record/${log.installation}`;

/** Returns where a file of a log stands in the object store. */
export const buildRecordKey = (logFolder: string, path: string): string => `${logFolder}/${path}`;

/** Reads a file of the log. Throws ObjectMissingError when there is none. */
export const readRecordFile = async (
  { objectStore }: Pick<RecordStore, "objectStore">,
  logFolder: string,
  path: string,
): Promise<Buffer> => buffer(await objectStore.read(buildRecordKey(logFolder, path)));

/** Reads the hashes of a tile. */
export const readHashTile = async (
  deps: Pick<RecordStore, "objectStore">,
  logFolder: string,
  name: TileName,
): Promise<Hash[]> => {
  const bytes = await readRecordFile(deps, logFolder, formatTilePath(name));
  return Array.from({ length: bytes.length / TREE_HASH_BYTES }, (_, at) =>
    bytes.subarray(at * TREE_HASH_BYTES, (at + 1) * TREE_HASH_BYTES),
  );
};

/** Returns a reader of the subtrees of a published tree of this size; it asks for each tile once. */
export const createSubtreeReader = (
  deps: Pick<RecordStore, "objectStore">,
  logFolder: string,
  size: number,
): ReadSubtree => {
  const tiles = new Map<string, Promise<Hash[]>>();
  const readTile = (level: number, index: number): Promise<Hash[]> => {
    const name = `${level}/${index}`;
    const width = Math.min(Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH, TILE_WIDTH);
    const tile = tiles.get(name) ?? readHashTile(deps, logFolder, { level, index, width });
    tiles.set(name, tile);
    return tile;
  };
  return async (height, firstLeaf) => {
    const level = Math.floor(height / LEVEL_HEIGHT);
    const first = firstLeaf / TILE_WIDTH ** level;
    const index = Math.floor(first / TILE_WIDTH);
    const tile = await readTile(level, index);
    const start = first - index * TILE_WIDTH;
    return computeRoot(tile.slice(start, start + 2 ** (height - level * LEVEL_HEIGHT)), recordHashes);
  };
};

const LEVEL_HEIGHT = Math.log2(TILE_WIDTH);

import { writeEntryBundle } from "../../domain/record/entry-bundle.ts";
import { computeRoot, type Hash, TILE_WIDTH } from "../../domain/record/merkle-tree.ts";
import { formatTilePath, type TileName } from "../../domain/record/tile-paths.ts";
import {
  findRecordTree,
  listSealed,
  lockPublishing,
  notePublished,
} from "../../infra/postgres/record/record.repository.ts";
import type { RecordTree } from "../../infra/postgres/record/record-tree.entity.ts";
import { recordHashes } from "../../infra/record/record-hashes.ts";
import { buildRecordKey, type RecordStore, readHashTile } from "./record-store.ts";
import { readEdge } from "./tree-edge.ts";

/**
 * Stores the tiles and the checkpoint of what was sealed and is not in the object store yet. Each object is made of sealed rows alone,
 * so that a repetition, and two processes at once, write the same bytes.
 */
export const publishRecord = async (
  deps: RecordStore,
  { organizationId, logFolder }: { organizationId: number; logFolder: string },
): Promise<void> => {
  const tree = await deps.database.inOrganization(organizationId, findRecordTree);
  if (!tree || tree.published_size >= tree.size) return;
  await publishEntries(deps, tree, logFolder);
  for (let level = 1; TILE_WIDTH ** level <= tree.size; level += 1)
    await publishLevel(deps, { tree, logFolder }, level);
  await publishCheckpoint(deps, { tree, logFolder });
};

/**
 * Stores the checkpoint of a tree whose tiles are stored, one process at a time: the slower of two would put its older one over the
 * newer one of the other.
 */
const publishCheckpoint = async (
  deps: RecordStore,
  { tree, logFolder }: { tree: RecordTree; logFolder: string },
): Promise<void> => {
  const { organization_id: organizationId, size } = tree;
  const checkpoint = Buffer.from(tree.checkpoint);
  await deps.database.inOrganization(organizationId, async (tx) => {
    await lockPublishing(tx, organizationId);
    const now = await findRecordTree(tx);
    if (!now || now.published_size >= size) return;
    await deps.objectStore.put(buildRecordKey(logFolder, "checkpoint"), checkpoint, "text/plain; charset=utf-8");
    await notePublished(tx, size);
  });
};

/** Stores entries and the hashes of their leaves, a tile at a time. */
const publishEntries = async (deps: RecordStore, tree: RecordTree, logFolder: string): Promise<void> => {
  const { organization_id: organizationId, published_size: published, size } = tree;
  for (let from = published - (published % TILE_WIDTH); from < size; from += TILE_WIDTH) {
    const to = Math.min(from + TILE_WIDTH, size);
    const sealed = await deps.database.inOrganization(organizationId, (tx) => listSealed(tx, { from, to }));
    const entries = sealed.map(({ line }) => Buffer.from(line));
    const name = { index: from / TILE_WIDTH, width: entries.length };
    await putTile(deps, logFolder, { ...name, level: "entries" }, Buffer.from(writeEntryBundle(entries)));
    const leaves = entries.map((entry) => recordHashes.leaf(entry));
    await putTile(deps, logFolder, { ...name, level: 0 }, Buffer.concat(leaves));
  }
};

/** Stores the tiles of a level that have grown: whole ones of the tiles below, the last one of the tree's edge. */
const publishLevel = async (
  deps: RecordStore,
  { tree, logFolder }: { tree: RecordTree; logFolder: string },
  level: number,
): Promise<void> => {
  const { organization_id: organizationId, published_size: published, size } = tree;
  const before = Math.floor(published / TILE_WIDTH ** level);
  const after = Math.floor(size / TILE_WIDTH ** level);
  if (after === before) return;
  for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < after; index += 1) {
    const isWhole = (index + 1) * TILE_WIDTH <= after;
    const hashes = isWhole ? await readRootsBelow(deps, logFolder, { level, index }) : readEdge(tree)[level];
    if (!hashes) throw new Error(`the edge of the record of organization ${organizationId} lacks level ${level}`);
    await putTile(deps, logFolder, { level, index, width: hashes.length }, Buffer.concat(hashes));
  }
};

const readRootsBelow = async (
  deps: RecordStore,
  logFolder: string,
  { level, index }: { level: number; index: number },
): Promise<Hash[]> => {
  const roots: Hash[] = [];
  for (let below = index * TILE_WIDTH; below < (index + 1) * TILE_WIDTH; below += 1) {
    const tile = await readHashTile(deps, logFolder, { level: level - 1, index: below, width: TILE_WIDTH });
    roots.push(computeRoot(tile, recordHashes));
  }
  return roots;
};

const putTile = ({ objectStore }: RecordStore, logFolder: string, name: TileName, bytes: Buffer): Promise<void> =>
  objectStore.put(buildRecordKey(logFolder, formatTilePath(name)), bytes, "application/octet-stream");

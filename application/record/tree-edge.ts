import { TREE_HASH_BYTES, type TreeEdge } from "../../domain/record/merkle-tree.ts";
import type { RecordTree } from "../../infra/postgres/record/record-tree.entity.ts";

/** Reads the edge of a tree as its row holds it; that of an empty tree where there is no row. */
export const readEdge = (tree: Pick<RecordTree, "edge"> | undefined): TreeEdge =>
  (tree?.edge ?? []).map((level) => {
    const bytes = Buffer.from(level, "base64");
    const count = bytes.length / TREE_HASH_BYTES;
    return Array.from({ length: count }, (_, at) => bytes.subarray(at * TREE_HASH_BYTES, (at + 1) * TREE_HASH_BYTES));
  });

export const writeEdge = (edge: TreeEdge): string[] => edge.map((level) => Buffer.concat(level).toString("base64"));

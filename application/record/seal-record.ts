import { formatCheckpoint, formatNote, formatOrigin } from "../../domain/record/checkpoint.rules.ts";
import { addLeaves, computeRootOfEdge, type TreeEdge } from "../../domain/record/merkle-tree.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  findRecordTree,
  insertSealed,
  lockSealing,
  saveTree,
  takeUnsealed,
} from "../../infra/postgres/record/record.repository.ts";
import { type RecordKeys, readRecordKeys } from "../../infra/postgres/record/record-keys.repository.ts";
import { signNote } from "../../infra/record/note-signer.ts";
import { recordHashes } from "../../infra/record/record-hashes.ts";
import { composeEntries } from "./compose-entries.ts";
import { publishRecord } from "./publish-record.ts";
import { requireContinuation } from "./record-refusal.ts";
import { buildLogFolder } from "./record-store.ts";
import { readEdge, writeEdge } from "./tree-edge.ts";

type SealingDependencies = Pick<Adapters, "database" | "objectStore" | "secrets" | "logger">;

/** The most entries that one transaction seals: some milliseconds of a processor. */
const SEALED_AT_ONCE = 1000;

/**
 * Seals what an organization's record has been told: gives each entry its place in the tree, signs a checkpoint, and stores the tiles.
 * The rows and the checkpoint are one transaction, so that no size is ever signed twice; the tiles follow it, and whoever seals next
 * stores those that a crash has left out. Returns how many entries were sealed.
 */
export const sealRecord = async (deps: SealingDependencies, organizationId: number): Promise<number> => {
  const keys = await readRecordKeys(deps.database, deps.secrets);
  const log = { organizationId, logFolder: buildLogFolder({ installation: keys.installation, organizationId }) };
  await requireContinuation(deps, log);
  let sealed = 0;
  for (;;) {
    const count = await deps.database.inOrganization(organizationId, (tx) =>
      sealBatch(deps, tx, { organizationId, keys }),
    );
    sealed += count;
    if (count === 0) break;
  }
  await publishRecord(deps, log);
  return sealed;
};

const sealBatch = async (
  { secrets }: SealingDependencies,
  tx: OrganizationTransaction,
  { organizationId, keys }: { organizationId: number; keys: RecordKeys },
): Promise<number> => {
  await lockSealing(tx, organizationId);
  const tree = await findRecordTree(tx);
  const waiting = await takeUnsealed(tx, SEALED_AT_ONCE);
  if (waiting.length === 0) return 0;
  const size = tree?.size ?? 0;
  const entries = await composeEntries(tx, { organizationId, size, secrets }, waiting);
  const leaves = entries.map(({ line }) => recordHashes.leaf(Buffer.from(line)));
  const { edge } = addLeaves({ size, edge: readEdge(tree) }, leaves, recordHashes);
  await insertSealed(tx, organizationId, entries);
  await saveTree(tx, signTree({ organizationId, keys, size: size + entries.length, edge }));
  return entries.length;
};

/** Signs a tree with every key that signs now. */
const signTree = (tree: { organizationId: number; keys: RecordKeys; size: number; edge: TreeEdge }) => {
  const { organizationId, keys, size, edge } = tree;
  const root = Buffer.from(computeRootOfEdge(edge, recordHashes));
  const origin = formatOrigin({ installation: keys.installation, organizationId });
  const text = formatCheckpoint({ origin, size, root: root.toString("base64") });
  const checkpoint = formatNote(
    text,
    keys.signing.map((key) => signNote(text, origin, key)),
  );
  return { organization_id: organizationId, size, root, edge: writeEdge(edge), checkpoint };
};

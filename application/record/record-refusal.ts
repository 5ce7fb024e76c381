import { parseCheckpoint, parseNote } from "../../domain/record/checkpoint.rules.ts";
import { ObjectMissingError } from "../../infra/object-store/object-store.ts";
import {
  findCheckpoint,
  findRecordTree,
  lockPublishing,
  notePublishedAgain,
  noteRefusal,
} from "../../infra/postgres/record/record.repository.ts";
import { type RecordStore, readRecordFile } from "./record-store.ts";

/** The rows are behind the record that was signed: to go on would sign another one for the same sizes. */
export class RecordRefusedError extends Error {
  override readonly name = "RecordRefusedError";
}

/**
 * Requires that the rows continue what the object store says was signed. After a restore of an older backup they do not, and nothing
 * is sealed: no size is ever signed twice. Entries that are appended meanwhile wait.
 */
export const requireContinuation = async (
  deps: RecordStore,
  { organizationId, logFolder }: { organizationId: number; logFolder: string },
): Promise<void> => {
  const signed = await readSigned(deps, logFolder);
  const size = sizeOf(signed);
  const { own, tree } = await deps.database.inOrganization(organizationId, async (tx) => ({
    own: await findCheckpoint(tx, size),
    tree: await findRecordTree(tx),
  }));
  if (signed === null || isOfSameTree(own?.note, signed)) {
    if (tree && tree.published_size > size) await publishAnew(deps, { organizationId, logFolder });
    return;
  }
  const refusal =
    `The object store holds a signed record of ${size} entries, and the database, with ${tree?.size ?? 0}, does not continue it: ` +
    "restore the database and the object store of one instant";
  await deps.database.inOrganization(organizationId, (tx) => noteRefusal(tx, refusal));
  throw new RecordRefusedError(refusal);
};

/** A note in the object store may have cosignatures of witnesses besides. */
const isOfSameTree = (own: string | undefined, signed: string): boolean =>
  own !== undefined && parseNote(own)?.text === parseNote(signed)?.text;

const sizeOf = (note: string | null): number => parseCheckpoint(parseNote(note ?? "")?.text ?? "")?.size ?? 0;

/**
 * Notes that the object store lacks what the rows say it has, as after a restore of an older one: it is made anew from the sealed
 * rows, and the tree goes on. Another process may have stored a checkpoint meanwhile, so it is read again in its turn.
 */
const publishAnew = (
  deps: RecordStore,
  { organizationId, logFolder }: { organizationId: number; logFolder: string },
): Promise<void> =>
  deps.database.inOrganization(organizationId, async (tx) => {
    await lockPublishing(tx, organizationId);
    await notePublishedAgain(tx, sizeOf(await readSigned(deps, logFolder)));
  });

/** Returns the newest checkpoint in the object store; null: none was stored yet. */
const readSigned = async (deps: RecordStore, logFolder: string): Promise<string | null> => {
  try {
    return (await readRecordFile(deps, logFolder, "checkpoint")).toString();
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
};

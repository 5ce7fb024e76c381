import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { RecordEntry } from "./record-entry.entity.ts";
import type { RecordTree } from "./record-tree.entity.ts";
import type { UnsealedEntry } from "./unsealed-entry.entity.ts";

/** Lists the organizations with entries to seal or to publish. */
export const listUnsealedRecords = async ({
  withoutOrganization,
}: Pick<Database, "withoutOrganization">): Promise<number[]> => {
  const { rows } = await sql<{
    organization_id: number;
  }>`select organization_id from platform_unsealed_records()`.execute(withoutOrganization);
  return rows.map((row) => row.organization_id);
};

/** One process at a time seals an organization's record; nobody who adds to it waits for that. */
export const lockSealing = async (tx: OrganizationTransaction, organizationId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`record:${organizationId}`}, 0))`.execute(tx);
};

/** One process at a time stores a checkpoint; sealing goes on meanwhile. */
export const lockPublishing = async (tx: OrganizationTransaction, organizationId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`record-checkpoint:${organizationId}`}, 0))`.execute(tx);
};

/** Returns the tree as it was last sealed; undefined: nothing was. */
export const findRecordTree = (tx: OrganizationTransaction): Promise<RecordTree | undefined> =>
  tx.selectFrom("record_trees").selectAll().executeTakeFirst();

/** Counts the entries that wait to be sealed. */
export const countUnsealed = async (tx: OrganizationTransaction): Promise<number> => {
  const waiting = tx.selectFrom("unsealed_entries").select(sql<number>`count(*)::int`.as("count"));
  return (await waiting.executeTakeFirstOrThrow()).count;
};

/** Takes the oldest entries that wait, in the order in which they were added. */
export const takeUnsealed = async (tx: OrganizationTransaction, limit: number): Promise<UnsealedEntry[]> => {
  const { rows } = await sql<UnsealedEntry>`
    with taken as (
      delete from unsealed_entries where (organization_id, id) in (
        select organization_id, id from unsealed_entries order by organization_id, id limit ${limit}
      ) returning *
    ) select * from taken order by id`.execute(tx);
  return rows;
};

export type SealedEntry = Pick<RecordEntry, "index" | "kind" | "run_uuid" | "line">;

export const insertSealed = async (
  tx: OrganizationTransaction,
  organizationId: number,
  entries: readonly SealedEntry[],
): Promise<void> => {
  const column = <Name extends keyof SealedEntry>(name: Name) => entries.map((entry) => entry[name]);
  await sql`
    insert into record_entries (organization_id, index, kind, run_uuid, line)
    select ${organizationId}, * from unnest(
      ${column("index")}::bigint[], ${column("kind")}::text[], ${column("run_uuid")}::uuid[], ${column("line")}::text[]
    )`.execute(tx);
};

/** Stores the tree with its newest checkpoint. */
export const saveTree = async (
  tx: OrganizationTransaction,
  tree: Pick<RecordTree, "organization_id" | "size" | "root" | "edge" | "checkpoint">,
): Promise<void> => {
  const { organization_id, size, root, edge, checkpoint } = tree;
  const changed = {
    size,
    root,
    edge: sql<string[]>`${JSON.stringify(edge)}::jsonb`,
    checkpoint,
    sealed_at: sql<Date>`now()`,
    refusal: null,
  };
  await tx
    .insertInto("record_trees")
    .values({ organization_id, published_size: 0, ...changed })
    .onConflict((known) => known.column("organization_id").doUpdateSet(changed))
    .execute();
  await tx
    .insertInto("record_checkpoints")
    .values({ organization_id, size, note: checkpoint, signed_at: sql<Date>`now()` })
    .execute();
};

/** Notes that everything below this size is in the object store. */
export const notePublished = async (tx: OrganizationTransaction, size: number): Promise<void> => {
  await tx.updateTable("record_trees").set({ published_size: size }).where("published_size", "<", size).execute();
};

/** Notes that nothing from this size on is in the object store any more. */
export const notePublishedAgain = async (tx: OrganizationTransaction, size: number): Promise<void> => {
  await tx.updateTable("record_trees").set({ published_size: size }).where("published_size", ">", size).execute();
};

/** Notes why nothing is sealed. */
export const noteRefusal = async (tx: OrganizationTransaction, refusal: string): Promise<void> => {
  await tx.updateTable("record_trees").set({ refusal }).execute();
};

/** Reads sealed entries, `to` not included. */
export const listSealed = (
  tx: OrganizationTransaction,
  { from, to }: { from: number; to: number },
): Promise<SealedEntry[]> =>
  tx
    .selectFrom("record_entries")
    .select(["index", "kind", "run_uuid", "line"])
    .where("index", ">=", from)
    .where("index", "<", to)
    .orderBy("index")
    .execute();

/** Reads the entries of a run. */
export const listSealedOfRun = (tx: OrganizationTransaction, runUuid: string): Promise<SealedEntry[]> =>
  tx
    .selectFrom("record_entries")
    .select(["index", "kind", "run_uuid", "line"])
    .where("run_uuid", "=", runUuid)
    .orderBy("index")
    .execute();

/** Lists checkpoints, the oldest first. */
export const listCheckpoints = (tx: OrganizationTransaction) =>
  tx.selectFrom("record_checkpoints").select(["size", "note", "signed_at"]).orderBy("size").execute();

export interface NamedPolicy {
  digest: string;
  policy: object;
}

/** Notes these policies as entries of the record; returns those that were none yet. */
export const notePolicies = async (
  tx: OrganizationTransaction,
  organizationId: number,
  policies: readonly NamedPolicy[],
): Promise<Set<string>> => {
  if (policies.length === 0) return new Set();
  const added = await tx
    .insertInto("record_policies")
    .values(policies.map(({ digest, policy }) => ({ organization_id: organizationId, digest, policy })))
    .onConflict((known) => known.doNothing())
    .returning("digest")
    .execute();
  return new Set(added.map(({ digest }) => digest));
};

/** Returns the policies that entries have named, by their digest. */
export const listPolicies = (tx: OrganizationTransaction) =>
  tx.selectFrom("record_policies").select(["digest", "policy"]).orderBy("digest").execute();

/** Tells whether entries wait to be sealed. */
export const hasUnsealed = async (tx: OrganizationTransaction): Promise<boolean> =>
  (await tx.selectFrom("unsealed_entries").select("id").limit(1).executeTakeFirst()) !== undefined;

/** Finds the checkpoint of the tree at a size. */
export const findCheckpoint = (tx: OrganizationTransaction, size: number) =>
  tx.selectFrom("record_checkpoints").select("note").where("size", "=", size).executeTakeFirst();

/** Tells whether entries about one of these persons wait to be sealed. */
export const hasUnsealedOf = async (tx: OrganizationTransaction, phoneNumbers: readonly string[]): Promise<boolean> =>
  (await tx
    .selectFrom("unsealed_entries")
    .select("id")
    .where(sql<boolean>`phone_number = any(${phoneNumbers}::text[])`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

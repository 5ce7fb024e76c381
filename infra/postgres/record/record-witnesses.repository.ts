import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { RecordWitness } from "./record-witness.entity.ts";

/** Lists the organizations whose newest checkpoint some witness has not signed. */
export const listUncosignedRecords = async ({
  withoutOrganization,
}: Pick<Database, "withoutOrganization">): Promise<number[]> => {
  const { rows } = await sql<{
    organization_id: number;
  }>`select organization_id from platform_uncosigned_records()`.execute(withoutOrganization);
  return rows.map((row) => row.organization_id);
};

/** Returns what witnesses have seen and signed. */
export const listRecordWitnesses = (tx: OrganizationTransaction): Promise<RecordWitness[]> =>
  tx.selectFrom("record_witnesses").selectAll().orderBy("witness").execute();

/** Notes what a witness has answered; never less than it has seen. */
export const saveWitness = async (
  tx: OrganizationTransaction,
  row: Pick<RecordWitness, "organization_id" | "witness" | "size"> & { note?: string; refusal: string | null },
): Promise<void> => {
  const { note, ...seen } = row;
  const changed = {
    size: row.size,
    refusal: row.refusal,
    ...(note !== undefined && { note, cosigned_at: sql<Date>`now()` }),
  };
  await tx
    .insertInto("record_witnesses")
    .values({ ...seen, ...changed })
    .onConflict((known) => known.columns(["organization_id", "witness"]).doUpdateSet(changed))
    .execute();
};

/** Notes that every witness has signed the checkpoint of this size. */
export const noteCosigned = async (tx: OrganizationTransaction, size: number): Promise<void> => {
  await tx.updateTable("record_trees").set({ cosigned_size: size }).where("cosigned_size", "<", size).execute();
};

import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

export interface ObjectOfRun {
  object_key: string;
  place: string;
}

/** Lists the files of these runs in the store, those too that newer ones have replaced. */
export const listObjectsOfRuns = async (
  tx: OrganizationTransaction,
  runIds: readonly number[],
): Promise<ObjectOfRun[]> => {
  const { rows } = await sql<ObjectOfRun>`
    select object_key, case artifact_type when 'transcript' then 'transcripts' else 'recordings' end as place
    from call_artifacts where run_id = any(${runIds}::bigint[])
    union all
    select object_key, 'recordings' from kept_originals where run_id = any(${runIds}::bigint[]) and object_key is not null
    union all
    select o.object_key, 'recordings' from artifact_orphans o
    where exists (select from call_runs r where r.id = any(${runIds}::bigint[]) and position(r.uuid::text in o.object_key) > 0)`.execute(
    tx,
  );
  return rows;
};

/** Deletes the row of a file that is gone; returns how many rows it had. */
export const forgetObject = async (tx: OrganizationTransaction, objectKey: string): Promise<number> => {
  await tx.deleteFrom("artifact_orphans").where("object_key", "=", objectKey).execute();
  const gone = await tx.deleteFrom("call_artifacts").where("object_key", "=", objectKey).returning("id").execute();
  const kept = await tx.deleteFrom("kept_originals").where("object_key", "=", objectKey).returning("id").execute();
  return gone.length + kept.length;
};

/** Lists the files of rows that imports could not take. */
export const listFaultFiles = async (tx: OrganizationTransaction): Promise<string[]> => {
  const rows = await tx
    .selectFrom("contact_imports")
    .select("errors_key")
    .where("errors_key", "is not", null)
    .orderBy("id")
    .execute();
  return rows.flatMap(({ errors_key }) => errors_key ?? []);
};

export interface FileOfRun {
  id: number;
  run_uuid: string;
  artifact_type: string;
  format: string;
  object_key: string;
}

/** Lists recordings and transcripts of these runs, with what they are. */
export const listFilesOfRuns = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<FileOfRun[]> => {
  const { rows } = await sql<FileOfRun>`
    select a.id, r.uuid::text as run_uuid, a.artifact_type, a.format, a.object_key
    from call_artifacts a join call_runs r on r.id = a.run_id
    where a.run_id = any(${runIds}::bigint[]) order by a.id`.execute(tx);
  return rows;
};

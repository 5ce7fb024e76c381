import { sql } from "kysely";
import { SIP } from "../../../domain/call/carrier-account.ts";
import { SIMULATED_ENVIRONMENTS, SIMULATOR } from "../../../domain/environment/sandbox.rules.ts";
import { SETTLED_RECORDINGS_KEPT_DAYS } from "../../../domain/privacy/carrier-recordings.rules.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";
import type { RecordingToRemove } from "./recording-to-remove.entity.ts";

/**
 * Notes that the carriers of these calls are to remove what they have recorded, before anything else here knows of it no more. Calls that
 * nobody recorded, and those over a trunk, are left out. A repetition changes nothing, except that what was left before is tried again.
 * `inSeconds`: the carrier is asked so much later, because it may not have them yet.
 */
export const askToRemoveRecordings = async (
  tx: OrganizationTransaction,
  runIds: readonly number[],
  { erasureUuid = null, inSeconds = 0 }: { erasureUuid?: string | null; inSeconds?: number } = {},
): Promise<void> => {
  if (runIds.length === 0) return;
  await sql`
    insert into recordings_to_remove
      (organization_id, telephony_configuration_id, provider, carrier_call_id, called_at, recordings, erasure_uuid, due_at)
    select r.organization_id, r.telephony_configuration_id,
      case when r.environment in (${literals(SIMULATED_ENVIRONMENTS)}) then ${SIMULATOR} else r.provider end, r.carrier_call_id, coalesce(r.carrier_requested_at, r.created_at), told.recordings, ${erasureUuid}::uuid,
      now() + make_interval(secs => ${inSeconds})
    from call_runs r
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('recordingId', e.recording ->> 'recordingId', 'url', e.recording -> 'url')), '[]') as recordings
      from carrier_events e where e.run_id = r.id and e.recording is not null
    ) told
    where r.id = any(${[...runIds]}::bigint[]) and r.carrier_call_id is not null and r.provider is not null and r.provider <> ${SIP}
      and (told.recordings <> '[]'
        or exists (select from call_artifacts a where a.run_id = r.id and a.artifact_type <> 'transcript')
        or exists (select from kept_originals o where o.run_id = r.id and o.kind = 'recording')
        or exists (select from awaited_reports w where w.run_id = r.id and w.kind = 'recording')
        or exists (select from timeline_events t where t.run_id = r.id and t.payload ->> 'event' = 'recording_lost'))
    on conflict on constraint recordings_to_remove_call do update
      set erasure_uuid = coalesce(excluded.erasure_uuid, recordings_to_remove.erasure_uuid), state = 'waiting', settled_at = null,
        due_at = now(), failures = 0, created_at = now()
      where excluded.erasure_uuid is not null and recordings_to_remove.erasure_uuid is distinct from excluded.erasure_uuid
        and recordings_to_remove.state <> 'removed'`.execute(tx);
};

/** Lists organizations with recordings that a carrier is to be asked about, or with answers that are old enough to go. */
export const listOrganizationsWithRecordingsToRemove = async ({ withoutOrganization }: Database): Promise<number[]> => {
  const { rows } = await sql<{ organization_id: number }>`
    select * from platform_organizations_with_recordings_to_remove()`.execute(withoutOrganization);
  return rows.map((row) => row.organization_id);
};

/** Lists what is due, the longest first; of one erasure: all that its carriers were not asked about lately. */
export const listRecordingsToRemove = (
  tx: OrganizationTransaction,
  { erasureUuid, limit }: { erasureUuid?: string; limit: number },
): Promise<RecordingToRemove[]> =>
  tx
    .selectFrom("recordings_to_remove")
    .selectAll()
    .where("settled_at", "is", null)
    .where("due_at", "<=", sql<Date>`clock_timestamp()`)
    .$if(erasureUuid !== undefined, (rows) => rows.where("erasure_uuid", "=", erasureUuid ?? null))
    .orderBy("due_at")
    .limit(limit)
    .execute();

/** The calls of an erasure that no carrier has settled yet. */
export const listUnsettledOfErasure = (tx: OrganizationTransaction, erasureUuid: string) =>
  tx
    .selectFrom("recordings_to_remove")
    .select(["id", "provider", "state", "created_at"])
    .where("erasure_uuid", "=", erasureUuid)
    .where("state", "<>", "removed")
    .execute();

/** Settles a call, once: false where another process has. */
export const settleRecordings = async (
  tx: OrganizationTransaction,
  id: number,
  { state, error = null }: { state: "removed" | "left"; error?: string | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("recordings_to_remove")
    .set({ state, last_error: error, recordings: sql`'[]'::jsonb`, settled_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("settled_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** The carrier is asked again after this time. */
export const askToRemoveLater = async (
  tx: OrganizationTransaction,
  id: number,
  { inMs, isRefused, error }: { inMs: number; isRefused: boolean; error: string },
): Promise<void> => {
  await tx
    .updateTable("recordings_to_remove")
    .set((row) => ({
      state: isRefused ? "refused" : "waiting",
      failures: row("failures", "+", 1),
      last_error: error,
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${inMs / 1000})`,
    }))
    .where("id", "=", id)
    .where("settled_at", "is", null)
    .execute();
};

/** Forgets calls that were settled long ago. */
export const forgetSettledRecordings = async (tx: OrganizationTransaction): Promise<void> => {
  await tx
    .deleteFrom("recordings_to_remove")
    .where("settled_at", "<", sql<Date>`now() - make_interval(days => ${SETTLED_RECORDINGS_KEPT_DAYS})`)
    .execute();
};

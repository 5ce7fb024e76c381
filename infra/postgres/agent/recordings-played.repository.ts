import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** Tells whether conversations of this version play recordings: its definition names one, or a tool of it does. */
export const doesPlayRecordings = async (tx: OrganizationTransaction, versionId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from agent_versions v
    where v.id = ${versionId} and (v.definition::text ~ ${NAMED_BY_NODE} or exists (
      select from tools t
      where t.definition::text ~ ${NAMED_BY_TOOL} and position(t.tool_uuid::text in v.definition::text) > 0))`.execute(
    tx,
  );
  return rows.length > 0;
};

const NAMED_BY_NODE = String.raw`"\w*recording_id": "[^"]`;
const NAMED_BY_TOOL = String.raw`"\w*RecordingId": "[^"]`;

/** Tells whether the context of one call names a recording. */
export const namesRecording = (context: unknown): boolean => /"recording_id":"/.test(JSON.stringify(context ?? null));

/**
 * Returns the name of a recording that a call may play and the platform's own voice cannot, because it is no WAV file. Recordings
 * of the version, its tools and the context of the call are checked. Undefined: there is none.
 */
export const findRecordingNotSpoken = async (
  tx: OrganizationTransaction,
  { versionId, context }: { versionId: number | null; context: unknown },
): Promise<string | undefined> => {
  const { rows } = await sql<{ filename: string }>`
    select r.filename from workflow_recordings r
    where r.state = 'ready' and r.content_type <> 'audio/wav' and (
      position(to_json(r.recording_id)::text in ${JSON.stringify(context ?? null)}::text) > 0
      or exists (
        select from agent_versions v
        where v.id = ${versionId} and (position(to_json(r.recording_id)::text in v.definition::text) > 0 or exists (
          select from tools t
          where position(to_json(r.recording_id)::text in t.definition::text) > 0
            and position(t.tool_uuid::text in v.definition::text) > 0))))
    order by r.id limit 1`.execute(tx);
  return rows[0]?.filename;
};

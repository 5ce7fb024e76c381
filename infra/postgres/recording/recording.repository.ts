import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { SweptPage } from "../sweep.ts";
import type { WorkflowRecording } from "./workflow-recording.entity.ts";

/** Finds a playable recording by the id in definitions and tools; undefined when there is none. */
export const findRecording = (
  tx: OrganizationTransaction,
  recordingId: string,
): Promise<WorkflowRecording | undefined> =>
  tx
    .selectFrom("workflow_recordings")
    .selectAll()
    .where("recording_id", "=", recordingId)
    .where("state", "=", "ready")
    .executeTakeFirst();

export interface RecordingUse {
  kind: "agent" | "tool";
  id: string;
  name: string;
}

/** Finds the agents whose draft or published version plays it, and the tools that do. */
export const findRecordingUses = async (tx: OrganizationTransaction, recordingId: string): Promise<RecordingUse[]> => {
  const variables = JSON.stringify({ id: recordingId });
  const { rows } = await sql<RecordingUse>`
    select distinct 'agent' as kind, a.id::text as id, a.name
    from agents a join agent_versions v on v.agent_id = a.id and v.status in ('draft', 'published')
    where jsonb_path_exists(v.definition, ${NAMED_BY_DEFINITION}::jsonpath, ${variables}::jsonb)
      or v.configurations->>'tool_music_recording_id' = ${recordingId}
    union all
    select 'tool', t.tool_uuid::text, t.name from tools t
    where jsonb_path_exists(t.definition, ${NAMED_BY_TOOL}::jsonpath, ${variables}::jsonb)
    order by 1, 3, 2
  `.execute(tx);
  return rows;
};

const NAMED_BY_DEFINITION =
  '$.** ? (@.type() == "object" && (@.greeting_recording_id == $id || @.transition_speech_recording_id == $id))';
const NAMED_BY_TOOL =
  "$.config ? (@.audioRecordingId == $id || @.customMessageRecordingId == $id || @.hold.recording_id == $id)";

export interface AbandonedRecording {
  organizationId: number;
  recordingId: string;
}

/** Lists recordings of every organization whose upload was allowed this long ago and never finished, oldest first. */
export const listAbandonedRecordings = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, limit, behind }: SweptPage,
): Promise<AbandonedRecording[]> => {
  const { rows } = await sql<{ organization_id: number; recording_id: string }>`
    select * from platform_abandoned_recordings(now() - make_interval(secs => ${olderThanSeconds}), ${limit}, ${behind})
  `.execute(withoutOrganization);
  return rows.map((row) => ({ organizationId: row.organization_id, recordingId: row.recording_id }));
};

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

import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentRecording } from "./recordings.presenter.ts";
import type { listRecordingsQuery } from "./recordings.schemas.ts";

export const listRecordings = (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof listRecordingsQuery }>,
) =>
  context.inOrganization(async (tx) => {
    const rows = await tx
      .selectFrom("workflow_recordings")
      .selectAll()
      .where("state", "=", "ready")
      .$if(query.workflow_id !== undefined, (rows) => rows.where("agent_id", "=", query.workflow_id ?? 0))
      .$if(query.tts_provider !== undefined, (rows) => rows.where("tts_provider", "=", query.tts_provider ?? ""))
      .$if(query.tts_model !== undefined, (rows) => rows.where("tts_model", "=", query.tts_model ?? ""))
      .$if(query.tts_voice_id !== undefined, (rows) => rows.where("tts_voice_id", "=", query.tts_voice_id ?? ""))
      .orderBy("id", "desc")
      .execute();
    return { recordings: rows.map(presentRecording), total: rows.length };
  });

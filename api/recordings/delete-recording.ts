import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findRecordingUses } from "../../infra/postgres/recording/recording.repository.ts";
import type { WorkflowRecording } from "../../infra/postgres/recording/workflow-recording.entity.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { recordingInUse, recordingNotFound } from "./recordings.errors.ts";
import type { deleteRecordingQuery, recordingParams } from "./recordings.schemas.ts";

type Input = OperationInput<{ params: typeof recordingParams; query: typeof deleteRecordingQuery }>;

/**
 * Deletes a recording, the file before the row: after a crash between them a repeated request removes the rest. A slow object store
 * holds no database connection.
 */
export const deleteRecording = async (context: OperationContext, { params, query }: Input) => {
  const row = await context.inOrganization((tx) => findUnusedRecording(tx, params.recording_id, query));
  await context.objectStore.remove(row.object_key);
  return context.inOrganization(async (tx) => {
    const deleted = await tx
      .deleteFrom("workflow_recordings")
      .where("id", "=", row.id)
      .returning("id")
      .executeTakeFirst();
    if (!deleted) throw recordingNotFound();
    recordTimelineAtCommit(tx, {
      organizationId: row.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Recording ${row.filename} was deleted`,
      payload: { recording_id: row.recording_id },
    });
    return { status: "deleted" as const, recording_id: row.recording_id };
  });
};

const findUnusedRecording = async (
  tx: OrganizationTransaction,
  recordingId: string,
  { force }: Input["query"],
): Promise<WorkflowRecording> => {
  const row = await tx
    .selectFrom("workflow_recordings")
    .selectAll()
    .where("recording_id", "=", recordingId)
    .executeTakeFirst();
  if (!row) throw recordingNotFound();
  const uses = force ? [] : await findRecordingUses(tx, row.recording_id);
  if (uses.length > 0) throw recordingInUse(uses);
  return row;
};

import type { z } from "zod";
import { findRecordingUses } from "../../infra/postgres/recording/recording.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { recordingInUse, recordingNotFound } from "./recordings.errors.ts";
import type { deleteRecordingQuery, recordingParams } from "./recordings.schemas.ts";

interface Input {
  params: z.output<typeof recordingParams>;
  query: z.output<typeof deleteRecordingQuery>;
}

/** Deletes a recording, the file before the row: after a crash between them a repeated request removes the rest. */
export const deleteRecording = (context: OperationContext, { params, query }: Input) =>
  context.inOrganization(async (tx) => {
    const row = await tx
      .selectFrom("workflow_recordings")
      .selectAll()
      .where("recording_id", "=", params.recording_id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw recordingNotFound();
    const uses = query.force ? [] : await findRecordingUses(tx, row.recording_id);
    if (uses.length > 0) throw recordingInUse(uses);
    await context.objectStore.remove(row.object_key);
    await tx.deleteFrom("workflow_recordings").where("id", "=", row.id).execute();
    await recordTimeline(tx, {
      organizationId: row.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Recording ${row.filename} was deleted`,
      payload: { recording_id: row.recording_id },
    });
    return { status: "deleted" as const, recording_id: row.recording_id };
  });

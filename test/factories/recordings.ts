import type { TestDatabase } from "../harness/test-database.ts";

/** A recording that agents can play; its file is in no object store. */
export const createRecordingRow = async (
  { everything }: TestDatabase,
  { organizationId, recordingId, transcript }: { organizationId: number; recordingId: string; transcript: string },
): Promise<void> => {
  await everything
    .insertInto("workflow_recordings")
    .values({
      organization_id: organizationId,
      recording_id: recordingId,
      state: "ready",
      filename: `${recordingId}.wav`,
      content_type: "audio/wav",
      object_key: `orgs/${organizationId}/recordings/${recordingId}.wav`,
      size_bytes: 44,
      transcript,
    })
    .execute();
};

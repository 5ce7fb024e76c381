import type { TestDatabase } from "../harness/test-database.ts";

/** A recording that agents can play; returns where the object store would have its file, which it does not. */
export const createRecordingRow = async (
  { everything }: TestDatabase,
  {
    organizationId,
    recordingId,
    transcript,
    type = "wav",
    lengthMs = null,
  }: {
    organizationId: number;
    recordingId: string;
    transcript: string;
    type?: "wav" | "mp3";
    lengthMs?: number | null;
  },
): Promise<string> => {
  const object_key = `orgs/${organizationId}/recordings/${recordingId}.${type}`;
  await everything
    .insertInto("workflow_recordings")
    .values({
      organization_id: organizationId,
      recording_id: recordingId,
      state: "ready",
      filename: `${recordingId}.${type}`,
      content_type: type === "wav" ? "audio/wav" : "audio/mpeg",
      object_key,
      size_bytes: 44,
      length_ms: lengthMs,
      transcript,
    })
    .execute();
  return object_key;
};

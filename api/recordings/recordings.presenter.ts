import type { WorkflowRecording } from "../../infra/postgres/recording/workflow-recording.entity.ts";

export const presentRecording = (row: WorkflowRecording) => ({
  id: row.id,
  recording_id: row.recording_id,
  workflow_id: row.agent_id,
  organization_id: row.organization_id,
  filename: row.filename,
  content_type: row.content_type,
  size_bytes: row.size_bytes ?? 0,
  length_ms: row.length_ms,
  tts_provider: row.tts_provider,
  tts_model: row.tts_model,
  tts_voice_id: row.tts_voice_id,
  transcript: row.transcript,
  storage_key: row.object_key,
  storage_backend: "s3",
  metadata: row.metadata,
  created_by: row.created_by,
  created_at: row.created_at,
  is_active: true,
});

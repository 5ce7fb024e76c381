import { z } from "zod";
import { MAX_BATCH, MAX_RECORDING_BYTES } from "../../domain/recording/recording-file.ts";
import {
  booleanParameter,
  idField,
  idParameter,
  jsonObject,
  jsonObjectInput,
  optional,
  time,
  withDefault,
} from "../http/fields.ts";

const recordingId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Letters, digits, _ and -, at most 64");
const shortText = z.string().max(255);

export const recordingParams = z.object({ recording_id: z.string().min(1).max(64) });
export const deleteRecordingQuery = z.object({
  force: withDefault(booleanParameter, false).meta({ description: "true: also when agents or tools name it" }),
});
export const listRecordingsQuery = z.object({
  workflow_id: optional(idParameter),
  tts_provider: optional(shortText),
  tts_model: optional(shortText),
  tts_voice_id: optional(shortText),
});

export const uploadUrlsBody = z.strictObject({
  files: z
    .array(
      z.strictObject({
        filename: z.string().trim().min(1).max(255),
        mime_type: withDefault(z.string().max(100), "audio/wav").meta({ description: "audio/wav or audio/mpeg" }),
        file_size: z.number().int().min(1).max(MAX_RECORDING_BYTES),
      }),
    )
    .min(1)
    .max(MAX_BATCH),
});

export const uploadUrlsAnswer = z
  .object({
    items: z.array(
      z.object({
        upload_url: z.string(),
        method: z.literal("PUT"),
        headers: z.record(z.string(), z.string()),
        recording_id: z.string(),
        storage_key: z.string(),
        expires_in: z.number().int(),
      }),
    ),
  })
  .meta({ id: "RecordingUploadUrls" });

export const createRecordingsBody = z.strictObject({
  recordings: z
    .array(
      z.strictObject({
        recording_id: recordingId,
        storage_key: z.string().min(1).max(500),
        transcript: z.string().trim().min(1).max(5_000),
        tts_provider: optional(shortText),
        tts_model: optional(shortText),
        tts_voice_id: optional(shortText),
        workflow_id: optional(idField),
        metadata: optional(jsonObjectInput),
      }),
    )
    .min(1)
    .max(MAX_BATCH),
});

const text = z.string().nullable();

const recordingAnswer = z
  .object({
    id: z.number().int(),
    recording_id: z.string(),
    workflow_id: z.number().int().nullable(),
    organization_id: z.number().int(),
    filename: z.string(),
    content_type: z.string(),
    size_bytes: z.number().int(),
    length_ms: z.number().int().nullable().meta({ description: "How long it sounds; null: its file does not say so" }),
    tts_provider: text,
    tts_model: text,
    tts_voice_id: text,
    transcript: z.string(),
    storage_key: z.string(),
    storage_backend: z.string(),
    metadata: jsonObject,
    created_by: z.number().int().nullable(),
    created_at: time,
    is_active: z.boolean(),
  })
  .meta({ id: "Recording" });

export const createdRecordingsAnswer = z.object({ recordings: z.array(recordingAnswer) });
export const recordingListAnswer = z.object({ recordings: z.array(recordingAnswer), total: z.number().int() });
export const deletedRecordingAnswer = z.object({ status: z.literal("deleted"), recording_id: z.string() });

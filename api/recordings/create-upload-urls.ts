import { createHash } from "node:crypto";
import { UPLOAD_URL_SECONDS } from "../../domain/file/uploaded-file.ts";
import { buildRecordingKey, findAudioType, readContentType } from "../../domain/recording/recording-file.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { requireUploadQuota } from "../require-upload-quota.ts";
import { notPlayable } from "./recordings.errors.ts";
import type { uploadUrlsBody } from "./recordings.schemas.ts";

/** Signs a URL for each file. The rows come first, so that unfinished uploads can be removed later. */
export const createUploadUrls = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof uploadUrlsBody }>,
) => {
  const { organizationId, userId } = context.actor;
  const requestUuid = context.requestUuid();
  const files = body.files.map(({ filename, mime_type, file_size }, index) => {
    const type = findAudioType(mime_type);
    if (!type) throw notPlayable(mime_type);
    const recordingId = recordingIdOf(requestUuid, index);
    const row = {
      organization_id: organizationId,
      recording_id: recordingId,
      filename,
      content_type: readContentType(type),
      object_key: buildRecordingKey({ organizationId, recordingId, type }),
      size_bytes: file_size,
      created_by: userId,
    };
    return { row, contentLength: file_size };
  });
  await context.inOrganization(async (tx) => {
    await requireUploadQuota(
      context,
      tx,
      files.reduce((sum, { contentLength }) => sum + contentLength, 0),
    );
    await tx
      .insertInto("workflow_recordings")
      .values(files.map(({ row }) => row))
      .onConflict((clash) => clash.columns(["organization_id", "recording_id"]).doNothing())
      .execute();
    // The room is checked after the rows are written, so that a repetition, whose rows exist already, is not refused.
    await requireQuota(tx, "workflow_recordings", 0);
  });
  return {
    items: await Promise.all(
      files.map(async ({ row, contentLength }) => ({
        upload_url: await context.objectStore.signUpload(row.object_key, {
          contentLength,
          expiresInSeconds: UPLOAD_URL_SECONDS,
        }),
        method: "PUT" as const,
        headers: { "Content-Type": row.content_type },
        recording_id: row.recording_id,
        storage_key: row.object_key,
        expires_in: UPLOAD_URL_SECONDS,
      })),
    ),
  };
};

/** Derives the id of one file of a request, the same for a repetition. */
const recordingIdOf = (requestUuid: string, index: number): string =>
  createHash("sha256").update(`${requestUuid}:${index}`).digest("hex").slice(0, 16);

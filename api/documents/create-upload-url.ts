import type { z } from "zod";
import { findDocumentType, isMimeTypeOf } from "../../domain/document/document-type.ts";
import { buildDocumentKey } from "../../domain/document/document-key.ts";
import { countWaitingUploads } from "../../infra/postgres/document/abandoned-uploads.repository.ts";
import { lockExclusively } from "../../infra/postgres/locks.ts";
import { readUsage } from "../../infra/postgres/document/usage.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { overLimit, tooManyUploads, wrongMimeType } from "./documents.errors.ts";
import type { uploadUrlBody } from "./documents.schemas.ts";
import { LARGEST_FILE_BYTES, UPLOAD_URL_SECONDS } from "../../domain/file/uploaded-file.ts";

/** The limit of uploads that nobody has processed, which no usage counts yet; maintenance removes them after an hour. */
const MOST_WAITING_UPLOADS = 50;

/** Creates a document and signs the form with which a client uploads its file to the object store. */
export const createUploadUrl = async (
  context: OperationContext,
  { body }: { body: z.output<typeof uploadUrlBody> },
) => {
  const { organizationId, userId } = context.actor;
  const { filename, mime_type } = body;
  const type = findDocumentType(filename);
  if (!type || !isMimeTypeOf(type, mime_type)) throw wrongMimeType(filename);
  const documentUuid = context.requestUuid();
  const key = buildDocumentKey({ organizationId, documentUuid, filename });
  const roomBytes = await context.inOrganization(async (tx) => {
    // While the transaction lasts, no other upload of the organization is counted.
    await lockExclusively(tx, `document-uploads:${organizationId}`);
    const usage = await readUsage(tx, organizationId);
    if (usage.document_count >= usage.limit_documents) throw overLimit("documents");
    if (usage.chunk_count >= usage.limit_chunks) throw overLimit("chunks");
    if (usage.used_bytes >= usage.limit_bytes) throw overLimit("bytes");
    if ((await countWaitingUploads(tx)) >= MOST_WAITING_UPLOADS) throw tooManyUploads(MOST_WAITING_UPLOADS);
    await tx
      .insertInto("documents")
      .values({
        organization_id: organizationId,
        document_uuid: documentUuid,
        filename,
        mime_type,
        custom_metadata: body.custom_metadata ?? {},
        created_by: userId,
      })
      .onConflict((clash) => clash.columns(["organization_id", "document_uuid"]).doNothing())
      .execute();
    return usage.limit_bytes - usage.used_bytes;
  });
  const maxBytes = Math.min(LARGEST_FILE_BYTES, roomBytes);
  const limits = { contentType: mime_type, maxBytes, expiresInSeconds: UPLOAD_URL_SECONDS };
  if ((body.file_size ?? 0) > maxBytes) throw overLimit("bytes");
  const { url, fields } = await context.objectStore.signForm(key, limits);
  return {
    upload_url: url,
    method: "POST" as const,
    headers: {},
    fields,
    put: await signedPut(context, { key, contentLength: body.file_size, contentType: mime_type }),
    document_uuid: documentUuid,
    object_store_key: key,
    s3_key: key,
    max_bytes: maxBytes,
    expires_in: UPLOAD_URL_SECONDS,
  };
};

const signedPut = async (
  { objectStore }: OperationContext,
  { key, contentLength, contentType }: { key: string; contentLength: number | undefined; contentType: string },
) => {
  if (contentLength === undefined) return null;
  const url = await objectStore.signUpload(key, { contentLength, expiresInSeconds: UPLOAD_URL_SECONDS });
  return { url, method: "PUT" as const, headers: { "Content-Type": contentType } };
};

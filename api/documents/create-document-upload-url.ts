import type { Insertable } from "kysely";
import { buildDocumentKey } from "../../domain/document/document-key.ts";
import { findDocumentType, isMimeTypeOf } from "../../domain/document/document-type.ts";
import { limitDocumentBytes, MOST_WAITING_UPLOADS } from "../../domain/document/document-upload.ts";
import { findExceededLimit } from "../../domain/document/storage-limits.ts";
import { UPLOAD_URL_SECONDS } from "../../domain/file/uploaded-file.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { countWaitingUploads } from "../../infra/postgres/document/abandoned-uploads.repository.ts";
import { lockDocument } from "../../infra/postgres/document/document.repository.ts";
import { readUsage } from "../../infra/postgres/document/usage.repository.ts";
import { lockExclusively } from "../../infra/postgres/locks.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { documentDeleted, overLimit, tooManyUploads, wrongMimeType } from "./documents.errors.ts";
import type { uploadUrlBody } from "./documents.schemas.ts";

/** Creates a document, or an upload beside it, and signs the form with which a client uploads its file to the object store. */
export const createUploadUrl = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof uploadUrlBody }>,
) => {
  const { organizationId, userId } = context.actor;
  const { filename, mime_type } = body;
  const type = findDocumentType(filename);
  if (!type || !isMimeTypeOf(type, mime_type)) throw wrongMimeType(filename);
  const documentUuid = body.document_uuid ?? context.requestUuid();
  const { maxBytes, key } = await context.inOrganization(async (tx) => {
    // While the transaction lasts, no other upload of the organization is counted.
    await lockExclusively(tx, `document-uploads:${organizationId}`);
    const usage = await readUsage(tx, organizationId);
    const exceeded = findExceededLimit(usage, { bytes: 1, isNewDocument: true });
    if (exceeded) throw overLimit(exceeded);
    if ((await countWaitingUploads(tx)) >= MOST_WAITING_UPLOADS) throw tooManyUploads(MOST_WAITING_UPLOADS);
    const upload = {
      organization_id: organizationId,
      document_uuid: documentUuid,
      filename,
      mime_type,
      custom_metadata: body.custom_metadata ?? {},
      created_by: userId,
    };
    const key = await addUpload(tx, upload, context.requestUuid());
    return { maxBytes: limitDocumentBytes(usage), key };
  });
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

type Upload = Pick<Insertable<Tables["documents"]>, "filename" | "mime_type" | "custom_metadata" | "created_by"> & {
  organization_id: number;
  document_uuid: string;
};

/** Adds the row of an upload, for a document that is there already beside it; asking again for the same file adds none. */
const addUpload = async (tx: OrganizationTransaction, upload: Upload, uploadUuid: string): Promise<string> => {
  const { organization_id: organizationId, document_uuid: documentUuid, filename } = upload;
  const own = await lockDocument(tx, documentUuid);
  if (own?.deleted_at) throw documentDeleted();
  const ownKey = buildDocumentKey({ organizationId, documentUuid, filename });
  if (own?.state === "uploading" && own.upload_key === ownKey) return ownKey;
  const key = own ? buildDocumentKey({ organizationId, documentUuid: uploadUuid, filename }) : ownKey;
  const beside = { ...upload, document_uuid: uploadUuid, upload_for: documentUuid };
  await tx
    .insertInto("documents")
    .values({ ...(own ? beside : upload), upload_key: key })
    .onConflict((clash) => clash.columns(["organization_id", "document_uuid"]).doNothing())
    .execute();
  return key;
};

const signedPut = async (
  { objectStore }: OperationContext,
  { key, contentLength, contentType }: { key: string; contentLength: number | undefined; contentType: string },
) => {
  if (contentLength === undefined) return null;
  const url = await objectStore.signUpload(key, { contentLength, expiresInSeconds: UPLOAD_URL_SECONDS });
  return { url, method: "PUT" as const, headers: { "Content-Type": contentType } };
};

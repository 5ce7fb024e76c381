import { buildContactFileKey } from "../../domain/contact/contact-file-key.ts";
import { CONTACT_FILE_URL_SECONDS } from "../../domain/contact/contact-file-limits.ts";
import { addContactFile } from "../../infra/postgres/contact/contact-file.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireUploadQuota } from "../require-upload-quota.ts";
import type { uploadUrlBody } from "./contacts.schemas.ts";

/**
 * Signs a URL to which a client uploads one file of the announced size; the import names its key. The row comes first, so that a
 * file that no import names can be removed later.
 */
export const createUploadUrl = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof uploadUrlBody }>,
) => {
  const { organizationId } = context.actor;
  const key = buildContactFileKey({ organizationId, uuid: context.requestUuid(), fileName: body.file_name });
  await context.inOrganization(async (tx) => {
    await requireUploadQuota(context, tx, body.file_size);
    await addContactFile(tx, { organization_id: organizationId, object_key: key, size_bytes: body.file_size });
  });
  return {
    upload_url: await context.objectStore.signUpload(key, {
      contentLength: body.file_size,
      expiresInSeconds: CONTACT_FILE_URL_SECONDS,
    }),
    method: "PUT" as const,
    headers: { "Content-Type": body.content_type },
    object_store_key: key,
    file_key: key,
    s3_key: key,
    expires_in: CONTACT_FILE_URL_SECONDS,
  };
};

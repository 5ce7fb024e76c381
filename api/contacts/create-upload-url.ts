import type { z } from "zod";
import { contactFileKey } from "../../domain/contact/contact-file-key.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { uploadUrlBody } from "./contacts.schemas.ts";

const EXPIRES_IN_SECONDS = 900;

/** A signed URL that takes one file, straight into the object store; the import names its key. */
export const createUploadUrl = async (
  context: OperationContext,
  { body }: { body: z.output<typeof uploadUrlBody> },
) => {
  const { organizationId } = context.actor;
  const key = contactFileKey({ organizationId, uuid: context.requestUuid(), fileName: body.file_name });
  return {
    upload_url: await context.objectStore.signUpload(key, EXPIRES_IN_SECONDS),
    method: "PUT" as const,
    headers: { "Content-Type": body.content_type },
    object_store_key: key,
    file_key: key,
    s3_key: key,
    expires_in: EXPIRES_IN_SECONDS,
  };
};

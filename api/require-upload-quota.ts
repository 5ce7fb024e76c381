import { MEGABYTE } from "../domain/file/bytes.ts";
import { lockUploadedBytes } from "../infra/postgres/contact/contact-file.repository.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { HttpError } from "./http/http-error.ts";
import type { OperationContext } from "./http/operation-context.ts";

/**
 * Throws 402 when `bytes` more would exceed the limit; until the transaction ends no other upload of the organization
 * is counted.
 */
export const requireUploadQuota = async (
  { config, actor }: OperationContext,
  tx: OrganizationTransaction,
  bytes: number,
): Promise<void> => {
  const most = config.UPLOAD_BYTES_PER_ORGANIZATION;
  if ((await lockUploadedBytes(tx, actor.organizationId)) + bytes <= most) return;
  throw new HttpError(
    402,
    "upload_quota",
    `The uploaded files of your organization may hold ${Math.floor(most / MEGABYTE)} MB together: import what is uploaded, delete recordings, or wait an hour until unused files are removed`,
  );
};

import { GIGABYTE } from "../../domain/file/bytes.ts";
import { readRowBytes } from "../../infra/postgres/access/organization-rows.repository.ts";
import { HttpError } from "./http-error.ts";
import type { OperationContext } from "./operation-context.ts";

/** Throws 402 when the organization's rows exceeded their limit at the last measurement, which maintenance makes. */
export const requireRowQuota = async ({
  config,
  inOrganization,
}: Pick<OperationContext, "config" | "inOrganization">): Promise<void> => {
  const most = config.ROW_BYTES_PER_ORGANIZATION;
  const bytes = await inOrganization(readRowBytes);
  if (bytes <= most) return;
  throw new HttpError(
    402,
    "row_quota",
    `Your organization's contacts, campaigns, conversations and agents hold ${inGigabytes(bytes)} GB in the database, and may hold ${inGigabytes(most)} GB: remove calls that are over, campaigns with their calls, or contact lists that no campaign calls, or ask who operates this platform for more. What is deleted counts until the next measurement, within five minutes`,
  );
};

const inGigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(2);

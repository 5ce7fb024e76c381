import { isTransferChecked, refuseNumber } from "../../../domain/call/number-permission.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { readNumberPermission } from "./number-permission.ts";

/** Returns why the destination of a transfer must not be called; null: it may. */
export const refuseTransfer = async (
  tx: OrganizationTransaction,
  { organizationId, runId, destination }: { organizationId: number; runId: number; destination: string },
): Promise<string | null> => {
  const own = await tx
    .selectFrom("phone_numbers")
    .select("id")
    .where("address_normalized", "=", destination)
    .executeTakeFirst();
  if (!isTransferChecked(destination, { isOwnNumber: own !== undefined })) return null;
  const { environment } = await tx
    .selectFrom("call_runs")
    .select("environment")
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  const permission = await readNumberPermission(tx, { organizationId, phoneNumber: destination, environment });
  return refuseNumber(permission)?.sentence ?? null;
};

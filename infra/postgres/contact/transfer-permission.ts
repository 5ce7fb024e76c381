import { refuseNumber } from "../../../domain/call/number-permission.rules.ts";
import { isTransferChecked } from "../../../domain/call/transfer.rules.ts";
import type { NumberClass } from "../../../domain/number/number-kinds.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { readNumberPermission } from "./number-permission.ts";

export interface WantedDestination {
  organizationId: number;
  runId: number;
  destination: string;
}

/** What the lists say of the destination of a transfer, and what rules ask of it. */
export interface DestinationPermission {
  /** Why it must not be called; null: it may. */
  refusal: string | null;
  numberClass: NumberClass | null;
  environment: "production" | "sandbox";
}

/** Reads whether the destination of a transfer may be called; null: nobody there can have opted out. */
export const readDestinationPermission = async (
  tx: OrganizationTransaction,
  { organizationId, runId, destination }: WantedDestination,
): Promise<DestinationPermission | null> => {
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
  return { refusal: refuseNumber(permission)?.sentence ?? null, numberClass: permission.numberClass, environment };
};

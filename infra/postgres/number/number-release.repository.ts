import { sql } from "kysely";
import { shortenNumber } from "../../../domain/number/e164.ts";
import type { OrganizationTransaction } from "../database.ts";
import { recordNumber } from "../record/record-settings.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { PhoneNumber } from "./phone-number.entity.ts";

export const findNumber = (tx: OrganizationTransaction, id: number): Promise<PhoneNumber | undefined> =>
  tx.selectFrom("phone_numbers").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * Marks a number as released: from here on it takes no calls and is no caller id, whether or not the carrier has been
 * told.
 */
export const requestRelease = async (
  tx: OrganizationTransaction,
  number: PhoneNumber,
  actor: string,
): Promise<void> => {
  const asked = await tx
    .updateTable("phone_numbers")
    .set({
      is_active: false,
      is_default_caller_id: false,
      release_requested_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", number.id)
    .where("release_requested_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!asked) return;
  await recordNumber(tx, number, { change: "released", actor });
  await recordTimeline(tx, {
    organizationId: number.organization_id,
    kind: "system",
    actor,
    summary: `The number ${shortenNumber(number.address_normalized)} is being released and no longer takes calls`,
    payload: { telephony_configuration_id: number.telephony_configuration_id, phone_number_id: number.id },
  });
};

/** Marks that the carrier has the number back. */
export const markReleased = async (tx: OrganizationTransaction, id: number): Promise<void> => {
  await tx
    .updateTable("phone_numbers")
    .set({ released_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("released_at", "is", null)
    .execute();
};

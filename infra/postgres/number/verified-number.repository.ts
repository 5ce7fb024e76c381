import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { NumberVerification } from "./number-verification.entity.ts";
import type { VerifiedNumber } from "./verified-number.entity.ts";

export const listVerifiedNumbers = (tx: OrganizationTransaction): Promise<VerifiedNumber[]> =>
  tx.selectFrom("verified_numbers").selectAll().orderBy("id").execute();

/** Tells whether the organization has proved to us, or to this account's carrier, that it owns the number. */
export const isVerified = async (
  tx: OrganizationTransaction,
  { phoneNumber, telephonyAccountId }: { phoneNumber: string; telephonyAccountId: number },
): Promise<boolean> => {
  const row = await tx
    .selectFrom("verified_numbers")
    .select("id")
    .where("phone_number", "=", phoneNumber)
    .where((number) =>
      number.or([
        number("telephony_configuration_id", "is", null),
        number("telephony_configuration_id", "=", telephonyAccountId),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
};

/** Stores what a verification has proved; a repeated proof renews it. */
export const insertVerifiedNumber = async (
  tx: OrganizationTransaction,
  proof: Pick<NumberVerification, "organization_id" | "phone_number" | "method" | "telephony_configuration_id">,
): Promise<void> => {
  await tx
    .insertInto("verified_numbers")
    .values({
      organization_id: proof.organization_id,
      phone_number: proof.phone_number,
      method: proof.method,
      telephony_configuration_id: proof.method === "carrier" ? proof.telephony_configuration_id : null,
    })
    .onConflict((clash) =>
      clash
        .columns(["organization_id", "phone_number", "telephony_configuration_id"])
        .doUpdateSet({ verified_at: sql<Date>`now()` }),
    )
    .execute();
};

/**
 * Deletes the verification of a number; accounts that show it as a caller id for that reason alone stop showing it.
 * Returns what was deleted.
 */
export const deleteVerifiedNumber = async (
  tx: OrganizationTransaction,
  phoneNumber: string,
): Promise<VerifiedNumber[]> => {
  const forgotten = await tx
    .deleteFrom("verified_numbers")
    .where("phone_number", "=", phoneNumber)
    .returningAll()
    .execute();
  await tx
    .updateTable("phone_numbers")
    .set({ is_active: false, is_default_caller_id: false, updated_at: sql<Date>`now()` })
    .where("address_normalized", "=", phoneNumber)
    .where("ownership", "=", "verified")
    .execute();
  return forgotten;
};

/** Tells whether exactly this is proved: to us (`telephonyAccountId: null`), or to that account's carrier. */
export const isVerifiedFor = async (
  tx: OrganizationTransaction,
  { phoneNumber, telephonyAccountId }: { phoneNumber: string; telephonyAccountId: number | null },
): Promise<boolean> => {
  const row = await tx
    .selectFrom("verified_numbers")
    .select("id")
    .where("phone_number", "=", phoneNumber)
    .where("telephony_configuration_id", "is not distinct from", telephonyAccountId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Finds what a successful verification has proved. */
export const findVerifiedNumber = (
  tx: OrganizationTransaction,
  proof: Pick<NumberVerification, "phone_number" | "method" | "telephony_configuration_id">,
): Promise<VerifiedNumber | undefined> =>
  tx
    .selectFrom("verified_numbers")
    .selectAll()
    .where("phone_number", "=", proof.phone_number)
    .where(
      "telephony_configuration_id",
      "is not distinct from",
      proof.method === "carrier" ? proof.telephony_configuration_id : null,
    )
    .executeTakeFirst();

import type { OrganizationTransaction } from "../database.ts";
import type { PhoneNumber } from "./phone-number.entity.ts";

export interface PhoneNumberWithAgent extends PhoneNumber {
  inbound_agent_name: string | null;
}

/** Lists the numbers of one carrier account in the order in which they were added, without released ones. */
export const listPhoneNumbers = (
  tx: OrganizationTransaction,
  telephonyAccountId: number,
): Promise<PhoneNumberWithAgent[]> =>
  withAgent(tx)
    .where("telephony_configuration_id", "=", telephonyAccountId)
    .where("released_at", "is", null)
    .orderBy("phone_numbers.id")
    .execute();

/** Lists the numbers that the organization rents through the platform, in the order in which they were rented. */
export const listManagedNumbers = (
  tx: OrganizationTransaction,
  { withReleased }: { withReleased: boolean },
): Promise<PhoneNumberWithAgent[]> =>
  withAgent(tx)
    .where("managed", "=", true)
    .$if(!withReleased, (numbers) => numbers.where("released_at", "is", null))
    .orderBy("phone_numbers.id")
    .execute();

/** Finds a number of exactly this account. */
export const findPhoneNumber = (
  tx: OrganizationTransaction,
  key: { telephonyAccountId: number; phoneNumberId: number },
): Promise<PhoneNumberWithAgent | undefined> =>
  withAgent(tx)
    .where("telephony_configuration_id", "=", key.telephonyAccountId)
    .where("phone_numbers.id", "=", key.phoneNumberId)
    .executeTakeFirst();

/** Finds the account's number with this address, unless it was released. */
export const findConnectedNumber = (
  tx: OrganizationTransaction,
  key: { telephonyAccountId: number; e164: string },
): Promise<PhoneNumberWithAgent | undefined> =>
  withAgent(tx)
    .where("telephony_configuration_id", "=", key.telephonyAccountId)
    .where("address_normalized", "=", key.e164)
    .where("released_at", "is", null)
    .executeTakeFirst();

/** Clears the account's default caller id, if it has one. The caller holds the account's lock. */
export const clearDefaultCaller = async (tx: OrganizationTransaction, telephonyAccountId: number): Promise<void> => {
  await tx
    .updateTable("phone_numbers")
    .set({ is_default_caller_id: false })
    .where("telephony_configuration_id", "=", telephonyAccountId)
    .where("is_default_caller_id", "=", true)
    .execute();
};

const withAgent = (tx: OrganizationTransaction) =>
  tx
    .selectFrom("phone_numbers")
    .leftJoin("agents", "agents.id", "phone_numbers.inbound_agent_id")
    .selectAll("phone_numbers")
    .select("agents.name as inbound_agent_name");

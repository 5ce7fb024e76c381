import { type NotNull, sql } from "kysely";
import { OPEN_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { FINAL_CAMPAIGN_STATES } from "../../../domain/campaign/campaign-states.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Entities } from "../entity-manager.ts";
import { TelephonyAccount } from "./telephony-account.entity.ts";

export interface AccountWithNumbers extends TelephonyAccount {
  phone_number_count: number;
  active_number_count: number;
  /** Until then its calls go to accounts that follow it; null: it works. */
  out_until: Date | null;
}

/** Lists carrier accounts with the number of their numbers, oldest first. */
export const listTelephonyAccounts = (tx: OrganizationTransaction): Promise<AccountWithNumbers[]> =>
  withNumbers(tx).orderBy("id").execute();

export const findTelephonyAccount = (
  tx: OrganizationTransaction,
  id: number,
): Promise<AccountWithNumbers | undefined> => withNumbers(tx).where("id", "=", id).executeTakeFirst();

/**
 * Locks the account until the transaction ends, so that changes of its settings, default caller and numbers come one
 * after another.
 */
export const lockTelephonyAccount = (em: Entities, id: number): Promise<TelephonyAccount | null> =>
  em.lockOne(TelephonyAccount, { id });

/** Sets aside an account whose carrier refused it, unless its settings have changed since; returns false when nothing changed. */
export const setAccountAside = async (
  tx: OrganizationTransaction,
  refused: Pick<TelephonyAccount, "id" | "credentials_sealed">,
  { reason, at }: { reason: string; at: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable("telephony_configurations")
    .set({ inactive_since: at, inactive_reason: reason })
    .where("id", "=", refused.id)
    .where("credentials_sealed", "=", refused.credentials_sealed)
    .where("inactive_since", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/** Finds an account that this one follows; undefined: none. */
export const findFollowed = (tx: OrganizationTransaction, id: number): Promise<{ name: string } | undefined> =>
  tx
    .selectFrom("telephony_configurations")
    .select("name")
    .where(sql<boolean>`failover @> ${JSON.stringify([{ telephony_configuration_id: id }])}::jsonb`)
    .orderBy("id")
    .executeTakeFirst();

/**
 * Clears the flag of the account that has it. Without the lock two requests could each clear the flag and then both set
 * it.
 */
export const clearDefaultOutbound = async (tx: OrganizationTransaction): Promise<void> => {
  await tx.selectFrom("organizations").select("id").forNoKeyUpdate().execute();
  await tx
    .updateTable("telephony_configurations")
    .set({ is_default_outbound: false })
    .where("is_default_outbound", "=", true)
    .execute();
};

/** Finds a campaign that has not ended and dials with this account; undefined: none. */
export const findCampaignOnAccount = (tx: OrganizationTransaction, id: number): Promise<{ name: string } | undefined> =>
  tx
    .selectFrom("campaigns")
    .select("name")
    .where("telephony_configuration_id", "=", id)
    .where("state", "not in", FINAL_CAMPAIGN_STATES)
    .orderBy("id")
    .executeTakeFirst();

/**
 * Tells whether a call is in progress on this account: its callbacks can be verified only with the account's settings.
 */
export const hasLiveCalls = async (tx: OrganizationTransaction, id: number): Promise<boolean> => {
  const live = await tx
    .selectFrom("call_runs")
    .select("id")
    .where("telephony_configuration_id", "=", id)
    .where("ended_at", "is", null)
    .where("state", "in", OPEN_CALL_STATES)
    .executeTakeFirst();
  return live !== undefined;
};

/** Finds a rented number of this account that was not released; undefined: none. */
export const findRentedNumber = (
  tx: OrganizationTransaction,
  id: number,
): Promise<{ address_normalized: string } | undefined> =>
  tx
    .selectFrom("phone_numbers")
    .select("address_normalized")
    .where("telephony_configuration_id", "=", id)
    .where("managed", "=", true)
    .where("released_at", "is", null)
    .executeTakeFirst();

/** Tells whether a rental of a number is in progress on this account. */
export const isRentingOn = async (tx: OrganizationTransaction, id: number): Promise<boolean> => {
  const rental = await tx
    .selectFrom("number_rentals")
    .select("id")
    .where("telephony_configuration_id", "=", id)
    .where("state", "=", "requested")
    .executeTakeFirst();
  return rental !== undefined;
};

export const countSimulators = async (tx: OrganizationTransaction): Promise<number> => {
  const { count } = await tx
    .selectFrom("telephony_configurations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("provider", "=", "simulator")
    .executeTakeFirstOrThrow();
  return count;
};

const withNumbers = (tx: OrganizationTransaction) =>
  tx
    .selectFrom("telephony_configurations")
    .selectAll()
    .select((eb) => {
      const numbers = eb
        .selectFrom("phone_numbers")
        .select((count) => count.fn.countAll<number>().as("count"))
        .whereRef("phone_numbers.telephony_configuration_id", "=", "telephony_configurations.id")
        .where("released_at", "is", null);
      const outUntil = eb
        .selectFrom("telephony_paces")
        .select("out_until")
        .whereRef("telephony_paces.telephony_configuration_id", "=", "telephony_configurations.id");
      return [
        numbers.as("phone_number_count"),
        numbers.where("is_active", "=", true).as("active_number_count"),
        outUntil.as("out_until"),
      ];
    })
    .$narrowType<{ phone_number_count: NotNull; active_number_count: NotNull }>();

import { sql } from "kysely";
import { shortenNumber } from "../../../domain/number/e164.ts";
import { parsePhoneNumber } from "../../../domain/number/phone-number.ts";
import type { OwnedNumber } from "../../telephony/carrier-numbers.ts";
import type { OrganizationTransaction } from "../database.ts";
import { recordNumber } from "../record/record-settings.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { NumberRental } from "./number-rental.entity.ts";

export const findRental = (tx: OrganizationTransaction, id: number): Promise<NumberRental | undefined> =>
  tx.selectFrom("number_rentals").selectAll().where("id", "=", id).executeTakeFirst();

/** Finds the undecided rental of this number on this account. */
export const findOpenRental = (
  tx: OrganizationTransaction,
  { telephonyAccountId, phoneNumber }: { telephonyAccountId: number; phoneNumber: string },
): Promise<NumberRental | undefined> =>
  tx
    .selectFrom("number_rentals")
    .selectAll()
    .where("telephony_configuration_id", "=", telephonyAccountId)
    .where("phone_number", "=", phoneNumber)
    .where("state", "=", "requested")
    .executeTakeFirst();

/** Deletes a rental in the transaction that inserted it. */
export const deleteRental = async (tx: OrganizationTransaction, id: number): Promise<void> => {
  await tx.deleteFrom("number_rentals").where("id", "=", id).execute();
};

/**
 * Marks the one request that a rental may ever make. Returns false when it was marked before, so that the carrier may
 * already have received it.
 */
export const markRentalRequested = async (tx: OrganizationTransaction, id: number): Promise<boolean> => {
  const marked = await tx
    .updateTable("number_rentals")
    .set({ carrier_requested_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("state", "=", "requested")
    .where("carrier_requested_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
};

/** Returns how long ago the carrier was asked, by the database's clock; null: never. */
export const readSecondsSinceRentalRequest = async (
  tx: OrganizationTransaction,
  id: number,
): Promise<number | null> => {
  const { age } = await tx
    .selectFrom("number_rentals")
    .select(sql<number | null>`extract(epoch from clock_timestamp() - carrier_requested_at)::float8`.as("age"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return age;
};

/**
 * Ends a rental with its number, once; a repeat returns the same row. Null: it ended before without a number, or
 * another organization has connected the number meanwhile.
 */
export const concludeRented = async (
  tx: OrganizationTransaction,
  { rentalId, owned }: { rentalId: number; owned: OwnedNumber },
): Promise<number | null> => {
  const rental = await tx
    .selectFrom("number_rentals")
    .selectAll()
    .where("id", "=", rentalId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (rental.state !== "requested") return rental.phone_number_id;
  const id = await keepManagedNumber(tx, rental, owned);
  if (id === null) return null;
  await tx
    .updateTable("number_rentals")
    .set({ state: "rented", phone_number_id: id, ended_at: sql<Date>`now()` })
    .where("id", "=", rentalId)
    .execute();
  const { organization_id, actor } = rental;
  await recordNumber(tx, { id, organization_id }, { change: "rented", actor });
  await tellTimeline(tx, rental, { summary: `The number ${shortenNumber(rental.phone_number)} was rented`, id });
  return id;
};

/** Uses the row of a number that somebody has added by hand while the result of the rental was unknown. */
const keepManagedNumber = async (
  tx: OrganizationTransaction,
  rental: NumberRental,
  owned: OwnedNumber,
): Promise<number | null> => {
  const rented = { managed: true, carrier_number_id: owned.carrierNumberId, rented_at: sql<Date>`now()` };
  const inserted = await tx
    .insertInto("phone_numbers")
    .values({ ...columnsOf(rental), ...rented })
    .onConflict((clash) => clash.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) return inserted.id;
  const added = await tx
    .updateTable("phone_numbers")
    .set(rented)
    .where("telephony_configuration_id", "=", rental.telephony_configuration_id)
    .where("address_normalized", "=", rental.phone_number)
    .where("released_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (added) return added.id;
  const error = "The number was rented, but it is connected in another organization with the same carrier account";
  await concludeUnrented(tx, { rentalId: rental.id, failure: "lost", error });
  return null;
};

const columnsOf = (rental: NumberRental) => {
  const parsed = parsePhoneNumber(rental.phone_number);
  return {
    organization_id: rental.organization_id,
    telephony_configuration_id: rental.telephony_configuration_id,
    address: rental.phone_number,
    address_normalized: rental.phone_number,
    address_type: "pstn" as const,
    account_fingerprint: rental.account_fingerprint,
    country_code: parsed.ok ? parsed.country : null,
    inbound_agent_id: rental.inbound_agent_id,
  };
};

/** Ends a rental without a number, once. */
export const concludeUnrented = async (
  tx: OrganizationTransaction,
  { rentalId, failure, error }: { rentalId: number; failure: "unavailable" | "refused" | "lost"; error: string },
): Promise<void> => {
  const ended = await tx
    .updateTable("number_rentals")
    .set({ state: "failed", failure, error, ended_at: sql<Date>`now()` })
    .where("id", "=", rentalId)
    .where("state", "=", "requested")
    .returningAll()
    .executeTakeFirst();
  if (!ended) return;
  await tellTimeline(tx, ended, {
    summary: `The number ${shortenNumber(ended.phone_number)} was not rented: ${failure}`,
  });
};

/** Ends a rental that the carrier was not asked for, so that it never will be. Returns false when it may have been. */
export const cancelUnaskedRental = async (tx: OrganizationTransaction, id: number): Promise<boolean> => {
  const canceled = await tx
    .updateTable("number_rentals")
    .set({ state: "failed", failure: "lost", error: "It was not asked for", ended_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("state", "=", "requested")
    .where("carrier_requested_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return canceled !== undefined;
};

const tellTimeline = (tx: OrganizationTransaction, rental: NumberRental, news: { summary: string; id?: number }) =>
  recordTimeline(tx, {
    organizationId: rental.organization_id,
    kind: "system",
    actor: rental.actor,
    summary: news.summary,
    payload: { telephony_configuration_id: rental.telephony_configuration_id, phone_number_id: news.id ?? null },
    agentId: rental.inbound_agent_id,
  });

import { type CarrierAccount, findCarrierAccount } from "../../application/telephony/find-carrier-account.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { NumberRental } from "../../infra/postgres/number/number-rental.entity.ts";
import {
  concludeRented,
  concludeUnrented,
  findRental,
  markRentalRequested,
} from "../../infra/postgres/number/number-rental.repository.ts";
import { CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { CarrierNumbers, OwnedNumber, RentResult } from "../../infra/telephony/carrier-numbers.ts";
import type { NumberRentalInput } from "../../workflows/number-rental/number-rental.contract.ts";
import type { RentalAnswer } from "../../workflows/number-rental/number-rental.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Requests the number from the carrier, once in the rental's life. The row is marked before the request is sent: a
 * repeated activity, after a crash or a lost answer, finds the mark and looks for the number instead.
 */
export const requestRental = async (deps: WorkerDependencies, input: NumberRentalInput): Promise<RentalAnswer> => {
  const { rental, account } = await readRental(deps, input);
  if (rental.state !== "requested") return readRentalAnswer(rental);
  const { numbers } = account.carrier;
  if (!numbers) return failRental(deps, input, { failure: "refused", detail: "This carrier has no numbers to rent" });
  const isFirst = await deps.database.inOrganization(input.organizationId, (tx) => markRentalRequested(tx, rental.id));
  if (!isFirst) return { kind: "unknown" };
  return conclude(deps, input, await askOnce(numbers, account.credentials, rental));
};

/** Reads the rental with its carrier and credentials, which cannot be removed while a rental is open. */
export const readRental = (
  deps: WorkerDependencies,
  { organizationId, rentalId }: NumberRentalInput,
): Promise<{ rental: NumberRental; account: CarrierAccount }> =>
  deps.database.inOrganization(organizationId, async (tx) => {
    const rental = await findRental(tx, rentalId);
    const account = rental && (await findCarrierAccount(deps, tx, rental.telephony_configuration_id));
    if (!rental || !account) throw new Error(`rental ${rentalId} or its carrier account is gone`);
    return { rental, account };
  });

export const readRentalAnswer = ({ state, phone_number_id }: NumberRental): RentalAnswer =>
  state === "rented" && phone_number_id !== null
    ? { kind: "rented", phoneNumberId: phone_number_id }
    : { kind: "failed" };

const askOnce = async (
  numbers: CarrierNumbers,
  credentials: CarrierCredentials,
  { phone_number: phoneNumber, uuid: reference }: NumberRental,
): Promise<RentResult> => {
  try {
    return await numbers.rent(credentials, { phoneNumber, reference });
  } catch (error) {
    if (error instanceof CarrierUnavailableError) return { kind: "unknown", detail: error.message };
    throw error;
  }
};

const conclude = (deps: WorkerDependencies, input: NumberRentalInput, result: RentResult): Promise<RentalAnswer> => {
  switch (result.kind) {
    case "rented":
      return concludeRental(deps, input, result.number);
    case "unknown":
      return Promise.resolve({ kind: "unknown" });
    case "refused":
    case "unavailable":
      return failRental(deps, input, { failure: result.kind, detail: result.detail });
  }
};

/** Stores the number's row and the end of the rental. */
export const concludeRental = (
  { database }: WorkerDependencies,
  { organizationId, rentalId }: NumberRentalInput,
  owned: OwnedNumber,
): Promise<RentalAnswer> =>
  database.inOrganization(organizationId, async (tx) => {
    const phoneNumberId = await concludeRented(tx, { rentalId, owned });
    return phoneNumberId === null ? { kind: "failed" } : { kind: "rented", phoneNumberId };
  });

export const failRental = (
  { database }: WorkerDependencies,
  { organizationId, rentalId }: NumberRentalInput,
  { failure, detail }: { failure: "unavailable" | "refused" | "lost"; detail: string },
): Promise<RentalAnswer> =>
  database.inOrganization(organizationId, async (tx) => {
    await concludeUnrented(tx, { rentalId, failure, error: detail });
    const rental = await findRental(tx, rentalId);
    return rental ? readRentalAnswer(rental) : { kind: "failed" };
  });

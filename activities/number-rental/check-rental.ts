import { isRentalLost } from "../../domain/number/managed-number-rental.rules.ts";
import { readSecondsSinceRentalRequest } from "../../infra/postgres/number/number-rental.repository.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { OwnedNumber } from "../../infra/telephony/carrier-numbers.ts";
import type { NumberRentalInput } from "../../workflows/number-rental/number-rental.contract.ts";
import type { RentalAnswer } from "../../workflows/number-rental/number-rental.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { concludeRental, failRental, readRental, readRentalAnswer } from "./request-rental.ts";

/** Checks whether an order whose answer was lost has put the number on the account. It is never repeated. */
export const checkRental = async (deps: WorkerDependencies, input: NumberRentalInput): Promise<RentalAnswer> => {
  const { rental, account } = await readRental(deps, input);
  if (rental.state !== "requested") return readRentalAnswer(rental);
  // Read before the carrier is asked, so that the time of its answer does not count.
  const age = await deps.database.inOrganization(input.organizationId, (tx) =>
    readSecondsSinceRentalRequest(tx, rental.id),
  );
  const found = await ask(() => account.carrier.numbers?.findOwned(account.credentials, rental.phone_number));
  if (found === "cannot tell") return { kind: "unknown" };
  if (found) return concludeRental(deps, input, found);
  if (!isRentalLost(age)) return { kind: "unknown" };
  return failRental(deps, input, {
    failure: "lost",
    detail: "The order never reached the carrier; nothing was rented",
  });
};

/** Ends the rental after a day: people have to check at the carrier. */
export const giveUpRental = (deps: WorkerDependencies, input: NumberRentalInput): Promise<RentalAnswer> =>
  failRental(deps, input, {
    failure: "lost",
    detail: "The carrier could not say whether it rented the number: look at the account there, and add it if it did",
  });

const ask = async (
  look: () => Promise<OwnedNumber | null> | undefined,
): Promise<OwnedNumber | null | undefined | "cannot tell"> => {
  try {
    return await look();
  } catch (error) {
    if (error instanceof CarrierUnavailableError || error instanceof CarrierRefusedError) return "cannot tell";
    throw error;
  }
};

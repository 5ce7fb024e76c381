import type { NumberRentalInput, RentalOutcome } from "./number-rental.contract.ts";

export type RentalAnswer =
  | { kind: "rented"; phoneNumberId: number }
  | { kind: "failed" }
  /** The carrier may have rented it: look for it, never ask again. */
  | { kind: "unknown" };

/** The activities of a rental; each may run twice and does its work once. */
export interface NumberRentalActivities {
  /** Sends at most one request to the carrier for this rental, ever. */
  requestRental(input: NumberRentalInput): Promise<RentalAnswer>;
  /** Checks whether the number is on the account; "failed" once it can no longer appear. */
  lookForRental(input: NumberRentalInput): Promise<RentalAnswer>;
  /** Ends a rental whose result the carrier never reported. */
  giveUpRental(input: NumberRentalInput): Promise<RentalAnswer>;
  /** Sets the target of the new number's calls at the carrier; null where it has no agent. */
  pointRentedNumber(
    input: NumberRentalInput & { phoneNumberId: number },
  ): Promise<Extract<RentalOutcome, { kind: "rented" }>["sync"]>;
}

import type { NumberRentalInput, RentalOutcome } from "./number-rental.contract.ts";

export type RentalAnswer =
  | { kind: "rented"; phoneNumberId: number }
  | { kind: "failed" }
  /** The carrier may or may not have rented it: look for it, never ask again. */
  | { kind: "unknown" };

/** What a rental needs done outside; each may run twice and does its work once. */
export interface NumberRentalActivities {
  /** At most one request to the carrier for this rental, ever. */
  requestRental(input: NumberRentalInput): Promise<RentalAnswer>;
  /** Looks whether the number is on the account; "failed" once it can no longer appear. */
  lookForRental(input: NumberRentalInput): Promise<RentalAnswer>;
  /** Ends a rental that the carrier never explained. */
  giveUpRental(input: NumberRentalInput): Promise<RentalAnswer>;
  /** Tells the carrier where calls to the new number go; null where it has no agent. */
  pointRentedNumber(
    input: NumberRentalInput & { phoneNumberId: number },
  ): Promise<Extract<RentalOutcome, { kind: "rented" }>["sync"]>;
}

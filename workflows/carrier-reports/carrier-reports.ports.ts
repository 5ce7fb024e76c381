import type { CarrierReportsInput } from "./carrier-reports.contract.ts";

/** Each asks one account's carrier for what is due, and may run twice: what was written stays. */
export interface CarrierReportsActivities {
  /** Asks what calls have cost, for many of them in one request where the carrier has a list. */
  gatherPrices(account: CarrierReportsInput): Promise<Gathered>;
  /** Copies recordings into the object store. */
  gatherRecordings(account: CarrierReportsInput): Promise<Gathered>;
}

export interface Gathered {
  /** How many calls need nothing more. */
  kept: number;
  /** More was due than one round asks for. */
  isMoreDue: boolean;
}

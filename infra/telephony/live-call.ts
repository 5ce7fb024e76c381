import type { CarrierCall } from "./carrier.ts";

/** A call that is not over, with what is known of it; everything else is null. */
export const describeLiveCall = (
  known: Pick<CarrierCall, "carrierCallId"> & Partial<Omit<CarrierCall, "outcome">>,
): CarrierCall => ({
  state: "in_progress",
  outcome: null,
  answeredBy: null,
  startedAt: null,
  answeredAt: null,
  endedAt: null,
  durationSeconds: null,
  costMinor: null,
  currency: null,
  optedOut: false,
  detail: null,
  ...known,
});

import type { CarrierCall } from "./carrier.ts";

/** Describes a call that is not over; unknown fields are null. */
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

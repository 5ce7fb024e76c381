import type { CallRun } from "./call-run.entity.ts";

/** Tells whether the carrier has not reported the call's cost yet. */
export const isWaitingForPrice = (run: Pick<CallRun, "cost_minor" | "carrier_call_id">): boolean =>
  run.cost_minor === null && run.carrier_call_id !== null;

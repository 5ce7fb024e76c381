import type { RunningStack } from "../../infra/local/stack.ts";
import type { DiallingOrganization } from "../harness/dialling-organization.ts";
import { WaitsInVain } from "../harness/wait-until.ts";

/** Where a soak's acts happen. */
export interface SoakPlace {
  stack: RunningStack;
  organization: DiallingOrganization;
  /** Ends what an act waits for. */
  stopping: AbortSignal;
}

/** Ends a wait at once when the soak is over. */
export const failWhenStopped = (stopping: AbortSignal): void => {
  if (stopping.aborted) throw new WaitsInVain("the soak is over");
};

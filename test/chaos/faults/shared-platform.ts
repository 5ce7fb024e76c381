import type { RunningStack } from "../../../infra/local/stack.ts";
import type { ShuttingGate } from "../../harness/shutting-gate.ts";
import type { MovableClock } from "./movable-clock.ts";

/** The platform of the faults that share one. */
export interface SharedPlatform {
  running: RunningStack;
  /** Before its object store. */
  storeGate: ShuttingGate;
  clock: MovableClock;
}

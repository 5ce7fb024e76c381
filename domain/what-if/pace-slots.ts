import { computeSlotIntervalMs } from "../call/carrier-pace.rules.ts";
import type { Policy } from "./campaign-past.ts";

/** Returns the slot after one that a call takes; 0: the account has no pace. */
export const takeSlot = ({ callsPerSecond }: Policy, slotMs: number, atMs: number): number =>
  callsPerSecond === null ? 0 : Math.max(slotMs, atMs) + computeSlotIntervalMs(callsPerSecond);

import { setTimeout as delay } from "node:timers/promises";
import type { Response } from "express";

interface HeldRefusal {
  /** The refused address or credential. */
  caller: string;
  ms: number;
  /** Aborts when the caller has disconnected. */
  signal?: AbortSignal;
}

/**
 * Delays refusals that are known before any work is done, so that a caller who retries at each answer sends only a few
 * requests a second.
 */
export interface DelayedRefusals {
  /**
   * Waits for `ms`, up to eight seconds longer where the same caller has many held refusals, or until `signal` aborts; does not wait
   * when too many are held, of this caller or of all.
   */
  hold(refusal: HeldRefusal): Promise<void>;
}

/** How long one of many refusals of a caller is held. */
export const DELAY_MS = 1000;
const MOST_HELD = 5000;
/** The limit for one caller, so that no caller takes all places. */
const MOST_HELD_OF_CALLER = 1000;
/**
 * The additional wait for each held refusal of the same caller, up to a limit, and drawn by lot: a thousand connections that were
 * released at a window's end would come back in the same instant.
 */
const SPREAD_MS_PER_HELD = 20;
const MOST_SPREAD_MS = 8000;

export const createDelayedRefusals = (most = { held: MOST_HELD, ofCaller: MOST_HELD_OF_CALLER }): DelayedRefusals => {
  const heldOf = new Map<string, number>();
  let held = 0;
  const count = (caller: string, change: 1 | -1) => {
    held += change;
    const ofCaller = (heldOf.get(caller) ?? 0) + change;
    if (ofCaller === 0) heldOf.delete(caller);
    else heldOf.set(caller, ofCaller);
  };
  return {
    hold: async ({ caller, ms, signal }) => {
      const heldOfCaller = heldOf.get(caller) ?? 0;
      if (held >= most.held || heldOfCaller >= most.ofCaller || ms <= 0) return;
      count(caller, 1);
      try {
        await delay(computeSpreadMs({ ms, heldOfCaller, lot: Math.random() }), undefined, signal && { signal }).catch(
          () => {},
        );
      } finally {
        count(caller, -1);
      }
    },
  };
};

/** Returns how long a refusal is held; `lot` is at least 0 and below 1. */
export const computeSpreadMs = ({ ms, heldOfCaller, lot }: { ms: number; heldOfCaller: number; lot: number }): number =>
  ms + lot * Math.min(heldOfCaller * SPREAD_MS_PER_HELD, MOST_SPREAD_MS);

/** Without a reason of its own each signal would make one, with its stack, at the end of every request. */
const CLOSED = new Error("The answer was sent, or its connection was closed");

/** Returns a signal that aborts when the connection of the answer is closed, or the answer was sent. */
export const createCloseSignal = (response: Response): AbortSignal => {
  const closed = new AbortController();
  if (response.closed) closed.abort(CLOSED);
  else response.once("close", () => closed.abort(CLOSED));
  return closed.signal;
};

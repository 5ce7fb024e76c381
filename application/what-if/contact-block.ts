import type { PastContact, PastRun } from "../../infra/postgres/what-if/campaign-past.repository.ts";
import { type AttemptRow, NEVER } from "./past-columns.ts";

/** From when a contact was not to be called, and by what. Epoch milliseconds; infinite: never. */
export interface ContactBlock {
  /** The do-not-call list, or any rule of the platform's own. */
  blockedFromMs: number;
  /** A rule of a pack, or of the organization, refused the contact for good: other rules may let them pass. */
  ruledOutFromMs: number;
  /** When the campaign came to the contact and left it. */
  leftAtMs: number;
}

/** Where rules are asked, those that refused the contact are asked too, and do not keep them from being called by themselves. */
export const toColumns = (
  { blockedFromMs, ruledOutFromMs, leftAtMs }: ContactBlock,
  { asksRules }: { asksRules: boolean },
) => ({
  blockedFromMs: asksRules ? blockedFromMs : Math.min(blockedFromMs, ruledOutFromMs),
  leftAtMs,
});

/** The outcome of whom a rule of a pack, or of the organization, refused for good. */
const RULED_OUT = "blocked_rule";

/**
 * Reads from when a contact was not to be called. The campaign itself has left it at an instant of which its last run knows; the list may
 * have had its number before, but nothing kept it from the calls that it had.
 */
export const readBlock = (
  { leftFor, listedAt }: Pick<PastContact, "leftFor" | "listedAt">,
  runs: readonly Pick<PastRun, "requestedAt" | "settledAt" | "endedAt" | "createdAt">[],
  made: readonly Pick<AttemptRow, "admittedMs">[],
): ContactBlock => {
  const afterLastMs = Math.max(Number.NEGATIVE_INFINITY, ...made.map(({ admittedMs }) => admittedMs)) + 1;
  const listedMs = listedAt === null ? NEVER : Math.max(listedAt.getTime(), afterLastMs);
  if (leftFor === null) return { blockedFromMs: listedMs, ruledOutFromMs: NEVER, leftAtMs: NEVER };
  const last = runs.at(-1);
  const isOfRun = last !== undefined && last.requestedAt === null;
  const leftMs = isOfRun ? (last.settledAt ?? last.endedAt ?? last.createdAt).getTime() : afterLastMs;
  const leftAtMs = isOfRun ? leftMs : NEVER;
  return leftFor === RULED_OUT
    ? { blockedFromMs: listedMs, ruledOutFromMs: leftMs, leftAtMs }
    : { blockedFromMs: Math.min(listedMs, leftMs), ruledOutFromMs: NEVER, leftAtMs };
};

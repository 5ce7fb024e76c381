import { LOOK_AGAIN_AFTER_MS } from "../../domain/audit/kept-acts.ts";

/** What was looked at lately, so that a page that asks again every few seconds is one look. */
export interface RecentLooks {
  /** Returns true at the first look in the last hour, and remembers it. */
  begin(look: string): boolean;
  /** The look was not noted: the next one is the first again. */
  forget(look: string): void;
}

/** Beyond so many the oldest is forgotten: looked at again, it is noted again. */
const MOST_LOOKS = 50_000;

export const createRecentLooks = (now: () => number = () => performance.now()): RecentLooks => {
  const lookedAtMs = new Map<string, number>();
  return {
    begin: (look) => {
      const last = lookedAtMs.get(look);
      if (last !== undefined && now() - last < LOOK_AGAIN_AFTER_MS) return false;
      lookedAtMs.delete(look);
      lookedAtMs.set(look, now());
      const [oldest] = lookedAtMs.keys();
      if (lookedAtMs.size > MOST_LOOKS && oldest !== undefined) lookedAtMs.delete(oldest);
      return true;
    },
    forget: (look) => void lookedAtMs.delete(look),
  };
};

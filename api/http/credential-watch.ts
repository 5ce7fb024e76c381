import type { Logger } from "../../infra/logger.ts";
import type { PresentedCredential } from "./authenticate.ts";

const LOOK_EVERY_MS = 500;

export interface CredentialWatch {
  /**
   * Calls `onEnd` once, within a second of the key's archiving or the session's end. Returns the function that stops
   * it.
   */
  watch(credential: PresentedCredential, onEnd: () => void): () => void;
}

interface Watched {
  credential: PresentedCredential;
  onEnd: Set<() => void>;
}

/** Returns those of the credentials that have ended. */
type FindEnded = (credentials: readonly PresentedCredential[]) => Promise<readonly PresentedCredential[]>;

/** Does the work once after a while; returns the function that cancels it. */
type Delay = (work: () => void, delayMs: number) => () => void;

const byTimer: Delay = (work, delayMs) => {
  const timer = setTimeout(work, delayMs);
  return () => clearTimeout(timer);
};

/** Checks all watched credentials with one query, and does nothing when none is watched. */
export const createCredentialWatch = (
  findEnded: FindEnded,
  logger: Logger,
  delay: Delay = byTimer,
): CredentialWatch => {
  const watched = new Map<string, Watched>();
  let cancelLook = () => {};
  const look = async () => {
    if (watched.size === 0) return;
    try {
      const ended = await findEnded([...watched.values()].map(({ credential }) => credential));
      for (const credential of ended) for (const end of watched.get(keyOf(credential))?.onEnd ?? []) end();
    } catch (err) {
      logger.warn({ err }, "credentials of open streams could not be checked; trying again");
    }
    schedule();
  };
  const schedule = () => {
    cancelLook();
    if (watched.size > 0) cancelLook = delay(() => void look(), LOOK_EVERY_MS);
  };
  return {
    watch: (credential, onEnd) => {
      const key = keyOf(credential);
      const entry = watched.get(key) ?? { credential, onEnd: new Set() };
      watched.set(key, entry);
      entry.onEnd.add(onEnd);
      if (watched.size === 1) schedule();
      return () => {
        entry.onEnd.delete(onEnd);
        if (entry.onEnd.size === 0) watched.delete(key);
      };
    },
  };
};

const keyOf = ({ kind, hash }: PresentedCredential): string => `${kind} ${hash.toString("hex")}`;

import { CREDENTIALS_READ_EVERY_MS } from "../../domain/access/event-streams.ts";
import type { Logger } from "../../infra/logger.ts";
import type { PresentedCredential } from "./authenticate.ts";

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

/** Does the work once after a delay. */
type Delay = (work: () => void, delayMs: number) => void;

/** Checks all watched credentials with one query, and does nothing when none is watched. */
export const createCredentialWatch = (
  findEnded: FindEnded,
  logger: Logger,
  delay: Delay = setTimeout,
): CredentialWatch => {
  const watched = new Map<string, Watched>();
  /** True from the moment a look is due until it has ended. */
  let isLooking = false;
  const endAll = (key: string) => {
    const entry = watched.get(key);
    watched.delete(key);
    for (const end of entry?.onEnd ?? []) end();
  };
  const look = async () => {
    try {
      const ended =
        watched.size === 0 ? [] : await findEnded([...watched.values()].map(({ credential }) => credential));
      for (const credential of ended) endAll(keyOf(credential));
    } catch (err) {
      logger.warn({ err }, "credentials of open streams could not be checked; trying again");
    }
    isLooking = false;
    schedule();
  };
  // Opening another stream does not delay the next look.
  const schedule = () => {
    if (isLooking || watched.size === 0) return;
    isLooking = true;
    delay(() => void look(), CREDENTIALS_READ_EVERY_MS);
  };
  return {
    watch: (credential, onEnd) => {
      const key = keyOf(credential);
      const entry = watched.get(key) ?? { credential, onEnd: new Set() };
      watched.set(key, entry);
      entry.onEnd.add(onEnd);
      schedule();
      return () => {
        entry.onEnd.delete(onEnd);
        if (entry.onEnd.size === 0 && watched.get(key) === entry) watched.delete(key);
      };
    },
  };
};

const keyOf = ({ kind, hash }: PresentedCredential): string => `${kind} ${hash.toString("hex")}`;

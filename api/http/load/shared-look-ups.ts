import type { PresentedCredential } from "../authenticate.ts";
import type { Actor } from "../operation-context.ts";
import { buildQuotaKey } from "./rate-limits.ts";

/** Looks up who presents a credential. */
export type LookUpActor = (credential: PresentedCredential) => Promise<Actor>;

interface LookUp {
  ends: Promise<Actor>;
  /** The one that begins when this one has ended. */
  next: Promise<Actor> | null;
}

/**
 * Has simultaneous requests of a credential share a look-up. None is answered by one that began before it came, so that an
 * archived key ends at once for all that come later.
 */
export const shareLookUps = (lookUp: LookUpActor): LookUpActor => {
  const running = new Map<string, LookUp>();
  const begin = (key: string, credential: PresentedCredential): Promise<Actor> => {
    const begun: LookUp = { ends: lookUp(credential), next: null };
    running.set(key, begun);
    const end = () => {
      if (!begun.next) running.delete(key);
    };
    begun.ends.then(end, end);
    return begun.ends;
  };
  return (credential) => {
    const key = buildQuotaKey(credential);
    const current = running.get(key);
    if (!current) return begin(key, credential);
    const beginNext = () => begin(key, credential);
    current.next ??= current.ends.then(beginNext, beginNext);
    return current.next;
  };
};

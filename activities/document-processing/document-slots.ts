import { z } from "zod";
import { createKeyedSemaphore } from "../../infra/limits/keyed-semaphore.ts";

/** The number of activities for documents that one worker runs at a time. */
export const DOCUMENTS_AT_A_TIME = 3;

/** The slots of one worker: what finds none waits at the server, until one of this or another worker is free. */
export interface DocumentSlots {
  areAllTaken(): boolean;
  /** Returns how many slots the documents of an organization have. */
  countOf(organizationId: number): number;
  /** Takes a slot while the work is done. */
  hold<T>(organizationId: number, work: () => Promise<T>): Promise<T>;
}

export const createDocumentSlots = (atATime = DOCUMENTS_AT_A_TIME): DocumentSlots => {
  // Temporal starts no more activities than there are slots, so that none is refused.
  const slots = createKeyedSemaphore<number>({ permitsOfKey: Infinity, refuse: (why) => new Error(why) });
  return { areAllTaken: () => slots.countAll() >= atATime, countOf: slots.countOf, hold: slots.run };
};

/** Returns the activities for a worker; each takes a slot while it runs. */
export const countSlots = (
  { hold }: Pick<DocumentSlots, "hold">,
  activities: Readonly<Record<string, (input: never) => Promise<unknown>>>,
): object =>
  Object.fromEntries(
    Object.entries(activities).map(([name, run]) => [
      name,
      (input: never) => hold(organizationOf(input), () => run(input)),
    ]),
  );

const ofOrganization = z.object({ organizationId: z.number() });
/** 0: of no organization. */
const organizationOf = (input: unknown): number => ofOrganization.safeParse(input).data?.organizationId ?? 0;

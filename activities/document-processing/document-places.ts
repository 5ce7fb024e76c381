import { z } from "zod";

/** The number of activities for documents that one worker runs at a time. */
export const DOCUMENTS_AT_A_TIME = 3;

/** The places of one worker: what finds none waits at the server, until a place of this or another worker is free. */
export interface DocumentPlaces {
  areAllTaken(): boolean;
  /** Returns how many places the documents of an organization have. */
  countOf(organizationId: number): number;
  /** Takes a place while the work is done. */
  hold<T>(organizationId: number, work: () => Promise<T>): Promise<T>;
}

export const createDocumentPlaces = (atATime = DOCUMENTS_AT_A_TIME): DocumentPlaces => {
  const holders: number[] = [];
  return {
    areAllTaken: () => holders.length >= atATime,
    countOf: (organizationId) => holders.filter((each) => each === organizationId).length,
    hold: async (organizationId, work) => {
      holders.push(organizationId);
      try {
        return await work();
      } finally {
        holders.splice(holders.indexOf(organizationId), 1);
      }
    },
  };
};

/** Returns the activities for a worker; each takes a place while it runs. */
export const countPlaces = (
  { hold }: Pick<DocumentPlaces, "hold">,
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

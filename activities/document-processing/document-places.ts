/** The number of activities for documents that one worker runs at a time. */
export const DOCUMENTS_AT_A_TIME = 3;

/** The places of one worker: what finds none waits at the server, until a place of this or another worker is free. */
export interface DocumentPlaces {
  areAllTaken(): boolean;
  /** Takes a place while the work is done. */
  hold<T>(work: () => Promise<T>): Promise<T>;
}

export const createDocumentPlaces = (atATime = DOCUMENTS_AT_A_TIME): DocumentPlaces => {
  let taken = 0;
  return {
    areAllTaken: () => taken >= atATime,
    hold: async (work) => {
      taken += 1;
      try {
        return await work();
      } finally {
        taken -= 1;
      }
    },
  };
};

/** Returns the activities for a worker; each takes a place while it runs. */
export const countPlaces = (
  { hold }: Pick<DocumentPlaces, "hold">,
  activities: Readonly<Record<string, (input: never) => Promise<unknown>>>,
): object =>
  Object.fromEntries(Object.entries(activities).map(([name, run]) => [name, (input: never) => hold(() => run(input))]));

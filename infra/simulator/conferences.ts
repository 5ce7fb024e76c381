/** Where two calls are connected with each other. */
export interface Conferences {
  /**
   * Brings a call into the conference of this name. Its person talks (`stays`) once somebody else is there; whoever leaves ends it for
   * the other. Resolves with `left` when the person has left, and with `ended` when the other one has, or the call is over.
   */
  join(name: string, member: Member): Promise<"left" | "ended">;
}

interface Member {
  stays(over: AbortSignal): Promise<"left" | "ended">;
  /** Aborted when the call is over. */
  stopped: AbortSignal;
}

interface Conference {
  members: number;
  /** Resolves when there are two. */
  full: PromiseWithResolvers<void>;
  over: AbortController;
}

export const createConferences = (): Conferences => {
  const open = new Map<string, Conference>();
  const find = (name: string): Conference => {
    const known = open.get(name);
    if (known) return known;
    const made = { members: 0, full: Promise.withResolvers<void>(), over: new AbortController() };
    open.set(name, made);
    return made;
  };
  return {
    join: async (name, { stays, stopped }) => {
      const conference = find(name);
      conference.members += 1;
      if (conference.members === 2) conference.full.resolve();
      const gone = Promise.withResolvers<void>();
      stopped.addEventListener("abort", () => gone.resolve());
      if (stopped.aborted) gone.resolve();
      await Promise.race([conference.full.promise, gone.promise]);
      const end = stopped.aborted ? "ended" : await stays(conference.over.signal);
      if (open.get(name) === conference) open.delete(name);
      conference.over.abort();
      return end;
    },
  };
};

import type { SpeechUrgency } from "../../infra/models/local.speech.ts";

interface Waiting<Job> {
  caller: object;
  urgency: SpeechUrgency;
  job: Job;
}

const RANKS: Record<SpeechUrgency, number> = { now: 0, soon: 1, whenIdle: 2 };

/**
 * Creates a queue of so many jobs at most: urgent ones come first, and among those the caller who was served longest ago, so that one
 * who asks for much delays the others by one job.
 */
export const createSentenceQueue = <Job>(atMost: number) => {
  let waiting: Waiting<Job>[] = [];
  const servedAt = new WeakMap<object, number>();
  let served = 0;
  return {
    /** Returns false when it is full. A full queue gives up a job that can wait for one that cannot; `onDropped` gets it. */
    add: (added: Waiting<Job>, onDropped: (job: Job) => void): boolean => {
      if (waiting.length >= atMost) {
        const spared = waiting.findLast(({ urgency }) => RANKS[urgency] > RANKS[added.urgency]);
        if (!spared) return false;
        waiting = waiting.filter((each) => each !== spared);
        onDropped(spared.job);
      }
      waiting.push(added);
      return true;
    },
    next: (): Job | null => {
      const rankOf = ({ urgency, caller }: Waiting<Job>) => [RANKS[urgency], servedAt.get(caller) ?? 0] as const;
      const [first] = waiting.toSorted((one, other) => {
        const [rank, since] = rankOf(one);
        const [otherRank, otherSince] = rankOf(other);
        return rank - otherRank || since - otherSince;
      });
      if (!first) return null;
      waiting = waiting.filter((each) => each !== first);
      servedAt.set(first.caller, (served += 1));
      return first.job;
    },
    remove: (job: Job): void => {
      waiting = waiting.filter((each) => each.job !== job);
    },
    size: (): number => waiting.length,
  };
};

import type { CampaignState } from "./campaign-queries.ts";

interface Judged {
  id: number;
  state: CampaignState;
  pause: { event: string } | null;
  progress: { waiting_until: string | null } | null;
}

/** 0: a person has to do something. Then what dials, what waits, what was put aside, what is over. */
const rankOf = ({ state, pause, progress }: Judged): number => {
  if (state === "failed" || pause?.event === "breaker_tripped") return 0;
  if (state === "running") return progress?.waiting_until ? 2 : 1;
  return { paused: 3, draft: 4, completed: 5, canceled: 6 }[state];
};

/** What needs a person first; the newest first among equals. */
export const byUrgency = <C extends Judged>(campaigns: readonly C[]): C[] =>
  campaigns.toSorted((a, b) => rankOf(a) - rankOf(b) || b.id - a.id);

import type { CampaignState } from "./campaign-queries.ts";

interface Judged {
  id: number;
  state: CampaignState;
  pause: { event: string } | null;
  progress: { waiting_until: string | null; budget_wait: string | null } | null;
}

/** Ranks by urgency, 0: a person must act or a budget stops it; then dialling, waiting, scheduled, paused and drafts, finished. */
const rankOf = ({ state, pause, progress }: Judged): number => {
  if (state === "failed" || pause?.event === "breaker_tripped" || progress?.budget_wait) return 0;
  if (state === "running") return progress?.waiting_until ? 2 : 1;
  return { scheduled: 3, paused: 4, draft: 5, completed: 6, canceled: 7 }[state];
};

/** Sorts campaigns by urgency; equal ones newest first. */
export const sortByUrgency = <C extends Judged>(campaigns: readonly C[]): C[] =>
  campaigns.toSorted((a, b) => rankOf(a) - rankOf(b) || b.id - a.id);

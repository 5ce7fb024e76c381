import type { CampaignProgress } from "../api/routes.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { readBudgetWait } from "./budget-wait.ts";
import type { CampaignState } from "./campaign-queries.ts";

const TONES: Record<CampaignState, Tone> = {
  draft: "calm",
  scheduled: "busy",
  running: "good",
  paused: "warn",
  completed: "calm",
  failed: "bad",
  canceled: "calm",
};

interface StateBadgeProps {
  state: CampaignState;
  progress?: CampaignProgress | null | undefined;
}

/** Shows a state; a running campaign that may not dial now is shown as waiting, for money or until a time. */
export const StateBadge = ({ state, progress }: StateBadgeProps) => {
  const wait = state === "running" && progress ? readBudgetWait(progress) : null;
  if (wait)
    return (
      <Badge tone="warn">
        {wait.endsBy === "renewal"
          ? words.campaigns.budgetUsedUntil(formatMoment(wait.at))
          : words.campaigns.waitsForBudget}
      </Badge>
    );
  const begins = state === "scheduled" ? progress?.waiting_until : null;
  if (begins) return <Badge tone="busy">{words.campaigns.begins(formatMoment(begins))}</Badge>;
  const until = state === "running" ? progress?.waiting_until : null;
  if (until) return <Badge tone="busy">{words.campaigns.waitsUntil(formatMoment(until))}</Badge>;
  return (
    <Badge tone={TONES[state]} isLive={state === "running"}>
      {words.campaigns.states[state]}
    </Badge>
  );
};

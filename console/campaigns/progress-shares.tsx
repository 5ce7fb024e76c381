import { Link } from "@tanstack/react-router";
import type { CampaignProgress } from "../api/routes.ts";
import type { CallFilters } from "../calls/call-queries.ts";
import type { Share } from "../ui/shares.tsx";
import { words } from "../words/words.ts";

const { share } = words.campaigns;

const linkToCalls = (search: CallFilters) => (figure: string) => (
  <Link to="/calls" search={search}>
    {figure}
  </Link>
);

/**
 * Returns how many contacts are in each state; the parts add up to the total. No list shows contacts
 * by their state: only those with calls lead anywhere.
 */
export const computeShares = (campaign: number, progress: CampaignProgress): Share[] => {
  // A contact who answered may be called again, and is then in a call or waiting, not finished.
  const reached = progress.finished - progress.failed_calls;
  return [
    {
      label: share.answered,
      value: reached,
      color: "--chart-answered",
      link: linkToCalls({ campaign, outcome: "answered" }),
    },
    { label: share.notReached, value: progress.failed_calls, color: "--chart-failed" },
    {
      label: share.inCall,
      value: progress.in_flight,
      color: "--chart-in-flight",
      link: linkToCalls({ campaign, live: true }),
    },
    { label: share.waitingRetry, value: progress.waiting_retry, color: "--chart-busy" },
    {
      label: share.notDialled,
      value: progress.remaining - progress.in_flight - progress.waiting_retry,
      color: "--line-strong",
    },
    { label: share.suppressed, value: progress.suppressed, color: "--chart-no-answer" },
  ];
};

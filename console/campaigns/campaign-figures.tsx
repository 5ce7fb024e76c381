import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Campaign, CampaignProgress } from "../api/routes.ts";
import type { CallFilters } from "../calls/call-queries.ts";
import { Figures } from "../ui/figures.tsx";
import { formatDuration, formatMoment, formatPercent, formatTimes, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";

interface CampaignFiguresProps {
  campaign: Campaign;
  progress: CampaignProgress;
}

export const CampaignFigures = ({ campaign, progress }: CampaignFiguresProps) => {
  const done = progress.finished + progress.suppressed;
  const doneShare = Math.floor((1000 * done) / progress.total) / 1000;
  const secondsLeft = progress.eta ? (new Date(progress.eta).getTime() - Date.now()) / 1000 : 0;
  return (
    <Figures
      figures={[
        {
          name: words.campaigns.figureDone,
          value: <OfContacts campaign={campaign}>{formatPercent(progress.total ? doneShare : null)}</OfContacts>,
          below: words.campaigns.contactsOf(formatWhole(done), formatWhole(progress.total)),
        },
        {
          name: words.campaigns.inCallNow,
          value: (
            <OfCalls campaign={campaign} search={{ live: true }}>
              {formatWhole(progress.in_flight)}
            </OfCalls>
          ),
          below: campaign.max_concurrency
            ? words.campaigns.ofAtATime(formatWhole(campaign.max_concurrency))
            : words.campaigns.noLimit,
        },
        {
          name: words.campaigns.answerRate,
          value: (
            <OfCalls campaign={campaign} search={{ outcome: "answered" }}>
              {formatPercent(progress.dialled ? progress.answered / progress.dialled : null)}
            </OfCalls>
          ),
          below: progress.dialled
            ? words.campaigns.contactsOf(formatWhole(progress.answered), formatWhole(progress.dialled))
            : words.campaigns.noneYet,
        },
        {
          name: words.campaigns.attempts,
          value: <OfCalls campaign={campaign}>{formatWhole(progress.attempts)}</OfCalls>,
          below: progress.dialled
            ? words.campaigns.perContact(formatTimes(progress.attempts / progress.dialled))
            : words.campaigns.noneYet,
        },
        {
          name: progress.completed_at ? words.campaigns.ended : words.campaigns.endsIn,
          value: progress.completed_at
            ? formatMoment(progress.completed_at)
            : secondsLeft > 0
              ? formatDuration(secondsLeft)
              : NOTHING,
          below: progress.completed_at
            ? tookOf(progress.started_at, progress.completed_at)
            : progress.eta
              ? words.campaigns.about(formatMoment(progress.eta))
              : words.campaigns.noPace,
        },
      ]}
    />
  );
};

const tookOf = (startedAt: string | null, completedAt: string): string =>
  startedAt === null
    ? ""
    : words.campaigns.took(formatDuration((new Date(completedAt).getTime() - new Date(startedAt).getTime()) / 1000));

interface OfCallsProps {
  campaign: Campaign;
  search?: Pick<CallFilters, "live" | "outcome">;
  children: ReactNode;
}

const OfCalls = ({ campaign, search, children }: OfCallsProps) => (
  <Link to="/calls" search={{ campaign: campaign.id, ...search }}>
    {children}
  </Link>
);

const OfContacts = ({ campaign, children }: { campaign: Campaign; children: ReactNode }) => (
  <Link to="/campaigns/$campaignId/contacts" params={{ campaignId: campaign.id }}>
    {children}
  </Link>
);

import { Link } from "@tanstack/react-router";
import type { Campaign, CampaignProgress } from "../api/routes.ts";
import { Figures } from "../ui/figures.tsx";
import { lasting, moment, NOTHING, percent, whole } from "../words/format.ts";
import { words } from "../words/words.ts";

interface CampaignFiguresProps {
  campaign: Campaign;
  progress: CampaignProgress;
}

export const CampaignFigures = ({ campaign, progress }: CampaignFiguresProps) => {
  const done = progress.finished + progress.suppressed;
  const secondsLeft = progress.eta ? (new Date(progress.eta).getTime() - Date.now()) / 1000 : 0;
  return (
    <Figures
      figures={[
        {
          name: words.campaigns.figureDone,
          value: percent(progress.total ? Math.floor((1000 * done) / progress.total) / 1000 : null),
          below: words.campaigns.contactsOf(whole(done), whole(progress.total)),
        },
        {
          name: words.campaigns.inCallNow,
          value: whole(progress.in_flight),
          below: campaign.max_concurrency
            ? words.campaigns.ofAtATime(whole(campaign.max_concurrency))
            : words.campaigns.noLimit,
        },
        {
          name: words.campaigns.answerRate,
          value: percent(progress.dialled ? progress.answered / progress.dialled : null),
          below: words.campaigns.answered(whole(progress.answered)),
        },
        {
          name: words.campaigns.attempts,
          value: (
            <Link to="/calls" search={{ campaign: campaign.id }}>
              {whole(progress.attempts)}
            </Link>
          ),
          below: progress.dialled
            ? words.campaigns.perContact((progress.attempts / progress.dialled).toFixed(2))
            : words.campaigns.noneYet,
        },
        {
          name: words.campaigns.endsIn,
          value: secondsLeft > 0 ? lasting(secondsLeft) : NOTHING,
          below: progress.completed_at
            ? words.campaigns.endedAt(moment(progress.completed_at))
            : progress.eta
              ? words.campaigns.about(moment(progress.eta))
              : words.campaigns.noPace,
        },
      ]}
    />
  );
};

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callApi } from "../api/client.ts";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import { formatClockTime } from "./campaign-dates.ts";
import { campaignKey } from "./campaign-queries.ts";
import { StateBadge } from "./state-badge.tsx";

const OCCURRENCES_SHOWN = 20;

/** The newest campaigns that a recurring one has made. */
export const Occurrences = ({ campaignId }: { campaignId: number }) => {
  const { data } = useQuery({
    queryKey: [...campaignKey(campaignId), "occurrences"],
    queryFn: () => callApi("GET /campaigns", { query: { recurs_campaign_id: campaignId, limit: OCCURRENCES_SHOWN } }),
    refetchInterval: 10_000,
  });
  const made = data?.campaigns ?? [];
  return (
    <Card title={words.campaigns.occurrences}>
      {made.length === 0 ? (
        <p>{data ? words.campaigns.noOccurrences : words.shell.loading}</p>
      ) : (
        <Facts
          facts={made.map(({ id, name, state, recurs_at: time }) => [
            time === null ? name : formatClockTime(time),
            <Link key={id} to="/campaigns/$campaignId" params={{ campaignId: id }} aria-label={name}>
              <StateBadge state={state} />
            </Link>,
          ])}
        />
      )}
    </Card>
  );
};

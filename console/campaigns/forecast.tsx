import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callApi } from "../api/client.ts";
import type { CampaignForecast } from "../api/routes.ts";
import { Notice } from "../ui/notice.tsx";
import { Facts } from "../ui/page.tsx";
import { formatMoment, formatMoney, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { campaignKey } from "./campaign-queries.ts";
import { describeWarning } from "./warning-words.ts";

interface ForecastProps {
  campaignId: number;
  /** Nobody is called, and nothing costs anything. */
  isSimulated: boolean;
}

/** What will happen when the draft is started now: whom it calls, when, and at what cost. */
export const Forecast = ({ campaignId, isSimulated }: ForecastProps) => {
  const { data } = useSuspenseQuery({
    queryKey: [...campaignKey(campaignId), "forecast"],
    queryFn: () => callApi("GET /campaigns/{campaign_id}/forecast", { params: { campaign_id: campaignId } }),
    staleTime: 0,
  });
  return (
    <>
      <Facts
        facts={[
          [words.campaigns.willCall, words.campaigns.ofContacts(formatWhole(data.to_call), formatWhole(data.contacts))],
          [words.campaigns.notCalled, describeSuppressed(data)],
          [words.campaigns.triesEach, words.campaigns.upTo(formatWhole(data.attempts_per_contact))],
          [words.campaigns.firstCall, data.first_call_at ? formatMoment(data.first_call_at) : NOTHING],
          [words.campaigns.over, describeEnd(data)],
          [words.campaigns.costsAtMost, describeCost(data, isSimulated)],
          ...(data.foreseen
            ? [[words.campaigns.foreseen, <Foreseen key="foreseen" {...data.foreseen} />] as const]
            : []),
        ]}
      />
      {sayWarnings(data).map((sentence) => (
        <Notice key={sentence} tone="warn" title={sentence} />
      ))}
    </>
  );
};

/** What the simulator says by the habits of people in an earlier campaign, which the line leads to. */
const Foreseen = (foreseen: NonNullable<CampaignForecast["foreseen"]>) => {
  const { attempts, answers, cost_minor: cost, currency, ends_at: end, spread } = foreseen;
  const whole = (value: number) => formatWhole(Math.round(value));
  const said = [
    words.campaigns.foreseenText(whole(attempts), whole(answers)),
    words.campaigns.foreseenBetween(whole(spread.attempts.low), whole(spread.attempts.high)),
    ...(currency === null ? [] : [words.campaigns.foreseenCost(formatMoney(Math.round(cost), currency))]),
    `${words.campaigns.over}: ${formatMoment(end)}`,
  ];
  return (
    <>
      {said.join("; ")};{" "}
      <Link to="/campaigns/$campaignId" params={{ campaignId: foreseen.earlier_campaign_id }}>
        {words.campaigns.foreseenFrom(formatWhole(foreseen.drawn_from))}
      </Link>
    </>
  );
};

/** While a new version is put in place, the page may already be of that and the API still of the one before, which says its own words alone. */
const sayWarnings = (forecast: CampaignForecast | Omit<CampaignForecast, "warning_details">): string[] =>
  "warning_details" in forecast ? forecast.warning_details.map(describeWarning) : forecast.warnings;

const describeSuppressed = ({ suppressed, window_never_opens: neverOpens }: CampaignForecast): string => {
  const reasons = [
    [suppressed.do_not_call, words.campaigns.onDoNotCall],
    [suppressed.consent_withdrawn, words.campaigns.withdrew],
    [suppressed.number_kind, words.campaigns.kindNotAllowed],
    [suppressed.rule, words.campaigns.ruledOut],
    [neverOpens, words.campaigns.neverOpens],
  ] as const;
  const said = reasons.filter(([count]) => count > 0).map(([count, say]) => say(formatWhole(count)));
  return said.length > 0 ? said.join(", ") : words.campaigns.nobodySuppressed;
};

const describeEnd = ({ ends_at: ends, ends_at_latest: latest }: CampaignForecast): string =>
  ends ? words.campaigns.endsBetween(formatMoment(ends), formatMoment(latest ?? ends)) : NOTHING;

const describeCost = ({ cost }: CampaignForecast, isSimulated: boolean): string => {
  if (!cost) return words.campaigns.costUnknown;
  const say = isSimulated ? words.campaigns.costSimulated : words.campaigns.costOnce;
  return say(formatMoney(cost.most_minor, cost.currency), formatMoney(cost.once_minor, cost.currency));
};

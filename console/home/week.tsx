import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TeamHome } from "../api/routes.ts";
import { Figures } from "../ui/figures.tsx";
import { formatDuration, formatMoney, formatPercent, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { nowQuery, todayQuery, weekQuery } from "./home-queries.ts";
import { useLiveFigures } from "./use-live-figures.ts";

const { organization } = words;
const SECONDS_OF_MINUTE = 60;

type Span = Pick<TeamHome, "calls" | "answered" | "minutes" | "cost">;

const callsOf = ({ calls }: Span): string => formatWhole(calls);
const rateOf = ({ calls, answered }: Span): string => formatPercent(calls === 0 ? null : answered / calls);
const talkOf = ({ minutes }: Span): string => formatDuration(minutes * SECONDS_OF_MINUTE);
const costOf = ({ cost }: Span): string =>
  cost.map(({ cost_minor: minor, currency }) => formatMoney(minor, currency)).join(" · ") || NOTHING;

/** Shows the present, then today beside the week and the week before it. Days are the organization's. */
export const Week = () => {
  useLiveFigures();
  const { data: now } = useQuery(nowQuery);
  const { data: today } = useQuery(todayQuery);
  const { data: week } = useQuery(weekQuery);
  const of = (say: (span: Span) => string) => (today ? say(today) : NOTHING);
  const beside = (say: (span: Span) => string) =>
    week &&
    (week.previous.calls === 0
      ? organization.inFirstSevenDays(say(week))
      : organization.inSevenDays(say(week), say(week.previous)));
  const calls = { since: today?.from };
  return (
    <Figures
      figures={[
        {
          name: organization.liveNow,
          value: (
            <Link to="/calls" search={{ live: true }}>
              {now ? formatWhole(now.calls_now) : NOTHING}
            </Link>
          ),
          below: now && organization.callsASecond(String(now.calls_per_second)),
        },
        {
          name: organization.callsToday,
          value: (
            <Link to="/calls" search={calls}>
              {of(callsOf)}
            </Link>
          ),
          below: beside(callsOf),
        },
        {
          name: organization.answeredToday,
          value: (
            <Link to="/calls" search={{ ...calls, outcome: "answered" }}>
              {of(rateOf)}
            </Link>
          ),
          below: beside(rateOf),
        },
        {
          name: organization.talkToday,
          value: (
            <Link to="/calls" search={calls}>
              {of(talkOf)}
            </Link>
          ),
          below: beside(talkOf),
        },
        {
          name: organization.costToday,
          value: <Link to="/usage">{of(costOf)}</Link>,
          below: beside(costOf),
        },
      ]}
    />
  );
};

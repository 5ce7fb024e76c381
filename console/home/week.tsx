import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TeamHome } from "../api/routes.ts";
import { Figures } from "../ui/figures.tsx";
import { formatDuration, formatMoney, NOTHING, formatPercent, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { nowQuery, weekQuery } from "./home-queries.ts";
import { useLiveFigures } from "./use-live-figures.ts";

const { organization } = words;
const SECONDS_OF_MINUTE = 60;

type Span = Pick<TeamHome, "calls" | "answered" | "minutes" | "cost">;

const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const rateOf = ({ calls, answered }: Span): number | null => (calls === 0 ? null : answered / calls);
const talkOf = ({ minutes }: Span): string => formatDuration(minutes * SECONDS_OF_MINUTE);
const costOf = ({ cost }: Span): string =>
  cost.map(({ cost_minor: minor, currency }) => formatMoney(minor, currency)).join(" · ") || NOTHING;

/** Shows the present figures, then the week beside the one before. */
export const Week = () => {
  useLiveFigures();
  const { data: now } = useQuery(nowQuery);
  const { data: week } = useQuery(weekQuery);
  const beside = (say: (span: Span) => string) => week && organization.weekBefore(say(week.previous));
  const of = (say: (span: Span) => string) => (week ? say(week) : NOTHING);
  const since = dayBefore(WEEK_DAYS - 1);
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
          name: organization.callsOfWeek,
          value: (
            <Link to="/calls" search={{ since }}>
              {of(({ calls }) => formatWhole(calls))}
            </Link>
          ),
          below: beside(({ calls }) => formatWhole(calls)),
        },
        {
          name: organization.answeredShare,
          value: (
            <Link to="/calls" search={{ since, outcome: "answered" }}>
              {of((span) => formatPercent(rateOf(span)))}
            </Link>
          ),
          below: beside((span) => formatPercent(rateOf(span))),
        },
        {
          name: organization.talkToday,
          value: (
            <Link to="/calls" search={{ since }}>
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

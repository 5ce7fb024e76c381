import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { preferencesQuery } from "../api/account.ts";
import { buildUrl } from "../api/client.ts";
import type { DailyUsage } from "../api/routes.ts";
import { chooseButtonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { DayBars } from "../ui/day-bars.tsx";
import { Figures } from "../ui/figures.tsx";
import { Download } from "../ui/icons.ts";
import { Columns, Page, Stack } from "../ui/page.tsx";
import { SumCurve } from "../ui/sum-curve.tsx";
import table from "../ui/table.module.css";
import { formatDuration, formatMoney, formatShortDay, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { Budgets } from "./budgets.tsx";
import { buildCurve, findLastDay, listDaysOfMonth, MEASURES, type Measure, readValue, sumMonth } from "./month.ts";
import { Rows } from "./rows.tsx";
import { dailyUsageQuery } from "./usage-queries.ts";

/** Shows the organization's usage and limits: the month day by day, and its budget. */
export const Usage = () => {
  const { data: usage } = useSuspenseQuery(dailyUsageQuery);
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const currency = preferences.budget?.currency ?? usage.total.costs[0]?.currency;
  const month = sumMonth(usage, currency);
  const since = listDaysOfMonth(usage)[0]?.date;
  const toCalls = (figure: string) => (
    <Link to="/calls" search={{ ...(since && { since }) }}>
      {figure}
    </Link>
  );
  return (
    <Page
      title={words.shell.usage}
      actions={
        <a className={chooseButtonClass()} href={buildUrl("GET /organizations/usage/runs/report")} download>
          <Download aria-hidden /> {words.usage.report}
        </a>
      }
    >
      <Figures
        figures={[
          { name: words.usage.calls, value: toCalls(formatWhole(month.calls)), below: words.usage.thisMonth },
          { name: words.usage.talk, value: toCalls(formatDuration(month.seconds)), below: words.usage.thisMonth },
          {
            name: words.usage.cost,
            value: toCalls(formatMoney(month.costMinor, currency)),
            below: words.usage.thisMonth,
          },
          { name: words.usage.tokens, value: toCalls(formatWhole(month.tokens)), below: words.usage.tokensBelow },
        ]}
      />
      <Columns>
        <Month usage={usage} currency={currency} limit={preferences.budget?.monthly_minor ?? undefined} />
        <Budgets preferences={preferences} spentMinor={month.costMinor} spentTodayMinor={month.costTodayMinor} />
      </Columns>
      <Rows />
      <Card title={words.usage.byDay} count={usage.days.length} isFlush>
        <DataTable
          label={words.usage.byDay}
          columns={columnsOf(currency)}
          rows={usage.days.toReversed()}
          keyOf={({ date }) => date}
        />
      </Card>
    </Page>
  );
};

interface MonthProps {
  usage: DailyUsage;
  currency: string | undefined;
  /** The highest cost that the month may have. */
  limit: number | undefined;
}

const Month = ({ usage, currency, limit }: MonthProps) => {
  const [chosen, setMeasure] = useState<Measure>();
  const measure = chosen ?? (currency ? "cost" : "calls");
  const days = listDaysOfMonth(usage);
  const say = (value: number) => (measure === "cost" ? formatMoney(value, currency) : formatWhole(value));
  return (
    <Card title={words.usage.month}>
      <Stack>
        <Choice<Measure>
          label={words.usage.measure}
          value={measure}
          onChange={setMeasure}
          options={MEASURES.map((value) => ({ value, label: words.usage.measures[value] }))}
        />
        <DayBars
          label={`${words.usage.month}: ${words.usage.measures[measure]}`}
          bars={days.map((day) => ({ date: day.date, value: readValue(day, { measure, currency }) }))}
          until={findLastDay(usage)}
          say={say}
          empty={words.usage.nothingYet}
        />
        {measure === "cost" && currency && <MonthCurve usage={usage} currency={currency} limit={limit} />}
      </Stack>
    </Card>
  );
};

const MonthCurve = ({ usage, currency, limit }: MonthProps) => {
  const { sums, daysOfMonth: days, expected } = buildCurve(usage, currency);
  const say = (minor: number) => formatMoney(Math.round(minor), currency);
  const sentence = [
    words.usage.soFar(say(sums.at(-1) ?? 0), say(expected)),
    limit === undefined ? words.usage.withoutBudget : words.usage.ofBudget(say(limit)),
  ].join(" ");
  return <SumCurve sentence={sentence} sums={sums} days={days} expected={expected} limit={limit} />;
};

/** Links to the calls of a day. */
const OfDay = ({ date, children }: { date: string; children: ReactNode }) => (
  <Link className={table.link} to="/calls" search={{ since: date, until: date }}>
    {children}
  </Link>
);

type Day = DailyUsage["days"][number];

const columnsOf = (currency: string | undefined): readonly Column<Day>[] => [
  { name: words.usage.day, cell: ({ date }) => formatShortDay(date) },
  {
    name: words.usage.calls,
    isNumber: true,
    cell: ({ date, calls }) => <OfDay date={date}>{formatWhole(calls)}</OfDay>,
  },
  {
    name: words.usage.talk,
    isNumber: true,
    cell: ({ date, duration_seconds: seconds }) => <OfDay date={date}>{formatDuration(seconds)}</OfDay>,
  },
  {
    name: words.usage.cost,
    isNumber: true,
    cell: ({ date, costs }) =>
      costs.length === 0 ? (
        NOTHING
      ) : (
        <OfDay date={date}>
          {costs.map(({ cost_minor, currency: of }) => formatMoney(cost_minor, of ?? currency)).join(" · ")}
        </OfDay>
      ),
  },
  {
    name: words.usage.tokens,
    isNumber: true,
    cell: ({ date, tokens }) => <OfDay date={date}>{formatWhole(tokens.prompt + tokens.completion)}</OfDay>,
  },
];

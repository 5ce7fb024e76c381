import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type Answer, callApi } from "../api/client.ts";
import { StateBadge } from "../campaigns/state-badge.tsx";
import { omitUnset } from "../search-params.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Filters, filterClass } from "../ui/filters.tsx";
import { Problem } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { formatExact, formatShortDay, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./calendar.module.css";
import { dateOf, listDays, moveSpan, type Unit } from "./days.ts";
import { paintHours } from "./paint-hours.ts";

type Planned = Answer<"GET /calendar">;
type PlannedEvent = Planned["events"][number];
type DayHours = Planned["days"][number];

const route = getRouteApi("/shell/calendar");
const PLANS_EVERY_MS = 30_000;

/** Shows what is planned, day by day of a week or a month, on this browser's clock. */
export const Calendar = () => {
  const { day, by = "month" } = route.useSearch();
  const navigate = useNavigate({ from: "/calendar" });
  const chosen = day === undefined ? new Date() : new Date(day);
  const days = listDays(chosen, by);
  const [from, to] = [days[0] ?? chosen, moveSpan(days.at(-1) ?? chosen, "day", 1)];
  const { data, error } = useQuery({
    queryKey: ["calendar", from.toISOString(), to.toISOString()],
    queryFn: () => callApi("GET /calendar", { query: { from: from.toISOString(), to: to.toISOString() } }),
    placeholderData: keepPreviousData,
    refetchInterval: PLANS_EVERY_MS,
  });
  const show = (next: Date | undefined, unit: Unit = by) =>
    void navigate({ search: omitUnset({ day: next?.toISOString(), by: unit === "week" ? unit : undefined }) });
  return (
    <Page
      title={words.shell.calendar}
      actions={
        <>
          <Button onClick={() => show(moveSpan(chosen, by, -1))}>{words.calendar.earlier}</Button>
          <Button onClick={() => show(undefined)}>{words.calendar.today}</Button>
          <Button onClick={() => show(moveSpan(chosen, by, 1))}>{words.calendar.later}</Button>
        </>
      }
    >
      <Filters label={words.calendar.shown}>
        {(["month", "week"] as const).map((unit) => (
          <Link
            key={unit}
            to="/calendar"
            search={omitUnset({ day, by: unit === "week" ? unit : undefined })}
            className={filterClass}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          >
            {words.calendar[unit]}
          </Link>
        ))}
      </Filters>
      {error && <Problem error={error} />}
      {data?.left_off && <Notice tone="warn" title={words.calendar.leftOff} />}
      <ol className={styles.days} aria-label={words.shell.calendar}>
        {days.map((each) => (
          <Day
            key={each.toISOString()}
            day={each}
            events={data?.events ?? []}
            hours={data?.days.find(({ date }) => date === dateOf(each))}
          />
        ))}
      </ol>
      {data && <Dialling campaigns={data.dialling} />}
    </Page>
  );
};

const isOn = (day: Date, { at }: PlannedEvent): boolean => {
  const instant = new Date(at);
  return instant >= day && instant < moveSpan(day, "day", 1);
};

/** The date of a day on this clock, as text that names it in UTC. */
const nameDay = (day: Date): string =>
  formatShortDay(new Date(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())).toISOString());

const Day = ({ day, events, hours }: { day: Date; events: readonly PlannedEvent[]; hours: DayHours | undefined }) => {
  const planned = events.filter((event) => isOn(day, event));
  return (
    <li data-today={isToday(day)} style={hours && { backgroundImage: paintHours(hours.open) }}>
      <span className={styles.date}>{nameDay(day)}</span>
      {hours && <span className={styles.hours}>{describeHours(hours)}</span>}
      <ul>
        {planned.map((event) => (
          <li key={`${event.kind} ${event.campaign_id} ${event.at}`} data-kind={event.kind}>
            <Link to="/campaigns/$campaignId" params={{ campaignId: event.campaign_id }}>
              <span>{event.local === null ? formatExact(event.at) : event.local.slice(11)}</span>{" "}
              <strong>{event.campaign_name}</strong> {describeEvent(event)}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
};

/** Says when somebody may be called, on each person's own clock. */
const describeHours = ({ open, is_holiday: isHoliday }: DayHours): string =>
  [
    open.length === 0
      ? words.calendar.closed
      : open.map(({ start_time: from, end_time: until }) => `${from}–${until}`).join(", "),
    isHoliday && words.calendar.holiday,
  ]
    .filter(Boolean)
    .join(" · ");

const isToday = (day: Date): boolean => day.toDateString() === new Date().toDateString();

const describeEvent = ({ kind, count, local }: PlannedEvent): string =>
  [count === null ? null : formatWhole(count), words.calendar.kinds[kind], local && words.calendar.onTheirClock]
    .filter(Boolean)
    .join(" ");

const Dialling = ({ campaigns }: { campaigns: Planned["dialling"] }) => (
  <Card title={words.calendar.dialling}>
    {campaigns.length === 0 ? (
      <p>{words.calendar.noneDials}</p>
    ) : (
      <ul className={styles.dialling}>
        {campaigns.map(({ campaign_id: id, campaign_name: name, state }) => (
          <li key={id}>
            <Link to="/campaigns/$campaignId" params={{ campaignId: id }}>
              {name}
            </Link>{" "}
            <StateBadge state={state} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

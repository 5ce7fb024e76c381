import type { ScheduleSettings } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { useNow } from "../ui/use-now.ts";
import { words } from "../words/words.ts";
import styles from "./campaigns.module.css";

const DAY_MINUTES = 1_440;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};
const place = (minutes: number): string => `${(100 * minutes) / DAY_MINUTES}%`;

const nowIn = (timeZone: string, nowMs: number) => {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const [weekday = "", time = "00:00"] = parts
    .format(nowMs)
    .split(", ")
    .flatMap((part) => part.split(" "));
  return { day: DAYS.findIndex((name) => weekday.startsWith(name)), time };
};

const RENEWED_EVERY_MS = 10_000;

export const CallingWindow = ({ schedule }: { schedule: ScheduleSettings | null }) =>
  schedule?.enabled ? (
    <Today schedule={schedule} />
  ) : (
    <Card title={words.campaigns.callingWindow}>{words.campaigns.anyHour}</Card>
  );

/** Shows today's hours in the campaign's zone, and the present time within them. */
const Today = ({ schedule }: { schedule: ScheduleSettings }) => {
  const now = nowIn(schedule.timezone, useNow(RENEWED_EVERY_MS));
  const today = schedule.slots.filter((slot) => slot.day_of_week === now.day);
  const hours = today.map((slot) => words.campaigns.to(slot.start_time, slot.end_time)).join(", ");
  return (
    <Card title={words.campaigns.callingWindow} aside={<span>{schedule.timezone}</span>}>
      <p>{words.campaigns.window(hours || words.campaigns.noCallsToday, now.time)}</p>
      <div aria-hidden>
        <div className={styles.day}>
          {today.map(({ start_time: start, end_time: end }) => (
            <div
              key={start}
              className={styles.slot}
              style={{ left: place(minutesOf(start)), width: place(minutesOf(end) - minutesOf(start)) }}
            />
          ))}
          <div className={styles.now} style={{ left: place(minutesOf(now.time)) }} />
        </div>
        <div className={styles.hours}>
          {["00", "06", "12", "18", "24"].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
      </div>
      <p className={styles.ownClocks}>{words.campaigns.ownClocks}</p>
    </Card>
  );
};

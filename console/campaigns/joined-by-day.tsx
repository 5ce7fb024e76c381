import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../api/client.ts";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { formatShortDay, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { campaignDaysQuery } from "./campaign-queries.ts";
import styles from "./campaigns.module.css";

type Day = Answer<"GET /campaigns/{campaign_id}/days">["days"][number];

/** Shows by day who joined a live campaign, was called and was reached, and who waited too long; days without anybody are left out. */
export const JoinedByDay = ({ campaignId, isMoving }: { campaignId: number; isMoving: boolean }) => {
  const { data } = useQuery(campaignDaysQuery(campaignId, isMoving));
  const days = (data?.days ?? []).toReversed().filter((day) => day.joined + day.called + day.reached > 0);
  const { byDay } = words.campaigns;
  return (
    <Card title={byDay.title} aside={data && <span className={styles.allCalls}>{data.timezone}</span>} isFlush>
      {days.length === 0 ? (
        <p className={styles.none}>{data ? byDay.nobody : words.shell.loading}</p>
      ) : (
        <DataTable
          label={byDay.title}
          columns={columnsOf(data?.within_minutes ?? 0)}
          rows={days}
          keyOf={({ date }) => date}
        />
      )}
    </Card>
  );
};

const columnsOf = (withinMinutes: number): readonly Column<Day>[] => [
  { name: words.campaigns.byDay.day, cell: ({ date }) => formatShortDay(date) },
  ...(["joined", "called", "reached"] as const).map((figure) => ({
    name: words.campaigns.byDay[figure],
    isNumber: true,
    cell: (day: Day) => formatWhole(day[figure]),
  })),
  {
    name: words.campaigns.byDay.late(formatWhole(withinMinutes)),
    isNumber: true,
    cell: ({ late }) => formatWhole(late),
  },
];

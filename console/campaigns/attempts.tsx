import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Card } from "../ui/card.tsx";
import { OUTCOMES } from "../ui/outcomes.ts";
import { type Row, TimeChart } from "../ui/time-chart.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { activityQuery } from "./campaign-queries.ts";

export const Attempts = ({ campaignId, isMoving }: { campaignId: number; isMoving: boolean }) => {
  const { data } = useQuery(activityQuery(campaignId, isMoving));
  const rows = useMemo(() => data?.minutes.map(({ at, outcomes }): Row => ({ at, counts: outcomes })) ?? [], [data]);
  const last = Object.entries(rows.at(-1)?.counts ?? {});
  const said = last.map(([key, calls]) => `${words.calls.outcomes[key] ?? key} ${formatWhole(calls)}`).join(", ");
  return (
    <Card title={words.campaigns.attemptsAMinute} aside={<span>{words.campaigns.lastHour}</span>}>
      <TimeChart
        label={words.campaigns.lastMinute(said || "0")}
        series={OUTCOMES}
        rows={rows}
        empty={words.campaigns.noCallsInHour}
      />
    </Card>
  );
};

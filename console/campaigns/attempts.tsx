import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Card } from "../ui/card.tsx";
import { OUTCOMES } from "../ui/outcomes.ts";
import { type Row, TimeChart } from "../ui/time-chart.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { activityQuery } from "./ended-calls.ts";

/** With fewer minutes a bar would fill the chart. */
const LEAST_MINUTES = 10;

/** Returns the minutes from the first call on, so that the bars of a young campaign are not squeezed beside an empty hour. */
const trim = (minutes: readonly Row[]): readonly Row[] => {
  const first = minutes.findIndex(({ counts }) => Object.keys(counts).length > 0);
  return minutes.slice(Math.max(0, Math.min(first, minutes.length - LEAST_MINUTES)));
};

export const Attempts = ({ campaignId, isMoving }: { campaignId: number; isMoving: boolean }) => {
  const { data } = useQuery(activityQuery(campaignId, isMoving));
  const rows = useMemo(
    () => trim(data?.minutes.map(({ at, outcomes }): Row => ({ at, counts: outcomes })) ?? []),
    [data],
  );
  const last = Object.entries(rows.at(-1)?.counts ?? {});
  const said = last.map(([key, calls]) => `${words.calls.outcomes[key] ?? key} ${formatWhole(calls)}`).join(", ");
  return (
    <Card
      title={words.campaigns.attemptsAMinute}
      aside={rows.length > 0 && <span>{words.campaigns.lastMinutes(formatWhole(rows.length))}</span>}
    >
      {data ? (
        <TimeChart
          label={words.campaigns.lastMinute(said || "0")}
          series={OUTCOMES}
          rows={rows}
          empty={words.campaigns.noCallsInHour}
        />
      ) : (
        <p>{words.shell.loading}</p>
      )}
    </Card>
  );
};

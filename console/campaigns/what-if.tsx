import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, callApi } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Notice } from "../ui/notice.tsx";
import { type Curve, TwoCurves } from "../ui/two-curves.tsx";
import { formatMoment, formatMoney, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { campaignKey } from "./campaign-queries.ts";
import { WhatIfSettings } from "./what-if-settings.tsx";

type WhatIfAnswer = Answer<"GET /campaigns/{campaign_id}/what-if/{what_if_id}">;
type Result = NonNullable<WhatIfAnswer["result"]>;
type Figures = Result["was"];

const LOOK_EVERY_MS = 1_000;

/** What the campaign would have done by other settings, beside what it did. */
export const WhatIf = ({ campaign }: { campaign: Campaign }) => {
  const [asked, setAsked] = useState<number | null>(null);
  const params = { campaign_id: campaign.id };
  const { data } = useQuery({
    queryKey: [...campaignKey(campaign.id), "what-if", asked],
    queryFn: () =>
      callApi("GET /campaigns/{campaign_id}/what-if/{what_if_id}", { params: { ...params, what_if_id: asked ?? 0 } }),
    enabled: asked !== null,
    refetchInterval: ({ state }) => state.data?.state !== "done" && state.data?.state !== "failed" && LOOK_EVERY_MS,
  });
  return (
    <Card title={words.campaigns.whatIf}>
      <WhatIfSettings campaign={campaign} onAsked={setAsked} isRunning={asked !== null && data?.state === "running"} />
      {data?.state === "failed" && <Notice tone="warn" title={data.error ?? words.campaigns.whatIfFailed} />}
      {data?.result && <Shown result={data.result} />}
    </Card>
  );
};

const Shown = ({ result }: { result: Result }) => {
  const { was, would } = result;
  const sentence = words.campaigns.whatIfSentence(formatMean(was.attempts), formatMean(would.attempts));
  return (
    <>
      <TwoCurves
        sentence={sentence}
        was={curveOf(words.campaigns.whatIfWas, was)}
        would={curveOf(words.campaigns.whatIfWould, would)}
      />
      <DataTable label={sentence} columns={COLUMNS} rows={rowsOf(result)} keyOf={({ name }) => name} />
      <p>
        {result.drawn === 0
          ? words.campaigns.whatIfExact
          : words.campaigns.whatIfDrawn(formatWhole(result.drawn), formatWhole(result.seeds))}
      </p>
      {result.differing > 0 && (
        <Notice tone="warn" title={words.campaigns.whatIfDiffers(formatWhole(result.differing))} />
      )}
    </>
  );
};

const formatMean = (value: number): string => formatWhole(Math.round(value));

const HOUR_MS = 3_600_000;

/** The calls so far, at the end of each hour; at the beginning of the first there were none. */
const curveOf = (name: string, { by_hour: hours }: Figures): Curve => {
  let sum = 0;
  const start = hours.slice(0, 1).map(({ at }) => ({ at, value: 0 }));
  const points = hours.map(({ at, attempts }) => ({
    at: new Date(Date.parse(at) + HOUR_MS).toISOString(),
    value: (sum += attempts),
  }));
  return { name, points: [...start, ...points] };
};

interface Row {
  name: string;
  was: string;
  would: string;
  between: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: words.campaigns.whatIfFigure, cell: ({ name }) => name },
  { name: words.campaigns.whatIfWas, isNumber: true, cell: ({ was }) => was },
  { name: words.campaigns.whatIfWould, isNumber: true, cell: ({ would }) => would },
  { name: words.campaigns.whatIfBetween, isNumber: true, width: 1.5, cell: ({ between }) => between },
];

const rowsOf = ({ was, would, spread, currency }: Result): Row[] => {
  const money = (minor: number) => formatMoney(Math.round(minor), currency);
  const row = <Value,>(
    name: string,
    say: (value: Value) => string,
    values: readonly [Value, Value, Value, Value],
  ): Row => ({
    name,
    was: say(values[0]),
    would: say(values[1]),
    between: `${say(values[2])} – ${say(values[3])}`,
  });
  const { attempts, answers, cost_minor: cost, ends_at: end } = spread;
  return [
    row(words.campaigns.whatIfCalls, formatMean, [was.attempts, would.attempts, attempts.low, attempts.high]),
    row(words.campaigns.whatIfAnswers, formatMean, [was.answers, would.answers, answers.low, answers.high]),
    row(words.campaigns.whatIfCost, money, [was.cost_minor, would.cost_minor, cost.low, cost.high]),
    row(words.campaigns.whatIfEnd, formatMoment, [was.ends_at, would.ends_at, end.low, end.high]),
  ];
};

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Answer } from "../api/client.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { formatPercent, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { summaryQuery } from "./ended-calls.ts";

type Campaign = Answer<"GET /campaigns/{campaign_id}">;
type Version = Answer<"GET /campaigns/{campaign_id}/summary">["by_version"][number];

/** Shows how versions of the agent do side by side; a campaign that has only ever had one shows nothing. */
export const ByVersion = ({ campaign, isMoving }: { campaign: Campaign; isMoving: boolean }) => {
  const { data } = useQuery(summaryQuery(campaign.id, isMoving));
  const rows = data?.by_version ?? [];
  if (rows.length < 2 && campaign.versions === null) return null;
  return (
    <Card title={words.campaigns.byVersion} isFlush={rows.length > 0}>
      {rows.length === 0 ? (
        <p>{data ? words.campaigns.noCalls : words.shell.loading}</p>
      ) : (
        <DataTable
          label={words.campaigns.byVersion}
          columns={columnsOf(campaign)}
          rows={rows}
          keyOf={({ definition_id }) => definition_id}
        />
      )}
    </Card>
  );
};

const columnsOf = (campaign: Campaign): readonly Column<Version>[] => [
  {
    name: words.campaigns.version,
    cell: ({ version, definition_id }) => (
      <>
        <Link to="/calls" search={{ campaign: campaign.id, version: definition_id }}>
          {words.campaigns.versionNumber(version)}
        </Link>{" "}
        <Standing campaign={campaign} version={version} />
      </>
    ),
  },
  { name: words.campaigns.versionCalls, isNumber: true, cell: ({ calls }) => formatWhole(calls) },
  { name: words.campaigns.versionAnswerRate, isNumber: true, cell: ({ answer_rate: rate }) => formatRate(rate) },
  { name: words.campaigns.optOutRate, isNumber: true, cell: ({ opt_out_rate: rate }) => formatRate(rate) },
  {
    name: words.campaigns.meanTalk,
    isNumber: true,
    cell: ({ talk_seconds: talk }) =>
      talk
        ? words.campaigns.interval(
            words.campaigns.versionSeconds(formatWhole(Math.round(talk.value))),
            formatWhole(Math.round(talk.low)),
            formatWhole(Math.round(talk.high)),
          )
        : NOTHING,
  },
];

const Standing = ({ campaign, version }: { campaign: Campaign; version: number }) => {
  const planned = campaign.versions?.find((each) => each.version === version);
  if (!planned) return null;
  return planned.stopped ? (
    <Badge tone="warn">{words.campaigns.versionStopped}</Badge>
  ) : (
    <span>{words.campaigns.versionShare(formatPercent(planned.share))}</span>
  );
};

const formatRate = (rate: Version["answer_rate"]): string =>
  rate
    ? words.campaigns.interval(formatPercent(rate.value), formatPercent(rate.low), formatPercent(rate.high))
    : NOTHING;

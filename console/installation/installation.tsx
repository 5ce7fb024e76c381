import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { InstallationFinding } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Figures } from "../ui/figures.tsx";
import { Page, Stack } from "../ui/page.tsx";
import { formatMoment, formatPercent, formatWhole, NOTHING } from "../words/format.ts";
import { language } from "../words/language.ts";
import { words } from "../words/words.ts";

const { installation } = words;

/** The API looks at the parts once a minute at most. */
export const installationQuery = queryOptions({
  queryKey: ["installation"],
  queryFn: () => callApi("GET /service/status", { query: { language } }),
  refetchInterval: 60_000,
});

/** Shows the installation to its operator: what is wrong with its parts first, then its counts. */
export const Installation = () => {
  const { data: state } = useSuspenseQuery(installationQuery);
  const { figures, last_backup: backup } = state;
  const ordered = [...state.findings].sort((a, b) => RANK[a.level] - RANK[b.level]);
  const wrong = state.findings.filter(({ level }) => level !== "good").length;
  return (
    <Page title={installation.title}>
      <Figures
        figures={[
          { name: installation.version, value: state.version, below: installation.onNode(state.node_version) },
          {
            name: installation.backup,
            value: backup === null ? NOTHING : formatMoment(backup.taken_at),
            below:
              backup === null
                ? installation.noBackup
                : installation.holds(formatWhole(backup.rows), formatWhole(backup.objects)),
          },
          {
            name: installation.wrong,
            value: formatWhole(wrong),
            below: installation.lookedAt(formatMoment(state.examined_at)),
          },
        ]}
      />
      <Card title={installation.parts}>
        <Stack>
          <p>{installation.partsText}</p>
          <DataTable
            label={installation.parts}
            columns={PARTS}
            rows={ordered}
            keyOf={(finding) => `${finding.part}: ${finding.text}`}
          />
        </Stack>
      </Card>
      <Card title={installation.counts}>
        <Stack>
          <p>
            {state.measured_at === null
              ? installation.notMeasured
              : installation.measuredAt(formatMoment(state.measured_at))}
          </p>
          {figures !== null && (
            <DataTable
              label={installation.counts}
              columns={COUNTS}
              rows={listCounts(figures)}
              keyOf={({ name }) => name}
            />
          )}
        </Stack>
      </Card>
    </Page>
  );
};

const RANK = { fault: 0, warning: 1, good: 2 } as const;
const TONES = { fault: "bad", warning: "warn", good: "good" } as const;

const PARTS: readonly Column<InstallationFinding>[] = [
  { name: installation.level, cell: ({ level }) => <Badge tone={TONES[level]}>{installation.levels[level]}</Badge> },
  { name: installation.part, cell: ({ part }) => part },
  {
    name: installation.found,
    cell: ({ text, remedy, command }) => (
      <>
        {text}
        {remedy !== null && <div>{remedy}</div>}
        {command !== null && <code>{command}</code>}
      </>
    ),
  },
];

interface Count {
  name: string;
  value: string;
}

const COUNTS: readonly Column<Count>[] = [
  { name: installation.what, cell: ({ name }) => name },
  { name: installation.value, isNumber: true, cell: ({ value }) => value },
];

type KnownFigures = NonNullable<Awaited<ReturnType<NonNullable<(typeof installationQuery)["queryFn"]>>>["figures"]>;

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0);

const listCounts = (figures: KnownFigures): Count[] => {
  const { names } = installation;
  return [
    { name: names.runningCampaigns, value: formatWhole(figures.campaigns["running"] ?? 0) },
    { name: names.waitingForBudget, value: formatWhole(figures.campaigns_waiting_for_budget) },
    { name: names.contactsNeverCalled, value: formatWhole(figures.contacts.never_called) },
    { name: names.contactsWaiting, value: formatWhole(figures.contacts.waiting_retry) },
    { name: names.openCalls, value: formatWhole(sumOf(figures.calls)) },
    { name: names.lateCallbacks, value: formatWhole(figures.callbacks_late) },
    { name: names.silentCalls, value: formatWhole(figures.calls_silent) },
    { name: names.webhooks, value: formatWhole(figures.webhooks.waiting) },
    {
      name: names.documents,
      value: formatWhole((figures.documents["queued"] ?? 0) + (figures.documents["indexing"] ?? 0)),
    },
    { name: names.recordsRefused, value: formatWhole(figures.records_refused) },
    { name: names.fullest, value: formatPercent(figures.rows_fullest) },
    { name: names.keysExpiring, value: formatWhole(figures.keys_expiring) },
  ];
};

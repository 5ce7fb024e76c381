import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Answer } from "../api/client.ts";
import { describeDecision } from "../timeline/describe-decision.ts";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Filters, filterClass } from "../ui/filters.tsx";
import { Plus } from "../ui/icons.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import { describeShortage } from "../ui/shortage-words.ts";
import table from "../ui/table.module.css";
import { formatDuration, formatPercent, formatWhole, NOTHING } from "../words/format.ts";
import { sayReason } from "../words/say-refusal.ts";
import { words } from "../words/words.ts";
import { CAMPAIGN_STATES, type CampaignState, campaignsQuery, MOST_CAMPAIGNS } from "./campaign-queries.ts";
import styles from "./campaigns.module.css";
import { StateBadge } from "./state-badge.tsx";
import { sortByUrgency } from "./urgency.ts";

type Campaign = Answer<"GET /campaigns">["campaigns"][number];

const route = getRouteApi("/shell/campaigns");
const METERS = {
  draft: "calm",
  scheduled: "calm",
  running: "good",
  paused: "warn",
  completed: "calm",
  failed: "bad",
  canceled: "calm",
} as const;

export const CampaignList = () => {
  const { state } = route.useSearch();
  const { data } = useSuspenseQuery(campaignsQuery(state));
  const campaigns = sortByUrgency(data);
  const count = formatWhole(campaigns.length);
  const make = (
    <LinkButton kind="primary" needs="operator" to="/campaigns/new">
      <Plus aria-hidden /> {words.campaigns.newOne}
    </LinkButton>
  );
  const isFresh = campaigns.length === 0 && state === undefined;
  return (
    <Page title={words.shell.campaigns} actions={!isFresh && make}>
      {isFresh ? (
        <Empty title={words.campaigns.empty} text={words.campaigns.emptyText}>
          {make}
        </Empty>
      ) : (
        <>
          <StateFilters />
          <Card
            title={campaigns.length < MOST_CAMPAIGNS ? words.campaigns.count(count) : words.campaigns.newest(count)}
            isFlush
          >
            {campaigns.length === 0 ? (
              <p className={styles.none}>{words.campaigns.nothingInState}</p>
            ) : (
              <DataTable label={words.shell.campaigns} columns={COLUMNS} rows={campaigns} keyOf={({ id }) => id} />
            )}
          </Card>
        </>
      )}
    </Page>
  );
};

const StateFilters = () => (
  <Filters label={words.campaigns.byState}>
    {[undefined, ...CAMPAIGN_STATES].map((state: CampaignState | undefined) => (
      <Link
        key={state ?? ""}
        to="/campaigns"
        search={state ? { state } : {}}
        className={filterClass}
        activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      >
        {state ? words.campaigns.states[state] : words.campaigns.all}
      </Link>
    ))}
  </Filters>
);

const Name = ({ campaign }: { campaign: Campaign }) => (
  <>
    <Link className={table.rowLink} to="/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
      {campaign.name}
    </Link>
    <p className={table.soft}>
      {(campaign.failure_reason && sayReason(campaign.failure_reason)) ??
        (campaign.progress?.budget_wait && describeShortage(campaign.progress.budget_wait)) ??
        (campaign.pause?.event === "breaker_tripped"
          ? describeDecision(campaign.pause)
          : [campaign.workflow_name, campaign.telephony_configuration_name].filter(Boolean).join(" · "))}
    </p>
  </>
);

const ProgressCell = ({ campaign: { progress, ...campaign } }: { campaign: Campaign }) => {
  const done = progress ? progress.finished + progress.suppressed : 0;
  const total = progress?.total ?? 0;
  return (
    <div className={styles.progressCell}>
      <div className={styles.progressText}>
        <Link className={table.link} to="/campaigns/$campaignId/contacts" params={{ campaignId: campaign.id }}>
          {words.campaigns.done(formatWhole(done), formatWhole(total))}
        </Link>
        <span className={table.soft}>{formatPercent(total ? done / total : null)}</span>
      </div>
      <Progress
        label={words.campaigns.progressOf(campaign.name)}
        value={done}
        max={total}
        tone={METERS[campaign.state]}
      />
    </div>
  );
};

const endsIn = ({ progress }: Campaign): string => {
  const seconds = progress?.eta ? (new Date(progress.eta).getTime() - Date.now()) / 1000 : 0;
  return seconds > 0 ? formatDuration(seconds) : NOTHING;
};

const COLUMNS: readonly Column<Campaign>[] = [
  { name: words.campaigns.name, cell: (campaign) => <Name campaign={campaign} /> },
  {
    name: words.campaigns.state,
    cell: ({ state, progress }) => <StateBadge state={state} progress={progress} />,
  },
  { name: words.campaigns.progress, width: 20, cell: (campaign) => <ProgressCell campaign={campaign} /> },
  {
    name: words.campaigns.answerRate,
    isNumber: true,
    cell: ({ id, progress }) =>
      progress?.dialled ? (
        <Link className={table.link} to="/calls" search={{ campaign: id, outcome: "answered" }}>
          {formatPercent(progress.answered / progress.dialled)}
        </Link>
      ) : (
        NOTHING
      ),
  },
  {
    name: words.campaigns.inCall,
    isNumber: true,
    cell: ({ id, progress }) =>
      progress?.in_flight ? (
        <Link className={table.link} to="/calls" search={{ campaign: id, live: true }}>
          {formatWhole(progress.in_flight)}
        </Link>
      ) : (
        NOTHING
      ),
  },
  { name: words.campaigns.endsIn, isNumber: true, cell: endsIn },
];

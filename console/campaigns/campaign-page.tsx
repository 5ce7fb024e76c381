import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Campaign, CampaignProgress } from "../api/routes.ts";
import { describeDecision } from "../timeline/describe-decision.ts";
import { Card } from "../ui/card.tsx";
import { Radio, Unplug } from "../ui/icons.ts";
import { Notice } from "../ui/notice.tsx";
import { Columns, Page, Stack } from "../ui/page.tsx";
import { Shares } from "../ui/shares.tsx";
import { describeShortage, isBudgetOfCampaign } from "../ui/shortage-words.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { Attempts } from "./attempts.tsx";
import { type BudgetWait, readBudgetWait } from "./budget-wait.ts";
import { CallingWindow } from "./calling-window.tsx";
import { CampaignCommands } from "./campaign-commands.tsx";
import { CampaignFacts } from "./campaign-facts.tsx";
import { CampaignFigures } from "./campaign-figures.tsx";
import { CampaignLog } from "./campaign-log.tsx";
import { campaignQuery, progressQuery } from "./campaign-queries.ts";
import styles from "./campaigns.module.css";
import { OneContact } from "./one-contact.tsx";
import { Outcomes } from "./outcomes.tsx";
import { computeShares } from "./progress-shares.tsx";
import { RecentCalls } from "./recent-calls.tsx";
import { StateBadge } from "./state-badge.tsx";
import { type Connection, useLiveProgress } from "./use-live-progress.ts";
import { useActors } from "./use-actors.ts";

const route = getRouteApi("/shell/campaigns/$campaignId");

export const CampaignPage = () => {
  const { campaignId } = route.useParams();
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { data: progress } = useSuspenseQuery(progressQuery(campaignId));
  const connection = useLiveProgress(campaignId, progress.state);
  const isMoving = progress.state === "running" || progress.in_flight > 0;
  return (
    <Page
      title={campaign.name}
      crumb={<Link to="/campaigns">{words.shell.campaigns}</Link>}
      status={
        <>
          <StateBadge state={progress.state} progress={progress} />
          <Live connection={connection} />
        </>
      }
      actions={<CampaignCommands campaign={campaign} progress={progress} />}
    >
      <Reason campaign={campaign} progress={progress} />
      <CampaignFigures campaign={campaign} progress={progress} />
      <Card title={words.campaigns.contacts}>
        <Shares label={words.campaigns.whereContactsAre} shares={computeShares(campaignId, progress)} />
      </Card>
      <Columns>
        <Stack>
          <Attempts campaignId={campaignId} isMoving={isMoving} />
          <RecentCalls campaignId={campaignId} isMoving={isMoving} />
        </Stack>
        <Stack>
          <Outcomes campaignId={campaignId} isMoving={isMoving} />
          <CallingWindow schedule={campaign.schedule_config} />
          {campaign.contact_list_id !== null && (
            <OneContact campaignId={campaignId} listId={campaign.contact_list_id} />
          )}
          <CampaignLog entries={campaign.logs} />
          <CampaignFacts campaign={campaign} />
        </Stack>
      </Columns>
    </Page>
  );
};

const SAID: Record<Connection, string> = {
  connecting: words.campaigns.connecting,
  live: words.campaigns.live,
  lost: words.campaigns.lost,
  over: words.campaigns.over,
};

const Live = ({ connection }: { connection: Connection }) => (
  <span className={styles.live} role="status">
    {connection === "lost" ? <Unplug size={14} aria-hidden /> : <Radio size={14} aria-hidden />}
    {SAID[connection]}
  </span>
);

/** Shows why the campaign is not dialling, above everything else. */
const Reason = ({ campaign, progress }: { campaign: Campaign; progress: CampaignProgress }) => {
  const { state, waiting_until: until, budget_wait: shortage } = progress;
  const { pause, failure_reason: failure } = campaign;
  const nameOf = useActors();
  if (state === "failed" && failure)
    return (
      <Notice tone="bad" title={words.campaigns.stoppedByItself} isUrgent>
        {failure}
      </Notice>
    );
  if (state === "paused" && pause?.event === "breaker_tripped")
    return (
      <Notice tone="bad" title={words.campaigns.pausedByItself} isUrgent>
        {describeDecision(pause)} ({formatMoment(pause.at)})
      </Notice>
    );
  if (state === "paused" && pause)
    return <Notice tone="warn" title={words.campaigns.pausedBy(nameOf(pause.actor), formatMoment(pause.at))} />;
  if (state === "running" && shortage) return <BudgetReason shortage={shortage} wait={readBudgetWait(progress)} />;
  if (state === "running" && until)
    return (
      <Notice tone="calm" title={words.campaigns.waitsTitle(formatMoment(until))}>
        {words.campaigns.waitsText}
      </Notice>
    );
  return null;
};

/** Says which budget keeps it from dialling, until when, and where it is changed. */
const BudgetReason = ({ shortage, wait }: { shortage: string; wait: BudgetWait | null }) => {
  const { budgetTitle, waitsTitle, waitEnds, toBudgets } = words.campaigns;
  return (
    <Notice tone="warn" title={wait?.endsBy === "renewal" ? waitsTitle(formatMoment(wait.at)) : budgetTitle}>
      {describeShortage(shortage)}. {wait && waitEnds[wait.endsBy]}{" "}
      {!isBudgetOfCampaign(shortage) && <Link to="/usage">{toBudgets}</Link>}
    </Notice>
  );
};

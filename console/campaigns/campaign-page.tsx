import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { omitUnset } from "../search-params.ts";
import { Card } from "../ui/card.tsx";
import { Problem } from "../ui/form.tsx";
import { Radio, Unplug } from "../ui/icons.ts";
import { Notice } from "../ui/notice.tsx";
import { Columns, Page, Stack } from "../ui/page.tsx";
import { Shares } from "../ui/shares.tsx";
import { formatInstant } from "../words/format.ts";
import { words } from "../words/words.ts";
import { Attempts } from "./attempts.tsx";
import { ByVersion } from "./by-version.tsx";
import { CallingWindow } from "./calling-window.tsx";
import { CampaignCommands } from "./campaign-commands.tsx";
import { CampaignFacts } from "./campaign-facts.tsx";
import { CampaignFigures } from "./campaign-figures.tsx";
import { CampaignLog } from "./campaign-log.tsx";
import { campaignQuery, pastProgressQuery, progressQuery } from "./campaign-queries.ts";
import { CampaignReason } from "./campaign-reason.tsx";
import { CampaignTime } from "./campaign-time.tsx";
import styles from "./campaigns.module.css";
import { JoinedByDay } from "./joined-by-day.tsx";
import { Journey } from "./journey.tsx";
import { Occurrences } from "./occurrences.tsx";
import { OneContact } from "./one-contact.tsx";
import { Outcomes } from "./outcomes.tsx";
import { computeShares } from "./progress-shares.tsx";
import { RecentCalls } from "./recent-calls.tsx";
import { StateBadge } from "./state-badge.tsx";
import { type Connection, useLiveProgress } from "./use-live-progress.ts";
import { WhatIf } from "./what-if.tsx";

const route = getRouteApi("/shell/campaigns/$campaignId");

export const CampaignPage = () => {
  const { campaignId } = route.useParams();
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { data: progress } = useSuspenseQuery(progressQuery(campaignId));
  const connection = useLiveProgress(campaignId, progress.state);
  const { as_of: asOf } = route.useSearch();
  const past = usePast(campaignId, asOf);
  const shown = past.data ?? progress;
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
      <CampaignReason campaign={campaign} progress={progress} />
      {progress.state !== "draft" && <CampaignTime campaign={campaign} asOf={asOf} onChoose={past.choose} />}
      {past.error && <Problem error={past.error} />}
      {past.data && (
        <Notice tone="calm" title={words.campaigns.timeShown(formatInstant(past.data.as_of))}>
          {words.campaigns.states[past.data.state]}
        </Notice>
      )}
      <CampaignFigures campaign={campaign} progress={shown} />
      <Card title={words.campaigns.contacts}>
        <Shares label={words.campaigns.whereContactsAre} shares={computeShares(campaignId, shown, asOf)} />
      </Card>
      <Columns>
        <Stack>
          {campaign.recurrence !== null && <Occurrences campaignId={campaignId} />}
          {campaign.enrolment === "live" && <JoinedByDay campaignId={campaignId} isMoving={isMoving} />}
          <Journey campaign={campaign} isMoving={isMoving} />
          <ByVersion campaign={campaign} isMoving={isMoving} />
          <Attempts campaignId={campaignId} isMoving={isMoving} />
          <RecentCalls campaignId={campaignId} isMoving={isMoving} />
          {campaign.started_at !== null && <WhatIf campaign={campaign} />}
        </Stack>
        <Stack>
          <Outcomes campaignId={campaignId} isMoving={isMoving} asOf={asOf} />
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

/** What was true at the chosen instant, which is in the address; no data: the moment is shown. */
const usePast = (campaignId: number, asOf: string | undefined) => {
  const navigate = useNavigate({ from: "/campaigns/$campaignId" });
  const { data, error } = useQuery({ ...pastProgressQuery(campaignId, asOf), placeholderData: keepPreviousData });
  const choose = useCallback(
    (chosen: string | undefined) => void navigate({ search: omitUnset({ as_of: chosen }), replace: true }),
    [navigate],
  );
  return { data: asOf === undefined ? undefined : data, error: asOf === undefined ? null : error, choose };
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

import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callApi } from "../api/client.ts";
import type { Run } from "../api/routes.ts";
import { formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { agentsQuery, versionOfCallQuery } from "./call-queries.ts";
import styles from "./calls.module.css";

export const linkClass = styles.link;

/** Leads to an agent, by its name. */
export const AgentLink = ({ id }: { id: number }) => {
  const { data: agents } = useQuery(agentsQuery);
  return (
    <Link to="/agents/$agentId" params={{ agentId: id }} className={styles.link}>
      {agents?.find((agent) => agent.id === id)?.name ?? `#${id}`}
    </Link>
  );
};

/** Leads to the version of the agent that a call ran with, beside the present one. */
export const VersionLink = ({ call }: { call: Run }) => {
  const { data } = useQuery(versionOfCallQuery(call));
  if (!data) return NOTHING;
  const { version_number: version } = data;
  return (
    <Link to="/agents/$agentId" params={{ agentId: call.workflow_id }} search={{ version }} className={styles.link}>
      {words.agents.version(formatWhole(version))}
    </Link>
  );
};

const campaignQuery = (id: number | null) =>
  queryOptions({
    queryKey: ["campaign", id, "name"],
    queryFn: () => callApi("GET /campaigns/{campaign_id}", { params: { campaign_id: id ?? 0 } }),
    enabled: id !== null,
  });

/** Leads to a campaign, by its name. */
export const CampaignLink = ({ id }: { id: number }) => {
  const { data: campaign } = useQuery(campaignQuery(id));
  return (
    <Link to="/campaigns/$campaignId" params={{ campaignId: id }} className={styles.link}>
      {campaign?.name ?? `#${id}`}
    </Link>
  );
};

/** Says which of how many attempts a campaign's call is, and leads to all of them. */
export const AttemptLink = ({ call }: { call: Run }) => {
  const { data: campaign } = useQuery(campaignQuery(call.campaign_id));
  if (call.campaign_id === null || call.called_number === null) return formatWhole(call.attempt);
  // The campaign may have allowed more attempts when this one was made.
  const most = Math.max(call.attempt, 1 + (campaign?.retry_config.enabled ? campaign.retry_config.max_retries : 0));
  return (
    <Link to="/calls" search={{ campaign: call.campaign_id, number: call.called_number }} className={styles.link}>
      {campaign ? words.calls.attemptOf(formatWhole(call.attempt), formatWhole(most)) : formatWhole(call.attempt)}
    </Link>
  );
};

/** Leads to all calls to a number. */
export const CallsWith = ({ number }: { number: string }) => (
  <Link to="/calls" search={{ number }} className={styles.link}>
    {number}
  </Link>
);

/** Leads to everything that happened with the person at a number. */
export const PersonLink = ({ number }: { number: string }) => (
  <Link to="/person" search={{ number }} className={styles.link}>
    {words.person.everything}
  </Link>
);

/** Leads to a call's workflow in the Temporal UI, in another tab. */
export const WorkflowLink = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noreferrer" className={styles.link}>
    {words.calls.inTemporal}
  </a>
);

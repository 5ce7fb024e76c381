import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callApi } from "../api/client.ts";
import { agentsQuery } from "./call-queries.ts";
import styles from "./calls.module.css";

/** Leads to an agent, by its name. */
export const AgentLink = ({ id }: { id: number }) => {
  const { data: agents } = useQuery(agentsQuery);
  return (
    <Link to="/agents/$agentId" params={{ agentId: id }} className={styles.link}>
      {agents?.find((agent) => agent.id === id)?.name ?? `#${id}`}
    </Link>
  );
};

/** Leads to a campaign, by its name. */
export const CampaignLink = ({ id }: { id: number }) => {
  const { data: campaign } = useQuery({
    queryKey: ["campaign", id, "name"],
    queryFn: () => callApi("GET /campaigns/{campaign_id}", { params: { campaign_id: id } }),
  });
  return (
    <Link to="/campaigns/$campaignId" params={{ campaignId: id }} className={styles.link}>
      {campaign?.name ?? `#${id}`}
    </Link>
  );
};

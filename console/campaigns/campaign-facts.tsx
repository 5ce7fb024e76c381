import { Link } from "@tanstack/react-router";
import type { Campaign } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/page.tsx";
import { moment, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";

export const CampaignFacts = ({ campaign }: { campaign: Campaign }) => {
  const { parent_campaign_id: parent, redialed_campaign_id: child } = campaign;
  const other = (id: number) => (
    <Link to="/campaigns/$campaignId" params={{ campaignId: id }}>
      #{id}
    </Link>
  );
  return (
    <Card title={words.campaigns.about2}>
      <Facts
        facts={[
          [words.campaigns.agent, campaign.workflow_name],
          [words.campaigns.carrier, campaign.telephony_configuration_name ?? NOTHING],
          [words.campaigns.startedAt, moment(campaign.started_at)],
          [
            words.campaigns.consent,
            campaign.consent_attested_at ? moment(campaign.consent_attested_at) : words.campaigns.consentNone,
          ],
          [words.campaigns.retries, campaign.retry_config.enabled ? campaign.retry_config.max_retries : 0],
          ...(parent ? [[words.campaigns.parent, other(parent)] as const] : []),
          ...(child ? [[words.campaigns.child, other(child)] as const] : []),
        ]}
      />
    </Card>
  );
};

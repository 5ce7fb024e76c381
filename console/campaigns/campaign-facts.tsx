import type { Campaign } from "../api/routes.ts";
import { CampaignLink } from "../calls/named-links.tsx";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/page.tsx";
import { formatMoment, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";

export const CampaignFacts = ({ campaign }: { campaign: Campaign }) => {
  const { parent_campaign_id: parent, redialed_campaign_id: child } = campaign;
  return (
    <Card title={words.campaigns.about2}>
      <Facts
        facts={[
          [words.campaigns.agent, campaign.workflow_name],
          [words.campaigns.carrier, campaign.telephony_configuration_name ?? NOTHING],
          [words.campaigns.startedAt, formatMoment(campaign.started_at)],
          [
            words.campaigns.consent,
            campaign.consent_attested_at ? formatMoment(campaign.consent_attested_at) : words.campaigns.consentNone,
          ],
          [words.campaigns.retries, campaign.retry_config.enabled ? campaign.retry_config.max_retries : 0],
          ...(parent ? [[words.campaigns.parent, <CampaignLink key="parent" id={parent} />] as const] : []),
          ...(child ? [[words.campaigns.child, <CampaignLink key="child" id={child} />] as const] : []),
        ]}
      />
    </Card>
  );
};

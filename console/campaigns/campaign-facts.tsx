import { Link } from "@tanstack/react-router";
import type { Campaign } from "../api/routes.ts";
import { AgentLink, CampaignLink, linkClass } from "../calls/named-links.tsx";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/page.tsx";
import { formatMoment, formatMoney, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { describeMoment } from "./campaign-dates.ts";

export const CampaignFacts = ({ campaign }: { campaign: Campaign }) => {
  const {
    budget,
    back_fill: backFill,
    back_filled_by: backFilledBy,
    parent_campaign_id: parent,
    redialed_campaign_id: child,
  } = campaign;
  return (
    <Card title={words.campaigns.about2}>
      <Facts
        facts={[
          [words.campaigns.agent, <AgentOf key="agent" campaign={campaign} />],
          [words.rehearsals.campaignRehearsed, <RehearsalOf key="rehearsal" campaign={campaign} />],
          [words.campaigns.carrier, <CarrierOf key="carrier" campaign={campaign} />],
          ...(campaign.starts_at ? [[words.campaigns.startsAt, describeMoment(campaign.starts_at)] as const] : []),
          ...(campaign.ends_at ? [[words.campaigns.endsAt, describeMoment(campaign.ends_at)] as const] : []),
          ...(campaign.recurrence
            ? [[words.campaigns.rule, `${campaign.recurrence.rule} (${campaign.recurrence.timezone})`] as const]
            : []),
          ...(campaign.recurs_campaign_id
            ? [[words.campaigns.madeBy, <CampaignLink key="made by" id={campaign.recurs_campaign_id} />] as const]
            : []),
          ...(campaign.segment ? [[words.campaigns.segment, campaign.segment.name] as const] : []),
          ...(campaign.enrolment === "live" ? [[words.campaigns.whoJoins, sayWhoJoins(campaign)] as const] : []),
          ...(campaign.order === "newest" ? [[words.campaigns.order, words.campaigns.orders.newest] as const] : []),
          ...(campaign.order_by === null ? [] : [[words.campaigns.order, campaign.order_by] as const]),
          ...(campaign.daily_quota === null ? [] : [[words.campaigns.dailyQuota, campaign.daily_quota] as const]),
          ...(campaign.text_workflow_id === null
            ? []
            : [
                [words.organization.textsAnsweredBy, <AgentLink key="texts" id={campaign.text_workflow_id} />] as const,
              ]),
          [words.campaigns.startedAt, formatMoment(campaign.started_at)],
          [
            words.campaigns.consent,
            campaign.consent_attested_at ? formatMoment(campaign.consent_attested_at) : words.campaigns.consentNone,
          ],
          [words.campaigns.retries, campaign.retry_config.enabled ? campaign.retry_config.max_retries : 0],
          ...(budget ? [[words.campaigns.budget, formatMoney(budget.total_minor, budget.currency)] as const] : []),
          ...(parent ? [[words.campaigns.parent, <CampaignLink key="parent" id={parent} />] as const] : []),
          ...(backFill
            ? [[words.campaigns.backFillOf, <CampaignLink key="of" id={backFill.campaign_id} />] as const]
            : []),
          ...backFilledBy.map((id) => [words.campaigns.backFilledBy, <CampaignLink key={id} id={id} />] as const),
          ...(child ? [[words.campaigns.child, <CampaignLink key="child" id={child} />] as const] : []),
        ]}
      />
    </Card>
  );
};

const sayWhoJoins = ({ enrolment_ended_at: endedAt }: Campaign): string =>
  endedAt === null ? words.campaigns.joinsLive : words.campaigns.joinedUntil(formatMoment(endedAt));

const AgentOf = ({ campaign: { workflow_id: agentId, workflow_name: name } }: { campaign: Campaign }) => (
  <Link to="/agents/$agentId" params={{ agentId }} className={linkClass}>
    {name}
  </Link>
);

/** Whether the version that is dialled was rehearsed, how, and when. */
const RehearsalOf = ({ campaign: { workflow_id: agentId, rehearsal } }: { campaign: Campaign }) =>
  rehearsal ? (
    <Link
      to="/agents/$agentId/rehearsals/$rehearsalId"
      params={{ agentId, rehearsalId: rehearsal.rehearsal_id }}
      className={linkClass}
    >
      {words.rehearsals.campaignWas(
        rehearsal.passed ? words.rehearsals.passed : words.rehearsals.notPassed,
        formatMoment(rehearsal.ended_at),
      )}
    </Link>
  ) : (
    <Link to="/agents/$agentId/rehearsals" params={{ agentId }} className={linkClass}>
      {words.rehearsals.campaignNotRehearsed}
    </Link>
  );

const CarrierOf = ({ campaign }: { campaign: Campaign }) => {
  const { telephony_configuration_id: carrierId, telephony_configuration_name: name } = campaign;
  return carrierId === null ? (
    NOTHING
  ) : (
    <Link to="/carriers/$carrierId" params={{ carrierId }} className={linkClass}>
      {name ?? `#${carrierId}`}
    </Link>
  );
};

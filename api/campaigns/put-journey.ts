import { isDeepStrictEqual } from "node:util";
import { isCampaignOver } from "../../domain/campaign/campaign-states.rules.ts";
import { type JourneyStep, journeySteps } from "../../domain/journey/journey.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { recordDecision } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { addJourneyVersion, findJourneyVersion } from "../../infra/postgres/journey/journey-versions.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { campaignNotFound, commandRefused } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { readJourneyAnswer } from "./get-journey.ts";
import type { journeyBody } from "./journey.schemas.ts";
import { requireStepsReady } from "./require-steps-ready.ts";

type Input = OperationInput<{ params: typeof campaignParams; body: typeof journeyBody }>;

/** Keeps what follows a campaign's calls as a new version; the same steps again are the version that is there. */
export const putJourney = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    const campaign = await lockCampaignRow(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    requireOwnEnvironment(context.actor, campaign, "campaign");
    if (isCampaignOver(campaign.state))
      throw commandRefused(`A ${campaign.state} campaign calls nobody any more, so nothing follows: clone it`);
    await keepJourney(context, tx, { campaign, steps: body.steps });
    return readJourneyAnswer(tx, campaign.id);
  });

/** Keeps steps of a locked campaign as its newest version, unless they are that already; refuses what is not ready. */
export const keepJourney = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { campaign, steps: given }: { campaign: Campaign; steps: readonly JourneyStep[] },
): Promise<void> => {
  await requireStepsReady(context, tx, { campaign, steps: given });
  const before = await findJourneyVersion(tx, campaign.id);
  // As it is stored, without fields that are not given.
  const steps: JourneyStep[] = journeySteps.parse(JSON.parse(JSON.stringify(given)));
  const isChanged = before ? !isDeepStrictEqual(before.steps, steps) : steps.length > 0;
  if (isChanged) await write(context, tx, { campaign, steps });
};

const write = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { campaign, steps }: { campaign: Campaign; steps: readonly JourneyStep[] },
): Promise<void> => {
  const { version } = await addJourneyVersion(tx, campaign, { steps, createdBy: actor.userId });
  await recordDecision(tx, campaign, {
    level: "info",
    event: "journey_changed",
    message:
      steps.length === 0
        ? "Nothing follows its calls any more"
        : `Version ${version} of its journey has ${steps.length} steps`,
    actor: formatActor(actor),
    details: { journey_version: version, steps: steps.map(({ id, do: kind }) => ({ id, do: kind })) },
  });
};

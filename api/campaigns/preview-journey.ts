import { fillStepText } from "../../application/journey/step-work.ts";
import { readZonesKey } from "../../domain/contact/contact-zones.ts";
import type { JourneyStep } from "../../domain/journey/journey.ts";
import { previewJourney } from "../../domain/journey/preview-journey.ts";
import { showClock } from "../../domain/time/clock-time.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import { findJourneyVersion } from "../../infra/postgres/journey/journey-versions.repository.ts";
import { listPeopleToPreview } from "../../infra/postgres/journey/previewed-people.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import type { journeyPreviewBody } from "./journey.schemas.ts";
import { requireStepsReady } from "./require-steps-ready.ts";

type Input = OperationInput<{ params: typeof campaignParams; body: typeof journeyPreviewBody }>;

/** Says what would follow for people whom the campaign calls, or who are in its list before it begins. */
export const previewCampaignJourney = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    const campaign = await findCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    requireOwnEnvironment(context.actor, campaign, "campaign");
    if (body.steps) await requireStepsReady(context, tx, { campaign, steps: body.steps });
    const now = context.clock.now();
    const steps = body.steps ?? (await findJourneyVersion(tx, campaign.id))?.steps ?? [];
    const { fallbackZone } = await readCampaignHours(tx, campaign, now);
    const ending = {
      outcome: body.outcome,
      disposition: body.disposition ?? null,
      answeredBy: body.answered_by ?? null,
      variables: body.variables ?? {},
    };
    const people = await listPeopleToPreview(tx, campaign, body.limit);
    return {
      people: people.map((person) => {
        const zone = readZonesKey(person.timezone, fallbackZone)[0] ?? "UTC";
        const run = { gathered_context: ending.variables, outcome: ending.outcome, disposition: ending.disposition };
        return {
          contact_id: person.contact_id,
          phone_number: person.phone_number,
          name: person.name,
          timezone: zone,
          blocked: person.is_listed ? "the number is on the do-not-call list" : null,
          steps: previewJourney(steps, ending, { fromMs: now.getTime(), zone }).map(({ step, atMs, mayFollow }) => ({
            id: step.id,
            do: step.do,
            at: new Date(atMs),
            local: showClock(zone, atMs),
            says: sayOf(step, { contact: person, run }),
            may_follow: mayFollow,
          })),
        };
      }),
    };
  });

const sayOf = (step: JourneyStep, known: Parameters<typeof fillStepText>[1]): string | null =>
  "text" in step ? fillStepText(step.text, known) : null;

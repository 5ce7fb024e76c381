import { readRunDetection, toAnswerer } from "../../domain/answerer/answered-by.rules.ts";
import { readZonesKey } from "../../domain/contact/contact-zones.ts";
import { type CallEnding, chooseNextStep } from "../../domain/journey/choose-step.ts";
import type { JourneyStep } from "../../domain/journey/journey.ts";
import { readWait } from "../../domain/journey/read-wait.ts";
import type { JourneyVersion } from "../../domain/journey/step-in-force.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { CampaignContact } from "../../infra/postgres/campaign/campaign-contact.entity.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { enterStep } from "../../infra/postgres/journey/journey-steps.repository.ts";
import { recordJourneyStep } from "../../infra/postgres/journey/journey-timeline.ts";

export type EndedRun = Pick<
  CallRun,
  "outcome" | "disposition" | "answered_by" | "answer_evidence" | "gathered_context"
>;

/** How a call ended, as steps ask for it; absent: the run was removed, and the contact alone says what came of it. */
export const readEnding = (run: EndedRun | undefined, contact: Pick<CampaignContact, "last_outcome">): CallEnding => {
  const detection = run ? readRunDetection(run) : null;
  const isPerson = run?.answer_evidence?.person_came === true;
  return {
    outcome: run?.outcome ?? contact.last_outcome,
    disposition: run?.disposition ?? null,
    answeredBy: isPerson ? "person" : detection && toAnswerer(detection),
    variables: run?.gathered_context ?? {},
  };
};

/** The zone on whose clock a person's waits are read. */
export const readZoneOf = async (
  tx: OrganizationTransaction,
  { campaign, contact, now }: { campaign: Campaign; contact: Pick<CampaignContact, "timezone">; now: Date },
): Promise<string> => {
  const { fallbackZone } = await readCampaignHours(tx, campaign, now);
  return readZonesKey(contact.timezone, fallbackZone)[0] ?? "UTC";
};

interface Leaving {
  campaign: Campaign;
  contact: CampaignContact;
  journey: JourneyVersion;
  /** The step that is behind the person; null: the campaign's own call. */
  after: JourneyStep | null;
  ending: CallEnding;
  runId: number | null;
  now: Date;
}

/** Puts a person at the step that follows, if any, in a locked campaign. */
export const goOn = async (
  tx: OrganizationTransaction,
  { campaign, contact, journey, after, ending, runId, now }: Leaving,
): Promise<void> => {
  const next = chooseNextStep(journey.steps, after, ending);
  if (next === null) return;
  const zone = await readZoneOf(tx, { campaign, contact, now });
  const row = await enterStep(tx, {
    organizationId: campaign.organization_id,
    campaignId: campaign.id,
    campaignContactId: contact.id,
    phoneNumber: contact.phone_number,
    version: journey.version,
    step: next.id,
    cameFrom: after?.id ?? null,
    runId,
    dueAt: new Date(readWait(next.wait, { fromMs: now.getTime(), zone })),
    most: next.most ?? 1,
  });
  await recordJourneyStep(tx, campaign, {
    row,
    event: row.state === "skipped" ? "journey_step_skipped" : "journey_step_waits",
    kind: next.do,
    reason: row.reason,
  });
};

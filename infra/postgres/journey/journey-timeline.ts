import type { JourneyStep } from "../../../domain/journey/journey.ts";
import type { OrganizationTransaction } from "../database.ts";
import { appendEntry } from "../record/append-entry.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { JourneyStepRow } from "./journey-step.entity.ts";

type NamedCampaign = { id: number; organization_id: number; name: string; agent_id: number };

const SAYINGS = {
  journey_step_waits: "waits",
  journey_step_begun: "is done now",
  journey_step_done: "is done",
  journey_step_skipped: "is left out",
  journey_step_failed: "could not be done",
  journey_step_unclear: "may have been done",
  journey_step_ended: "is not done any more",
} as const;
export type JourneyEvent = keyof typeof SAYINGS;

/** Tells on the timeline, beside the call that led to a step, what became of it; returns the event's id. */
export const recordJourneyStep = (
  tx: OrganizationTransaction,
  campaign: NamedCampaign,
  {
    row,
    event,
    kind,
    reason,
    details,
  }: {
    row: JourneyStepRow;
    event: JourneyEvent;
    kind?: JourneyStep["do"] | undefined;
    reason?: string | null;
    details?: object;
  },
): Promise<number> =>
  recordTimeline(tx, {
    organizationId: campaign.organization_id,
    kind: "campaign",
    actor: "system",
    summary: `${campaign.name}: the step ${row.step} ${SAYINGS[event]}${reason ? `: ${reason}` : ""}`,
    payload: {
      campaign_id: campaign.id,
      event,
      step: row.step,
      ...(kind && { do: kind }),
      contact: row.campaign_contact_id,
      pass: row.pass,
      ...(event === "journey_step_waits" && { until: row.due_at.toISOString() }),
      ...(reason && { reason }),
      ...details,
    },
    agentId: campaign.agent_id,
    runId: row.run_id,
    campaignId: campaign.id,
  });

/** Adds to the organization's record that a step is carried out: before anybody outside is asked. */
export const recordIntention = (
  tx: OrganizationTransaction,
  campaign: NamedCampaign,
  { row, kind, phoneNumber }: { row: JourneyStepRow; kind: JourneyStep["do"]; phoneNumber: string },
): Promise<void> =>
  appendEntry(tx, {
    organizationId: campaign.organization_id,
    kind: "campaign.decided",
    actor: "system",
    phoneNumber,
    facts: {
      campaign: campaign.id,
      event: "journey_step",
      details: { contact: row.campaign_contact_id, step: row.step, pass: row.pass, do: kind, version: row.version },
    },
  });

import { fillVariables } from "../../domain/agent/agent-definition.ts";
import { chooseAgentVersion, isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import { createCuttingBudget } from "../../domain/agent/value-budget.ts";
import { readEndOf } from "../../domain/campaign/zone-windows.ts";
import type { StepOf } from "../../domain/journey/journey.ts";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { CampaignContact } from "../../infra/postgres/campaign/campaign-contact.entity.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import { changeFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { JourneyStepRow } from "../../infra/postgres/journey/journey-step.entity.ts";
import { beginSteps } from "../../infra/postgres/journey/journey-steps.repository.ts";
import { recordJourneyStep } from "../../infra/postgres/journey/journey-timeline.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { openRequest } from "../request/open-request.ts";

/** A person at a step that is due, in a locked campaign. */
export interface DueStep {
  campaign: Campaign;
  contact: CampaignContact;
  run: CallRun | undefined;
  row: JourneyStepRow;
  now: Date;
}

/** What a step in a transaction has come to. `calling`: the call's end settles it. */
export type StepResult =
  | { kind: "done"; request?: RequestRow }
  | { kind: "calling" }
  | { kind: "skipped"; reason: string; ends?: true };

/** Values of a person are cut after so many characters in all. */
const MOST_OF_VALUES = 5_000;

/** Fills the variables of a step's text with what is known of the person and of the last call. */
export const fillStepText = (
  text: string,
  {
    contact,
    run,
  }: {
    contact: Pick<CampaignContact, "attributes" | "name" | "phone_number">;
    run: Pick<CallRun, "gathered_context" | "outcome" | "disposition"> | undefined;
  },
): string =>
  fillVariables(
    text,
    {
      ...contact.attributes,
      ...run?.gathered_context,
      name: contact.name,
      phone_number: contact.phone_number,
      outcome: run?.outcome,
      disposition: run?.disposition,
    },
    createCuttingBudget(MOST_OF_VALUES),
  );

/**
 * Makes the contact due in the campaign's own queue: claim, admission and hand-over are those of every call, so every rule holds for it
 * and it is dialled once.
 */
export const callAgain = async (
  tx: OrganizationTransaction,
  { campaign, contact, row, now }: DueStep,
  step: StepOf<"call">,
): Promise<StepResult> => {
  if (contact.state !== "finished")
    return { kind: "skipped", reason: "the campaign calls this person already", ends: true };
  const agentId = step.workflow_id ?? campaign.agent_id;
  const chosen = chooseAgentVersion(await findAgent(tx, agentId), "published");
  if (isAgentObstacle(chosen)) return { kind: "skipped", reason: chosen.sentence };
  const hours = await readCampaignHours(tx, campaign, now);
  if (now.getTime() >= readEndOf(hours, contact.timezone))
    return { kind: "skipped", reason: "the campaign's end came before" };
  await tx
    .updateTable("campaign_contacts")
    .set({
      state: "waiting_retry",
      // Whoever waits for another call counts as such by it.
      retries: contact.retries + 1,
      next_attempt_at: now,
      journey_step_id: row.id,
      journey_agent_id: agentId === campaign.agent_id ? null : agentId,
    })
    .where("id", "=", contact.id)
    .execute();
  await beginSteps(tx, [row.id], "calling");
  await changeFigures(
    tx,
    campaign.id,
    { finished: -1, unreached: contact.answered ? 0 : -1, waiting_retry: 1 },
    { contacts: { ids: [contact.id], state: "waiting_retry" } },
  );
  return { kind: "calling" };
};

/** Queues an event for one webhook, with the call; it is delivered under one id, however often it is tried. */
export const tellWebhook = async (
  tx: OrganizationTransaction,
  { campaign, row }: DueStep,
  step: StepOf<"webhook">,
): Promise<StepResult> => {
  const endpoint = await tx
    .selectFrom("webhook_endpoints")
    .select(["id", "is_active"])
    .where("id", "=", step.webhook_id)
    .executeTakeFirst();
  if (!endpoint) return { kind: "skipped", reason: "the webhook was deleted" };
  if (!endpoint.is_active) return { kind: "skipped", reason: "the webhook is switched off" };
  const eventId = await recordJourneyStep(tx, campaign, { row, event: "journey_step_begun", kind: "webhook" });
  // One that is subscribed to such events gets this one already.
  await tx
    .insertInto("webhook_deliveries")
    .columns(["organization_id", "endpoint_id", "event_type", "timeline_event_id"])
    .expression((rows) =>
      rows
        .selectFrom("timeline_events as e")
        .select((e) => [
          "e.organization_id",
          e.val(endpoint.id).as("endpoint_id"),
          e.val<"campaign">("campaign").as("event_type"),
          "e.id as timeline_event_id",
        ])
        .where("e.id", "=", eventId)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom("webhook_deliveries as d")
                .select("d.id")
                .where("d.timeline_event_id", "=", eventId)
                .where("d.endpoint_id", "=", endpoint.id),
            ),
          ),
        ),
    )
    .execute();
  return { kind: "done" };
};

/** Asks the members of a channel, as a question that they find in their inbox. */
export const askChannel = async (
  tx: OrganizationTransaction,
  { campaign, contact, run, row }: DueStep,
  step: StepOf<"inbox">,
): Promise<StepResult> => {
  const channel = await tx.selectFrom("folders").select("id").where("id", "=", step.folder_id).executeTakeFirst();
  if (!channel) return { kind: "skipped", reason: "the channel was deleted" };
  const request = await openRequest(
    tx,
    {
      organizationId: campaign.organization_id,
      requestKey: `journey:${row.key}`,
      actor: `agent:${campaign.agent_id}`,
      agentId: campaign.agent_id,
      runId: run?.id ?? null,
      channelId: channel.id,
    },
    { kind: "question", subject: { text: fillStepText(step.text, { contact, run }), choices: [] } },
  );
  return { kind: "done", request };
};

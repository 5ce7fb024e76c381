import { explainNoCallBack, readCallBack } from "../../domain/campaign/asked-call-back.ts";
import { readEndOf } from "../../domain/campaign/zone-windows.ts";
import { readZonesKey } from "../../domain/contact/contact-zones.ts";
import { toHeardLanguage } from "../../domain/conversation/heard/fold-words.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { lockCalledContact, planCallBack } from "../../infra/postgres/campaign/call-back.repository.ts";
import { lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { recordDecision } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/** What a call of a campaign has told. */
interface ToldCall {
  run: Pick<
    CallRun,
    "uuid" | "name" | "agent_id" | "campaign_id" | "campaign_contact_id" | "attempt" | "outcome" | "ended_at"
  >;
  variables: Readonly<Record<string, unknown>>;
  /** BCP 47; the agent's. */
  language: string;
}

/**
 * Makes the time at which a person has asked to be called the contact's next attempt, or says on the timeline why not. Every rule of
 * admission still holds for it. Rows are locked as at the end of a call: campaign, contact, figures.
 */
export const keepCallBack = async (
  tx: OrganizationTransaction,
  { run, variables, language }: ToldCall,
  now: Date,
): Promise<void> => {
  if (run.campaign_id === null || run.campaign_contact_id === null) return;
  const place = {
    saidAtMs: (run.ended_at ?? now).getTime(),
    nowMs: now.getTime(),
    language: toHeardLanguage(language),
  };
  if (readCallBack(variables, { ...place, zone: "UTC" }).kind === "none") return;
  const campaign = await lockCampaignRow(tx, run.campaign_id);
  const contact = campaign && (await lockCalledContact(tx, run.campaign_contact_id));
  if (!campaign || !contact) return;
  const hours = await readCampaignHours(tx, campaign, now);
  const [zone = "UTC"] = readZonesKey(contact.timezone, hours.fallbackZone);
  const reading = readCallBack(variables, { ...place, zone });
  if (reading.kind === "none") return;
  const about = { run: run.uuid, contact: contact.id };
  const actor = `agent:${run.agent_id}`;
  const refusal =
    reading.kind === "ignored"
      ? reading.reason
      : explainNoCallBack({
          call: run,
          campaignState: campaign.state,
          contact,
          isAfterEnd: reading.atMs >= readEndOf(hours, contact.timezone),
        });
  if (refusal !== null || reading.kind === "ignored")
    return recordDecision(tx, campaign, {
      level: "warning",
      event: "call_back_ignored",
      message: `${run.name}: the person asked to be called back, and is not: ${refusal}`,
      actor,
      details: { ...about, reason: refusal },
    });
  const at = new Date(reading.atMs);
  await planCallBack(tx, contact, at);
  await recordDecision(tx, campaign, {
    level: "info",
    event: "call_back_planned",
    message: `${run.name}: the person is called back at ${reading.says} (${zone})`,
    actor,
    details: { ...about, at: at.toISOString(), local: reading.says, zone },
  });
};

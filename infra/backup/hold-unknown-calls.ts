import { sql } from "kysely";
import { cancelRun } from "../postgres/call/run-transitions.ts";
import { changeCampaignState } from "../postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";

/** A campaign that was running when the backup was taken: only its carrier knows whom it called afterwards. */
export interface HeldCampaign {
  organizationId: number;
  id: number;
  name: string;
  /** Contacts that it had not called, or was to call again, when the backup was taken. */
  contacts: number;
}

/** A call that waited to be dialled, or that a carrier had, when the backup was taken. */
export interface UnknownCall {
  organizationId: number;
  uuid: string;
  calledNumber: string | null;
  state: string;
}

export interface UnknownCalls {
  campaigns: HeldCampaign[];
  /** Canceled, because they may have been dialled since. */
  waiting: UnknownCall[];
  /** Not dialled again: workers ask the carrier about them when they start. */
  underWay: UnknownCall[];
}

const REASON =
  "restored from a backup: it is unknown whether this was dialled after the backup, so it is not dialled again";
const END_REASON = "restored";

/**
 * Makes sure that no restored row causes a call: the next step of a campaign or a queued call may have happened between
 * the backup and the end of the old platform. It runs in the transaction that restores the rows, so that no worker sees
 * them unchanged.
 */
export const holdUnknownCalls = async (tx: OrganizationTransaction): Promise<UnknownCalls> => {
  const underWay = await listRuns(tx, ["dialing", "ringing", "in_progress"]);
  const waiting = await cancelWaiting(tx);
  return { campaigns: await cancelCampaigns(tx), waiting, underWay };
};

const listRuns = async (tx: OrganizationTransaction, states: string[]): Promise<UnknownCall[]> => {
  const { rows } = await sql<UnknownCall>`
    select organization_id as "organizationId", uuid, called_number as "calledNumber", state from call_runs
    where state = any(${states}::text[]) and called_number is not null and mode not in ('textchat', 'smallwebrtc')
    order by id`.execute(tx);
  return rows;
};

const cancelWaiting = async (tx: OrganizationTransaction): Promise<UnknownCall[]> => {
  const waiting = await listRuns(tx, ["queued"]);
  for (const { uuid } of waiting) {
    const run = await tx.selectFrom("call_runs").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
    await cancelRun(tx, run, { endReason: END_REASON, reason: REASON });
    if (run.campaign_contact_id !== null)
      await tx
        .updateTable("campaign_contacts")
        .set({ state: "pending" })
        .where("id", "=", run.campaign_contact_id)
        .where("state", "=", "in_flight")
        .execute();
  }
  return waiting;
};

/** Includes paused campaigns, which somebody may have resumed since. */
const cancelCampaigns = async (tx: OrganizationTransaction): Promise<HeldCampaign[]> => {
  const campaigns = await tx
    .selectFrom("campaigns")
    .selectAll()
    .where("state", "in", ["running", "paused", "failed"])
    .orderBy("id")
    .execute();
  const held: HeldCampaign[] = [];
  for (const campaign of campaigns) {
    const { contacts } = await tx
      .selectFrom("campaign_contacts")
      .select((eb) => eb.fn.countAll<number>().as("contacts"))
      .where("campaign_id", "=", campaign.id)
      .where("state", "in", ["pending", "in_flight", "waiting_retry"])
      .executeTakeFirstOrThrow();
    await changeCampaignState(tx, campaign, {
      to: "canceled",
      columns: { completed_at: new Date() },
      decision: { level: "warning", event: "canceled", message: REASON, actor: "system" },
    });
    held.push({
      organizationId: campaign.organization_id,
      id: campaign.id,
      name: campaign.name,
      contacts: Number(contacts),
    });
  }
  return held;
};

import { sql } from "kysely";
import { LIVE_CALL_STATES } from "../../domain/call/call-states.rules.ts";
import { TAKES_LINE } from "../postgres/call/live-runs.ts";
import { cancelRun } from "../postgres/call/run-transitions.ts";
import { requeueContact } from "../postgres/campaign/requeue-contact.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";
import { cancelCampaigns, type DraftCampaign, type FrozenCampaign, listDrafts } from "./freeze-campaigns.ts";
import { endReplies, type FrozenReply } from "./freeze-replies.ts";
import { endRequests, type FrozenRequest } from "./freeze-requests.ts";

/** A call that waited to be dialled, or that a carrier had, when the backup was taken. */
export interface UnknownCall {
  organizationId: number;
  uuid: string;
  calledNumber: string | null;
  state: string;
}

export interface UnknownCalls {
  campaigns: FrozenCampaign[];
  /** The drafts are not changed: only a person starts them, and may have done so since. */
  drafts: DraftCampaign[];
  /** These calls are canceled, because they may have been dialled since. */
  waiting: UnknownCall[];
  /** These calls are not dialled again: workers ask the carrier about them when they start. */
  underWay: UnknownCall[];
  /** These requests are ended: the call back, or the action, may have been carried out since. */
  requests: FrozenRequest[];
  /** These replies are ended: the agent may have replied, and used tools, since. */
  replies: FrozenReply[];
}

const REASON =
  "restored from a backup: it is unknown whether this was dialled after the backup, so it is not dialled again";
const END_REASON = "restored";

/**
 * Makes sure that no restored row causes a call, or anything else outside of the platform that cannot be recognized as
 * a repetition: the next step of a campaign, a queued call, a call back, a confirmed action or the tools of a reply may
 * have happened between the backup and the end of the old platform. It runs in the transaction that restores the rows, so that no worker sees
 * them unchanged.
 */
export const freezeUnknownCalls = async (tx: OrganizationTransaction): Promise<UnknownCalls> => {
  const underWay = await listRuns(tx, LIVE_CALL_STATES);
  const waiting = await cancelWaiting(tx);
  const campaigns = await cancelCampaigns(tx, REASON);
  const drafts = await listDrafts(tx);
  return { campaigns, drafts, waiting, underWay, requests: await endRequests(tx), replies: await endReplies(tx) };
};

const listRuns = async (tx: OrganizationTransaction, states: readonly string[]): Promise<UnknownCall[]> => {
  const { rows } = await sql<UnknownCall>`
    select organization_id as "organizationId", uuid, called_number as "calledNumber", state from call_runs r
    where state = any(${[...states]}::text[]) and called_number is not null and ${TAKES_LINE}
    order by id`.execute(tx);
  return rows;
};

const cancelWaiting = async (tx: OrganizationTransaction): Promise<UnknownCall[]> => {
  const waiting = await listRuns(tx, ["queued"]);
  for (const { uuid } of waiting) {
    const run = await tx.selectFrom("call_runs").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
    await cancelRun(tx, run, { endReason: END_REASON, reason: REASON });
    await requeueContact(tx, run, null);
  }
  return waiting;
};

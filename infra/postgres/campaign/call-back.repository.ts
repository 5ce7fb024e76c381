import { sql } from "kysely";
import { CALL_BACK_VARIABLES } from "../../../domain/campaign/asked-call-back.ts";
import { CALL_BACK_PRIORITY } from "../../../domain/contact/priority.ts";
import { USUALLY_CONCLUDED_MINUTES } from "../../../domain/conversation/conclusion-wait.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { CampaignContact } from "./campaign-contact.entity.ts";
import { changeFigures } from "./figures.repository.ts";

export const lockCalledContact = (tx: OrganizationTransaction, id: number): Promise<CampaignContact | undefined> =>
  tx.selectFrom("campaign_contacts").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/**
 * Makes an instant the next attempt of a locked contact of a locked campaign. It comes before those who are not waited for, and is no
 * retry of the campaign's: the person has asked for it.
 */
export const planCallBack = async (tx: OrganizationTransaction, contact: CampaignContact, at: Date): Promise<void> => {
  await tx
    .updateTable("campaign_contacts")
    .set({
      state: "waiting_retry",
      priority: CALL_BACK_PRIORITY,
      retries: contact.retries + 1,
      call_backs: contact.call_backs + 1,
      next_attempt_at: at,
      call_back_at: at,
    })
    .where("id", "=", contact.id)
    .execute();
  await sql`
    update campaigns set contact_priorities = contact_priorities || ${CALL_BACK_PRIORITY}::integer
    where id = ${contact.campaign_id} and not contact_priorities @> array[${CALL_BACK_PRIORITY}::integer]`.execute(tx);
  const wasFinished = contact.state === "finished";
  await changeFigures(
    tx,
    contact.campaign_id,
    {
      finished: wasFinished ? -1 : 0,
      unreached: wasFinished && !contact.answered ? -1 : 0,
      waiting_retry: contact.state === "waiting_retry" ? 0 : 1,
    },
    { contacts: { ids: [contact.id], state: "waiting_retry" } },
  );
};

/** Tells whether calls of a campaign are not concluded yet in which a person may have asked to be called back. */
export const awaitsCallBacks = async (tx: OrganizationTransaction, campaignId: number): Promise<boolean> => {
  const asked = CALL_BACK_VARIABLES.map((name) => `%"${name}"%`);
  const { rows } = await sql`
    select from call_runs r join conversations c on c.run_id = r.id join agent_versions v on v.id = r.agent_version_id
    where r.campaign_id = ${campaignId} and r.ended_at > now() - make_interval(mins => ${USUALLY_CONCLUDED_MINUTES}) and r.holds_conversation
      and c.concluded_at is null and v.definition::text like any(${asked}::text[])
    limit 1`.execute(tx);
  return rows.length > 0;
};

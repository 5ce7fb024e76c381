import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** Returns the zones of the campaign's contacts; '' for those whose zone is unknown. */
export const listZonesOfContacts = async (tx: OrganizationTransaction, campaignId: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom("campaign_contacts")
    .select("timezone")
    .distinct()
    .where("campaign_id", "=", campaignId)
    .execute();
  return rows.map(({ timezone }) => timezone);
};

/** Claims up to `limit` due contacts of a zone, first due first, and skips those that another claim is taking. */
export const claimDueContacts = (
  tx: OrganizationTransaction,
  { campaignId, timezone, limit }: { campaignId: number; timezone: string; limit: number },
) =>
  tx
    // The limit holds in a CTE; a subquery might run again for every row, and lock more each time.
    .with("due", (contacts) =>
      contacts
        .selectFrom("campaign_contacts")
        .select("id")
        .where("campaign_id", "=", campaignId)
        .where("timezone", "=", timezone)
        .where("state", "in", ["pending", "waiting_retry"])
        .where("waits", "=", true)
        .where("next_attempt_at", "<=", sql<Date>`now()`)
        .orderBy("next_attempt_at")
        .orderBy("id")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("campaign_contacts")
    .from("due")
    .set({ state: "in_flight" })
    .whereRef("campaign_contacts.id", "=", "due.id")
    .returningAll("campaign_contacts")
    .execute();

/** Puts contacts that this transaction has claimed back into the queue, each due at its instant. */
export const postponeContacts = async (
  tx: OrganizationTransaction,
  contacts: readonly { id: number; dueAt: Date }[],
): Promise<void> => {
  await sql`
    update campaign_contacts c set next_attempt_at = postponed.due,
      state = case when c.retries > 0 then 'waiting_retry' else 'pending' end
    from unnest(${contacts.map(({ id }) => id)}::bigint[], ${contacts.map(({ dueAt }) => dueAt)}::timestamptz[]) postponed(id, due)
    where c.id = postponed.id and c.state = 'in_flight'`.execute(tx);
};

/** Returns when the first waiting contact of a zone is due; null: none waits. */
export const findNextDueInZone = async (
  tx: OrganizationTransaction,
  campaignId: number,
  timezone: string,
): Promise<Date | null> => {
  const row = await tx
    .selectFrom("campaign_contacts")
    .select(sql<Date>`greatest(next_attempt_at, now())`.as("due"))
    .where("campaign_id", "=", campaignId)
    .where("timezone", "=", timezone)
    .where("state", "in", ["pending", "waiting_retry"])
    .where("waits", "=", true)
    .orderBy("next_attempt_at")
    .limit(1)
    .executeTakeFirst();
  return row?.due ?? null;
};

export interface ClosedContacts {
  suppressedIds: number[];
  finishedIds: number[];
  waiting: number;
  unreached: number;
}

/**
 * Closes contacts whose window never opens again, because the campaign has ended for them or for another reason: suppressed, or
 * finished when they were dialled before.
 */
export const closeZone = async (
  tx: OrganizationTransaction,
  campaignId: number,
  { timezone, hasEnded }: { timezone: string; hasEnded: boolean },
): Promise<ClosedContacts> => {
  const { rows } = await sql<ClosedContacts>`
    with waiting as materialized (
      select id, state from campaign_contacts
      where campaign_id = ${campaignId} and timezone = ${timezone} and state in ('pending','waiting_retry') and waits
      order by id for update skip locked
    ), closed as (
      update campaign_contacts c set
        -- Who was called before the campaign's end keeps the outcome of that call, which a redial asks for.
        last_outcome = case when ${hasEnded}::boolean then
          case when c.attempts = 0 then 'blocked_ended' else c.last_outcome end else 'blocked_window' end,
        state = case when c.attempts = 0 then 'suppressed' else 'finished' end
      from waiting w where c.id = w.id
      returning c.id, c.state, c.answered, w.state as state_before
    )
    select coalesce(array_agg(id) filter (where state = 'suppressed'), '{}') as "suppressedIds",
      coalesce(array_agg(id) filter (where state = 'finished'), '{}') as "finishedIds",
      count(*) filter (where state_before = 'waiting_retry') as waiting,
      count(*) filter (where state = 'finished' and not answered) as unreached
    from closed`.execute(tx);
  return rows[0] ?? { suppressedIds: [], finishedIds: [], waiting: 0, unreached: 0 };
};

import { sql } from "kysely";
import { WAITING_CONTACT_STATES } from "../../../domain/campaign/contact-states.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";
import type { CampaignContact } from "./campaign-contact.entity.ts";
import { CLOSED_STATE, type ClosedContacts } from "./close-contacts.ts";
import { IS_UNREACHED } from "./figures.repository.ts";

/** The parts of a campaign's queue: the zones of its contacts ('' for those whose zone is unknown), and their priorities. */
export interface QueueParts {
  contact_timezones: string[];
  contact_priorities: number[];
}

export const listQueueParts = async (tx: OrganizationTransaction, campaignId: number): Promise<QueueParts> => {
  const { rows } = await sql<QueueParts>`
    select coalesce(array_agg(distinct timezone), '{}') as contact_timezones,
      coalesce(array_agg(distinct priority), '{}') as contact_priorities
    from campaign_contacts where campaign_id = ${campaignId}`.execute(tx);
  return rows[0] ?? { contact_timezones: [], contact_priorities: [] };
};

interface WantedContacts {
  campaignId: number;
  timezones: readonly string[];
  priorities: readonly number[];
  limit: number;
}

/**
 * Claims up to `limit` due contacts of the zones, those of a higher priority first, then who is due first, and skips those that another
 * claim is taking. They come in this order.
 */
export const claimDueContacts = async (
  tx: OrganizationTransaction,
  { campaignId, timezones, priorities, limit }: WantedContacts,
): Promise<CampaignContact[]> => {
  const parts = priorities
    .toSorted((one, other) => other - one)
    .flatMap((priority) => timezones.map((timezone) => ({ priority, timezone })));
  if (parts.length === 0 || limit <= 0) return [];
  // Parts are looked into one after another, each by the index, until there are enough; a part behind them is not read, and nobody of it locked.
  const due = sql<{ id: number }>`(
    select waiting.id from unnest(${parts.map(({ priority }) => priority)}::integer[], ${parts.map(({ timezone }) => timezone)}::text[])
      as part(priority, timezone)
    cross join lateral (
      select c.id from campaign_contacts c
      where c.campaign_id = ${campaignId} and c.timezone = part.timezone and c.priority = part.priority
        and c.state in (${literals(WAITING_CONTACT_STATES)}) and c.waits and c.next_attempt_at <= now()
      order by c.next_attempt_at, c.queue_position, c.id limit ${limit}
      for update skip locked
    ) waiting limit ${limit})`;
  const claimed = await tx
    // The limit holds in a CTE; a subquery might run again for every row, and lock more each time.
    .with("due", () => due)
    .updateTable("campaign_contacts")
    .from("due")
    .set({ state: "in_flight" })
    .whereRef("campaign_contacts.id", "=", "due.id")
    .returningAll("campaign_contacts")
    .execute();
  return claimed.toSorted(inTurn);
};

const inTurn = (one: CampaignContact, other: CampaignContact): number =>
  other.priority - one.priority ||
  compareDue(one, other) ||
  one.queue_position - other.queue_position ||
  one.id - other.id;

/** The driver reads `-infinity` as a number. */
const compareDue = (one: CampaignContact, other: CampaignContact): number => {
  const [due, otherDue] = [Number(one.next_attempt_at), Number(other.next_attempt_at)];
  return due === otherDue ? 0 : due - otherDue;
};

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

/** Returns when the first waiting contact of a zone is due, of whatever priority; null: none waits. */
export const findNextDueInZone = async (
  tx: OrganizationTransaction,
  campaignId: number,
  timezone: string,
): Promise<Date | null> => {
  const { rows } = await sql<{ due: Date | null }>`
    select greatest(min(waiting.due), now()) as due
    from campaigns cross join unnest(contact_priorities) as part(priority)
    cross join lateral (
      select c.next_attempt_at as due from campaign_contacts c
      where c.campaign_id = campaigns.id and c.timezone = ${timezone} and c.priority = part.priority
        and c.state in (${literals(WAITING_CONTACT_STATES)}) and c.waits
      order by c.next_attempt_at limit 1
    ) waiting
    where campaigns.id = ${campaignId} having count(*) > 0`.execute(tx);
  return rows[0]?.due ?? null;
};

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
      where campaign_id = ${campaignId} and timezone = ${timezone} and state in (${literals(WAITING_CONTACT_STATES)}) and waits
      order by id for update skip locked
    ), closed as (
      update campaign_contacts c set
        -- Who was called before the campaign's end keeps the outcome of that call, which a redial asks for.
        last_outcome = case when ${hasEnded}::boolean then
          case when c.attempts = 0 then 'blocked_ended' else c.last_outcome end else 'blocked_window' end,
        state = ${CLOSED_STATE}
      from waiting w where c.id = w.id
      returning c.id, c.state, c.answered, w.state as state_before
    )
    select coalesce(array_agg(id) filter (where state = 'suppressed'), '{}') as "suppressedIds",
      coalesce(array_agg(id) filter (where state = 'finished'), '{}') as "finishedIds",
      count(*) filter (where state_before = 'waiting_retry') as waiting,
      count(*) filter (where ${IS_UNREACHED}) as unreached
    from closed`.execute(tx);
  return rows[0] ?? { suppressedIds: [], finishedIds: [], waiting: 0, unreached: 0 };
};

import { type RawBuilder, sql } from "kysely";
import type { StepAtInstant } from "../../../domain/campaign/campaign-as-of.rules.ts";
import type { ContactState } from "../../../domain/campaign/contact-states.rules.ts";
import { buildContactCondition } from "../contact/matching-contacts.ts";
import type { OrganizationTransaction } from "../database.ts";
import { type Cell, summarizeCells } from "./campaign-summary.repository.ts";

/** An instant of the past of a campaign; `asOf` is ISO 8601, to the microsecond. */
export interface CampaignInstant {
  campaignId: number;
  asOf: string;
}

interface InstantReading {
  isFuture: boolean;
  isBefore: boolean;
  createdAt: Date;
  step: StepAtInstant | null;
  nextRevision: number | null;
  revision: number;
}

/**
 * Reads the newest step up to an instant with what stands around it. Whoever writes a step at this moment is waited for, so that an
 * instant that is over has one answer for ever.
 */
export const readInstant = async (
  tx: OrganizationTransaction,
  { campaignId, asOf }: CampaignInstant,
): Promise<InstantReading | undefined> => {
  if (Date.parse(asOf) > Date.now() - LONGEST_CHANGE_MS) await awaitSteps(tx, campaignId);
  const { rows } = await sql<InstantReading>`
    select ${asOf}::timestamptz > clock_timestamp() as "isFuture", ${asOf}::timestamptz < c.created_at as "isBefore",
      c.created_at as "createdAt", f.revision, to_jsonb(s) as step, n.revision as "nextRevision"
    from campaigns c join campaign_figures f on f.campaign_id = c.id
      left join lateral (
        select total, suppressed, finished, dialled, answered, unreached, in_flight, waiting_retry, attempts, revision,
          kept_revision, campaign_state
        from campaign_steps where campaign_id = c.id and at <= ${asOf}::timestamptz order by at desc, id desc limit 1
      ) s on true
      left join lateral (
        select revision from campaign_steps where campaign_id = c.id and at > ${asOf}::timestamptz order by at, id limit 1
      ) n on true
    where c.id = ${campaignId}`.execute(tx);
  return rows[0];
};

/** No transaction that changes a campaign takes so long; clocks of servers may differ by a part of it. */
const LONGEST_CHANGE_MS = 300_000;

/** Waits for whoever holds the row of the figures, and frees it again at once: reading a large campaign must not keep it from dialling. */
const awaitSteps = async (tx: OrganizationTransaction, campaignId: number): Promise<void> => {
  await sql`savepoint steps`.execute(tx);
  await sql`select from campaign_figures where campaign_id = ${campaignId} for share`.execute(tx);
  await sql`rollback to savepoint steps`.execute(tx);
  await sql`release savepoint steps`.execute(tx);
};

/**
 * `foldContact` for the contacts that `chosen` selects, `where` among their steps; one that no step names is what its row says. The newest
 * of a contact's steps is the largest array that begins with its id: no step has to be sorted, of which a large campaign has millions.
 */
const pastContacts = (
  { campaignId, asOf }: CampaignInstant,
  { chosen, where }: { chosen: RawBuilder<unknown>; where: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`
  chosen as (${chosen}), folded as (
    select contact_id,
      max(array[lpad(id::text, 19, '0'), contact_state, due_at::text] collate "C")
        filter (where is_past and contact_state is not null) as moved,
      (max(array[lpad(id::text, 19, '0'), outcome] collate "C") filter (where is_past and outcome is not null))[2] as last_outcome,
      coalesce(bool_or(has_answered) filter (where is_past), false) as answered,
      count(*) filter (where is_past and is_accepted)::int as attempts
    from (
      select contact_id, id, at <= ${asOf}::timestamptz as is_past, contact_state, outcome, has_answered, due_at, is_accepted
      from campaign_steps cross join unnest(contact_ids) as contact_id where campaign_id = ${campaignId} and ${where}
    ) changes group by contact_id
  ), past as (
    select c.id, c.contact_id, c.phone_number, c.name,
      case when f.contact_id is null then c.attempts else f.attempts end as attempts,
      case when f.contact_id is null then c.last_outcome else f.last_outcome end as last_outcome,
      case when f.moved[2] = 'waiting_retry' then f.moved[3]::timestamptz end as next_attempt_at,
      case when f.contact_id is null and c.state <> 'finished' then c.state
        when f.contact_id is not null and f.moved[2] is distinct from 'finished' then coalesce(f.moved[2], 'pending')
        when coalesce(f.answered, c.answered) then 'answered' else 'unreached' end as state
    from chosen c left join folded f on f.contact_id = c.id
  )`;

interface WantedPast extends CampaignInstant {
  state?: ContactState | undefined;
  q?: string | undefined;
}

/** Numbers and names are what they were: by these, contacts are chosen before their steps are read. */
const contactsNamed = ({ campaignId, asOf, q }: WantedPast): RawBuilder<unknown> => sql`
  select * from campaign_contacts where campaign_id = ${campaignId}
    and (joined_at is null or joined_at <= ${asOf}::timestamptz)
    and ${q === undefined ? sql`true` : buildContactCondition(q, "campaign_contacts")}`;

interface PastContact {
  id: number;
  contact_id: number | null;
  phone_number: string;
  name: string | null;
  attempts: number;
  last_outcome: string | null;
  next_attempt_at: Date | null;
  state: ContactState;
}

interface PastPage {
  /** One more than the page has, where there are more. */
  contacts: PastContact[];
  /** Of all pages. */
  total: number;
}

/** Lists the contacts as they were, in the order of their numbers. It reads all steps of the campaign, and by state folds them all. */
export const listPastContacts = (
  tx: OrganizationTransaction,
  { afterNumber, limit, ...page }: WantedPast & { afterNumber: string | undefined; limit: number },
): Promise<PastPage> => {
  const span = afterNumber === undefined ? sql`true` : sql`phone_number > ${afterNumber}`;
  const end = sql`order by phone_number limit ${limit}`;
  return page.state === undefined
    ? listNamed(tx, page, { span, end })
    : listInState(tx, { ...page, state: page.state }, { span, end });
};

interface PageBounds {
  span: RawBuilder<unknown>;
  end: RawBuilder<unknown>;
}

const listNamed = async (
  tx: OrganizationTransaction,
  page: WantedPast,
  { span, end }: PageBounds,
): Promise<PastPage> => {
  const ofPage = {
    chosen: sql`${contactsNamed(page)} and ${span} ${end}`,
    where: sql`contact_id in (select id from chosen)`,
  };
  const counted = sql<{ total: number }>`select count(*)::int as total from (${contactsNamed(page)}) named`;
  const { rows } = await sql<PastContact>`
    with ${pastContacts(page, ofPage)} select * from past order by phone_number`.execute(tx);
  return { contacts: rows, total: (await counted.execute(tx)).rows[0]?.total ?? 0 };
};

type InJson<Row extends { next_attempt_at: Date | null }> = Omit<Row, "next_attempt_at"> & {
  next_attempt_at: string | null;
};

const listInState = async (
  tx: OrganizationTransaction,
  page: WantedPast & { state: ContactState },
  { span, end }: PageBounds,
): Promise<PastPage> => {
  const { rows } = await sql<{ total: number; contacts: InJson<PastContact>[] }>`
    with ${pastContacts(page, { chosen: contactsNamed(page), where: sql`true` })},
      found as materialized (select * from past where state = ${page.state}),
      page as (select * from found where ${span} ${end})
    select (select count(*)::int from found) as total,
      (select coalesce(jsonb_agg(p order by p.phone_number), '[]') from page p) as contacts`.execute(tx);
  const { contacts, total } = rows[0] ?? { contacts: [], total: 0 };
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return { total, contacts: contacts.map((each) => ({ ...each, next_attempt_at: dateOf(each.next_attempt_at) })) };
};

/** Counts the contacts as they were by their attempts and by the outcome of their last call. */
export const countPastContactsByCalls = async (
  tx: OrganizationTransaction,
  instant: CampaignInstant,
): Promise<{ attempts: number; last_outcome: string | null; contacts: number }[]> => {
  const { rows } = await sql<{ attempts: number; last_outcome: string | null; contacts: number }>`
    with ${pastContacts(instant, { chosen: contactsNamed(instant), where: sql`true` })}
    select attempts, last_outcome, count(*)::int as contacts from past group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
};

/** Sums up what was known of the calls at an instant. */
export const summarizePastRuns = async (
  tx: OrganizationTransaction,
  { campaignId, asOf }: CampaignInstant,
  timezone: string,
) => {
  const { rows } = await sql<Cell>`
    with steps as materialized (
      select * from campaign_steps where campaign_id = ${campaignId} and at <= ${asOf}::timestamptz and run_id is not null
    ), told as (
      select run_id, bool_or(is_accepted) as is_accepted, max(id) filter (where not is_accepted) as newest from steps group by run_id
    ), cells as (
      select r.agent_version_id as version_id, s.outcome, s.disposition,
        case when s.outcome is not null then r.answered_by end as answered_by, s.currency,
        date_trunc('hour', case when told.is_accepted then r.carrier_accepted_at end at time zone ${timezone}) as accepted,
        count(*) as calls, coalesce(sum(s.duration_seconds), 0)::bigint as talk_seconds,
        coalesce(sum(s.duration_seconds::double precision ^ 2), 0) as talk_squares,
        coalesce(sum(s.cost_minor), 0)::bigint as cost_minor
      from told join call_runs r on r.id = told.run_id left join steps s on s.id = told.newest
      group by 1, 2, 3, 4, 5, 6
    )
    select version_id, outcome, disposition, answered_by, currency, extract(hour from accepted)::int as hour,
      to_char(accepted, 'YYYY-MM-DD') as day, calls, talk_seconds, talk_squares, cost_minor
    from cells`.execute(tx);
  return summarizeCells(tx, rows);
};

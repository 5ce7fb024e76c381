import { type RawBuilder, sql } from "kysely";
import { NUMBER_REFUSALS, type NumberRefusal } from "../../../domain/call/number-permission.rules.ts";
import { MOST_JOINERS_AT_ONCE } from "../../../domain/campaign/enrolment.ts";
import { FORBIDS_CALLS } from "../../../domain/contact/consent.rules.ts";
import { PRIORITIES } from "../../../domain/contact/priority.ts";
import { parseSegment } from "../../../domain/contact/segment.ts";
import { parseNumberClass, refuseNumberClass } from "../../../domain/number/number-kinds.rules.ts";
import { LONGEST_PREFIX, ZONES_BY_PREFIX } from "../../../domain/number/number-zones.ts";
import { CONSENT, IS_LISTED, joinPermission, readAllowedNumbers } from "../contact/number-permission.ts";
import { buildSegmentCondition } from "../contact/segment-condition.ts";
import { isWrongZone } from "../contact/wrong-zones.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Campaign } from "./campaign.entity.ts";
import { changeFigures } from "./figures.repository.ts";

/**
 * Copies the contacts of the campaign's list (or, for a redial, of its parent) into the campaign; repeating it adds
 * none. A back-fill has its contacts since it was made.
 */
export const copyContacts = async (tx: OrganizationTransaction, campaign: Campaign): Promise<void> => {
  if (campaign.back_fills_campaign_id !== null) return suppressBlocked(tx, campaign);
  if (campaign.parent_campaign_id !== null) return copyForRedial(tx, campaign);
  const blocked = await blockedAtStart(tx, campaign, sql`c.number_class`);
  await sql`
    with ${ZONES_OF_PREFIXES}
    insert into campaign_contacts (organization_id, campaign_id, contact_id, phone_number, name, timezone, attributes, priority,
      queue_position, state, last_outcome)
    select c.organization_id, ${campaign.id}, c.id, c.phone_number, c.name, ${ZONES_OF_CONTACT}, c.attributes, coalesce(c.priority, ${PRIORITIES.usual}),
      ${queuePosition(campaign, "c.id")},
      case when ${blocked} is null then 'pending' else 'suppressed' end, ${blocked}
    from contacts c ${JOIN_ZONES}
    ${joinPermission(tx, { organizationId: sql`c.organization_id`, phoneNumber: sql`c.phone_number`, environment: campaign.environment })}
    where ${isOfList(campaign, "c")}
    order by c.id
    on conflict (campaign_id, phone_number) do nothing`.execute(tx);
};

/** Returns the newest contact of a list, from which on contacts join; 0: the list is empty. */
export const findNewestContact = async (tx: OrganizationTransaction, contactListId: number | null): Promise<number> => {
  const row = await tx
    .selectFrom("contacts")
    .select((contact) => contact.fn.max<number | null>("id").as("id"))
    .where("contact_list_id", "=", contactListId)
    .executeTakeFirst();
  return row?.id ?? 0;
};

/**
 * Tells whether contacts have joined the campaign's list since it was looked at. Whoever adds contacts holds the list, so that their
 * ids ascend in the order of the commits: behind the mark nobody appears later.
 */
export const hasJoiners = async (tx: OrganizationTransaction, campaign: Campaign): Promise<boolean> => {
  const { rows } = await sql`select from contacts where ${isJoiner(campaign)} limit 1`.execute(tx);
  return rows.length > 0;
};

/** Selects the contacts of the list behind the mark, up to the last one who may join. */
const isJoiner = ({ contact_list_id: listId, enrolled_to: mark, enrolment_ends_with: last }: Campaign) => sql<boolean>`
  contact_list_id = ${listId} and id > ${mark ?? 0}::bigint and (${last}::bigint is null or id <= ${last}::bigint)`;

export interface CopiedJoiners {
  total: number;
  suppressed: number;
  suppressedByOutcome: Map<string, number[]>;
  /** The contacts of the list who were taken. */
  contactIds: number[];
}

/** Copies a page of the contacts who have joined the list of a locked live campaign; a number that the campaign has is left out. */
export const copyJoiners = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  now: Date,
): Promise<CopiedJoiners> => {
  const blocked = await blockedAtStart(tx, campaign, sql`c.number_class`);
  const { rows } = await sql<{ id: number; contactId: number; state: string; outcome: string | null }>`
    with page as materialized (
      select * from contacts where ${isJoiner(campaign)} order by id limit ${MOST_JOINERS_AT_ONCE}
    ), ${ZONES_OF_PREFIXES}, joined as (
      insert into campaign_contacts (organization_id, campaign_id, contact_id, phone_number, name, timezone, attributes, priority,
        queue_position, joined_at, state, last_outcome)
      select c.organization_id, ${campaign.id}, c.id, c.phone_number, c.name, ${ZONES_OF_CONTACT}, c.attributes,
        coalesce(c.priority, ${PRIORITIES.usual}), ${queuePosition(campaign, "c.id")}, ${now}::timestamptz,
        case when ${blocked} is null then 'pending' else 'suppressed' end, ${blocked}
      from page c ${JOIN_ZONES}
      ${joinPermission(tx, { organizationId: sql`c.organization_id`, phoneNumber: sql`c.phone_number`, environment: campaign.environment })}
      where ${isInSegmentOf(campaign, "c")}
      order by c.id
      on conflict (campaign_id, phone_number) do nothing
      returning id, contact_id, state, last_outcome, timezone, priority
    ), noted as (
      update campaigns set enrolled_to = (select max(id) from page),
        contact_timezones = (select coalesce(array_agg(distinct zone), '{}')
          from (select unnest(contact_timezones) as zone union all select timezone from joined) zones),
        contact_priorities = (select coalesce(array_agg(distinct priority), '{}')
          from (select unnest(contact_priorities) as priority union all select priority from joined) priorities)
      where id = ${campaign.id}
    )
    select id, contact_id as "contactId", state, last_outcome as outcome from joined`.execute(tx);
  const suppressed = rows.filter(({ state }) => state === "suppressed");
  const byOutcome = Map.groupBy(suppressed, ({ outcome }) => outcome ?? "");
  return {
    total: rows.length,
    suppressed: suppressed.length,
    contactIds: rows.map(({ contactId }) => contactId),
    suppressedByOutcome: new Map([...byOutcome].map(([outcome, group]) => [outcome, group.map(({ id }) => id)])),
  };
};

/** Selects the contacts of the campaign's list, as far as it calls them. */
const isOfList = (campaign: Contacts, contacts: string) => sql<boolean>`
  ${sql.ref(`${contacts}.contact_list_id`)} = ${campaign.contact_list_id ?? null} and ${isInSegmentOf(campaign, contacts)}`;

/** What was kept with the campaign was understood then; what is no longer selects nobody, rather than everybody. */
const isInSegmentOf = ({ segment, organization_id }: Contacts, contacts: string): RawBuilder<boolean> => {
  if (segment == null) return sql`true`;
  const parsed = parseSegment(segment.where);
  return parsed.ok
    ? sql`${buildSegmentCondition(parsed.segment, { contacts, organizationId: organization_id })}`
    : sql`false`;
};

/** The contacts of a list have ascending ids in the order in which they came. */
const queuePosition = ({ order }: Pick<Campaign, "order">, contactId: string) =>
  order === "newest" ? sql`coalesce(-${sql.ref(contactId)}, 0)` : sql`0`;

type Redial = Pick<Campaign, "organization_id" | "parent_campaign_id" | "redial_outcomes" | "environment">;

/**
 * Selects the contacts of a redial. A contact that is being called has no outcome of that call yet, and must not be called once
 * more for the one before.
 */
const isForRedial = (contacts: string, { parent_campaign_id, redial_outcomes }: Redial) => sql<boolean>`
  ${sql.ref(`${contacts}.campaign_id`)} = ${parent_campaign_id} and ${sql.ref(`${contacts}.last_outcome`)} = any(${redial_outcomes ?? []})
  and ${sql.ref(`${contacts}.state`)} <> 'in_flight' and ${sql.ref(`${contacts}.phone_number`)} not like 'erased:%' and not ${isBackFilled(contacts, parent_campaign_id)}`;

/** Tells whether a back-fill of the campaign calls the contact, so that nobody else calls it for the same campaign. */
const isBackFilled = (contacts: string, campaignId: number | null) => sql<boolean>`exists (
  select from campaigns f join campaign_contacts b on b.campaign_id = f.id
  where f.back_fills_campaign_id = ${campaignId} and b.phone_number = ${sql.ref(`${contacts}.phone_number`)})`;

const copyForRedial = async (tx: OrganizationTransaction, campaign: Campaign): Promise<void> => {
  // A back-fill that is being made at this moment holds the parent's row; its contacts are left to it.
  await tx
    .selectFrom("campaigns")
    .select("id")
    .where("id", "=", campaign.parent_campaign_id)
    .forNoKeyUpdate()
    .execute();
  const blocked = await blockedAtStart(tx, campaign, sql`listed.number_class`);
  await sql`
    insert into campaign_contacts (organization_id, campaign_id, contact_id, phone_number, name, timezone, attributes,
      agent_version_id, priority, queue_position, state, last_outcome)
    select p.organization_id, ${campaign.id}, p.contact_id, p.phone_number, p.name, p.timezone, p.attributes, p.agent_version_id,
      p.priority, ${queuePosition(campaign, "p.contact_id")},
      case when ${blocked} is null then 'pending' else 'suppressed' end, ${blocked}
    from campaign_contacts p left join contacts listed on listed.id = p.contact_id
    ${joinPermission(tx, { organizationId: sql`p.organization_id`, phoneNumber: sql`p.phone_number`, environment: campaign.environment })}
    where ${isForRedial("p", campaign)}
    order by p.id
    on conflict (campaign_id, phone_number) do nothing`.execute(tx);
};

/** Suppresses the contacts of a back-fill that may not be called any more; the snapshot counts them. */
const suppressBlocked = async (tx: OrganizationTransaction, campaign: Campaign): Promise<void> => {
  const blocked = await blockedAtStart(tx, campaign, sql`listed.number_class`);
  const { rows } = await sql<{ id: number; outcome: string }>`
    update campaign_contacts set state = 'suppressed', last_outcome = judged.blocked
    from (
      select c.id, ${blocked} as blocked
      from campaign_contacts c left join contacts listed on listed.id = c.contact_id ${joinPermissionOfContact(tx, campaign)}
      where c.campaign_id = ${campaign.id}
    ) judged
    where campaign_contacts.id = judged.id and judged.blocked is not null and state = 'pending'
    returning campaign_contacts.id, last_outcome as outcome`.execute(tx);
  for (const [outcome, suppressed] of Map.groupBy(rows, (row) => row.outcome))
    await changeFigures(
      tx,
      campaign.id,
      {},
      { contacts: { ids: suppressed.map(({ id }) => id), state: "suppressed", outcome } },
    );
};

const prefixes = [...ZONES_BY_PREFIX].map(([prefix, zones]) => ({ prefix, zones: zones.join(",") }));
const ZONES_OF_PREFIXES = sql`zones_of_prefixes as materialized (
  select * from unnest(${prefixes.map(({ prefix }) => prefix)}::text[], ${prefixes.map(({ zones }) => zones)}::text[]) as z(prefix, zones))`;

/** The longest come first, because a number has the zones of its longest known prefix. */
const lengths = Array.from({ length: LONGEST_PREFIX }, (_, index) => LONGEST_PREFIX - index);
const tableOf = (length: number) => sql.ref(`prefix_${length}`);
// One hashed join for each length takes a tenth of the time of looking up the longest prefix for every contact.
const JOIN_PREFIXES = sql.join(
  lengths.map(
    (length) =>
      sql`left join zones_of_prefixes ${tableOf(length)} on ${tableOf(length)}.prefix = substr(c.phone_number, 2, ${sql.lit(length)}) and given.zone is null`,
  ),
  sql` `,
);
// The offset keeps the comparison from being made again for each length.
const JOIN_ZONES = sql`
  cross join lateral (select case when not ${isWrongZone("c.timezone")} then c.timezone end as zone offset 0) given ${JOIN_PREFIXES}`;
const ZONES_OF_CONTACT = sql`coalesce(given.zone, ${sql.join(lengths.map((length) => sql`${tableOf(length)}.zones`))}, '')`;

/**
 * Why a contact is left out at the start, as `refuseNumber` decides for each call: an outcome, or null. The kinds of numbers are
 * judged by the classes that the contacts have, which are few, so that the rule is told once.
 */
const blockedAtStart = async (
  tx: OrganizationTransaction,
  campaign: Contacts,
  numberClass: RawBuilder<unknown>,
): Promise<RawBuilder<NumberRefusal["outcome"] | null>> => {
  const refused = (await countRefusedClasses(tx, campaign)).map((each) => each.numberClass);
  const isRefused = {
    blocked_dnc: IS_LISTED,
    blocked_consent: sql`${CONSENT} = ${FORBIDS_CALLS}`,
    blocked_number_kind: sql`${numberClass} = any(${refused}::text[])`,
  };
  const cases = NUMBER_REFUSALS.map((outcome) => sql`when ${isRefused[outcome]} then ${sql.lit(outcome)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
};

type Contacts = Redial & {
  segment?: Campaign["segment"];
  contact_list_id?: number | null;
  id?: number;
  back_fills_campaign_id?: number | null;
};

/** A back-fill has its contacts before its snapshot. */
const hasOwnContacts = ({ back_fills_campaign_id: id }: Pick<Contacts, "back_fills_campaign_id">): boolean =>
  id !== null && id !== undefined;

/** Selects the rows `p` of campaign contacts that a redial or a back-fill calls. */
const ofEarlierContacts = (campaign: Contacts) =>
  hasOwnContacts(campaign) ? sql<boolean>`p.campaign_id = ${campaign.id ?? null}` : isForRedial("p", campaign);

const callsList = (campaign: Contacts): boolean => campaign.parent_campaign_id === null && !hasOwnContacts(campaign);

/** Counts the contacts whose kind of number or country the organization does not call, by that class, most first. */
export const countRefusedClasses = async (
  tx: OrganizationTransaction,
  campaign: Contacts,
): Promise<{ numberClass: string; contacts: number }[]> => {
  const allowed = await readAllowedNumbers(tx, campaign.organization_id);
  const { rows } = await sql<{ numberClass: string; contacts: number }>`
    select number_class as "numberClass", count(*)::int as contacts
    from ${
      callsList(campaign)
        ? sql`contacts c where ${isOfList(campaign, "c")}`
        : sql`campaign_contacts p join contacts c on c.id = p.contact_id where ${ofEarlierContacts(campaign)}`
    } and number_class is not null
    group by 1 order by 2 desc, 1`.execute(tx);
  return rows.filter(({ numberClass }) => refuseNumberClass(parseNumberClass(numberClass), allowed) !== null);
};

/** Counts the contacts of a list by their zones (as `readZonesKey` reads them). */
export const countContactsByZones = async (
  tx: OrganizationTransaction,
  contactListId: number,
): Promise<{ timezone: string; contacts: number }[]> => {
  const { rows } = await sql<{ timezone: string; contacts: number }>`
    with ${ZONES_OF_PREFIXES}
    select ${ZONES_OF_CONTACT} as timezone, count(*) as contacts from contacts c ${JOIN_ZONES}
    where c.contact_list_id = ${contactListId} group by 1 order by 1`.execute(tx);
  return rows;
};

export interface ContactsAtStart {
  timezone: string;
  /** Why they will be suppressed; null: they will be called. */
  blocked: NumberRefusal["outcome"] | null;
  contacts: number;
  /** The country and kind of their numbers, as `parseNumberClass` reads them; null: not known. */
  numberClass: string | null;
  consent: string;
  /** Their attribute `region`; null: they have none. */
  region: string | null;
  /** The area code of North American numbers, such as `+1305`, by which rule packs know a state. */
  prefix: string | null;
}

/** Counts the contacts that the campaign's snapshot would have now, by zone, by what blocks them and by what rule packs ask. */
export const countContactsAtStart = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
): Promise<ContactsAtStart[]> => {
  if (!callsList(campaign)) return countEarlierContacts(tx, campaign);
  const blocked = await blockedAtStart(tx, campaign, sql`c.number_class`);
  const { rows } = await sql<ContactsAtStart>`
    with ${ZONES_OF_PREFIXES}
    select ${ZONES_OF_CONTACT} as timezone, ${blocked} as blocked, ${askedByRules(sql`c`, sql`c.number_class`)}, count(*)::int as contacts
    from contacts c ${JOIN_ZONES} ${joinPermissionOfContact(tx, campaign)} where ${isOfList(campaign, "c")} group by 1, 2, 3, 4, 5, 6`.execute(
    tx,
  );
  return rows;
};

const askedByRules = (contact: RawBuilder<unknown>, numberClass: RawBuilder<unknown>) => sql`
  ${numberClass} as "numberClass", case when ${contact}.phone_number like '+1%' then left(${contact}.phone_number, 5) end as prefix,
  ${CONSENT} as consent, ${contact}.attributes ->> 'region' as region`;

const joinPermissionOfContact = (tx: OrganizationTransaction, { environment }: Pick<Campaign, "environment">) =>
  joinPermission(tx, { organizationId: sql`c.organization_id`, phoneNumber: sql`c.phone_number`, environment });

/** Counts the contacts that a redial or a back-fill has, by zone and by what blocks them. */
export const countEarlierContacts = async (
  tx: OrganizationTransaction,
  campaign: Contacts,
): Promise<ContactsAtStart[]> => {
  const blocked = await blockedAtStart(tx, campaign, sql`listed.number_class`);
  const { rows } = await sql<ContactsAtStart>`
    select p.timezone, ${blocked} as blocked, ${askedByRules(sql`p`, sql`listed.number_class`)}, count(*)::int as contacts
    from campaign_contacts p left join contacts listed on listed.id = p.contact_id
    ${joinPermission(tx, { organizationId: sql`p.organization_id`, phoneNumber: sql`p.phone_number`, environment: campaign.environment })}
    where ${ofEarlierContacts(campaign)} group by 1, 2, 3, 4, 5, 6`.execute(tx);
  return rows;
};

/** No price has a longer prefix than this. */
const PRICED_PREFIX_LENGTH = 8;

/** Counts the contacts that the campaign's snapshot will have by the prefix that determines the price. */
export const countContactsByPrefix = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
): Promise<{ prefix: string; contacts: number }[]> => {
  const { rows } = await sql<{ prefix: string; contacts: number }>`
    select left(p.phone_number, ${PRICED_PREFIX_LENGTH}::int) as prefix, count(*)::int as contacts
    from ${
      callsList(campaign)
        ? sql`contacts p where ${isOfList(campaign, "p")}`
        : sql`campaign_contacts p where ${ofEarlierContacts(campaign)}`
    } group by 1`.execute(tx);
  return rows;
};

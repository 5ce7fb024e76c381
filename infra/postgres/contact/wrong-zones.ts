import { type Kysely, type RawBuilder, sql } from "kysely";
import { FINAL_CAMPAIGN_STATES } from "../../../domain/campaign/campaign-states.rules.ts";
import { describeWrongZone, TIME_ZONE_PATTERN } from "../../../domain/time/time-zone.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";

/** Selects rows whose zone, in `column`, is none that is accepted; not those without one. */
export const isWrongZone = (column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is not null and ${sql.ref(column)} !~* ${sql.lit(TIME_ZONE_PATTERN)})`;

/** One wrong zone in one place. */
export interface WrongZone {
  place: "organization" | "campaign" | "contact_list";
  /** The name of the place. */
  subject: string;
  zone: string;
  /** When the place was made. */
  at: Date;
  campaignId: number | null;
  /** How many contacts of a list have it; 0: the place is no list. */
  contacts: number;
}

/**
 * Contacts that are counted, of the newest lists. PostgreSQL may not look into the zones of rows that row-level security guards and believes
 * that nearly all are wrong: without an order and a limit it reads every contact, instead of the index that has the wrong ones alone.
 */
const MOST_COUNTED = 10_000;

/**
 * Lists the zones that were stored before abbreviations were refused: the organization's, those of campaigns that may still call,
 * and those of the newest `MOST_COUNTED` contacts that have one, each of at most `limit` places.
 */
export const listWrongZones = async (tx: OrganizationTransaction, limit: number): Promise<WrongZone[]> => {
  const { rows } = await sql<WrongZone>`
    (select 'organization' as place, o.name as subject, o.timezone as zone, o.created_at as at, null::bigint as "campaignId", 0 as contacts
      from organizations o where ${isWrongZone("o.timezone")} limit ${limit})
    union all
    (select 'campaign', c.name, ${ZONE_OF_CAMPAIGN}, c.created_at, c.id, 0
      from campaigns c
      where c.state not in (${literals(FINAL_CAMPAIGN_STATES)}) and ${ZONE_OF_CAMPAIGN} !~* ${sql.lit(TIME_ZONE_PATTERN)}
      order by c.id desc limit ${limit})
    union all
    (select 'contact_list', l.name, wrong.timezone, l.created_at, null, wrong.contacts
      from (
        select contact_list_id, timezone, count(*)::int as contacts from (
          select k.contact_list_id, k.timezone from contacts k where ${isWrongZone("k.timezone")}
          order by k.contact_list_id desc, k.timezone desc limit ${MOST_COUNTED}
        ) newest group by 1, 2 order by 1 desc, 2 limit ${limit}
      ) wrong join contact_lists l on l.id = wrong.contact_list_id)`.execute(tx);
  return rows;
};

const ZONE_OF_CAMPAIGN = sql<string | null>`c.schedule_config ->> 'timezone'`;

const MOST_SAID = 100;

/**
 * Returns a sentence for each organization and each zone that is stored and refused today, for whoever migrates the database. The
 * rows stay as they are: their owners find them under "needs attention".
 */
export const describeWrongZones = async <Schema>(db: Kysely<Schema>): Promise<string[]> => {
  const { rows } = await sql<{ organization_id: number; place: string; zone: string; found: number }>`
    select organization_id, place, zone, count(*)::int as found from (
      select o.id as organization_id, 'its settings' as place, o.timezone as zone from organizations o where ${isWrongZone("o.timezone")}
      union all
      select c.organization_id, 'campaigns', ${ZONE_OF_CAMPAIGN} from campaigns c
        where c.state not in (${literals(FINAL_CAMPAIGN_STATES)}) and ${ZONE_OF_CAMPAIGN} !~* ${sql.lit(TIME_ZONE_PATTERN)}
      union all
      select k.organization_id, 'contacts', k.timezone from contacts k where ${isWrongZone("k.timezone")}
    ) wrong group by 1, 2, 3 order by 1, 2, 3 limit ${MOST_SAID}`.execute(db);
  return rows.map(
    ({ organization_id, place, zone, found }) =>
      `Organization ${organization_id} has a time zone in ${place} (${found}) that calls no longer use. ${describeWrongZone(zone)}.`,
  );
};

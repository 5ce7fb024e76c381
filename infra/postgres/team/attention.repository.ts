import { sql } from "kysely";
import { KEY_ENDS_SOON_MS } from "../../../domain/access/api-key-limits.ts";
import { CONVERSATIONS_TO_LOOK_AT } from "../../../domain/model/model-outage.rules.ts";
import { ATTENTION_ORDER, type AttentionKind, compareAttention } from "../../../domain/team/home-and-attention.ts";
import { describeWrongZone } from "../../../domain/time/time-zone.ts";
import { IS_KEY_IN_USE } from "../access/access.repository.ts";
import { listWrongZones } from "../contact/wrong-zones.ts";
import type { OrganizationTransaction } from "../database.ts";
import { selectAnswerable } from "../request/settle-request.ts";

/** Something that does not continue before somebody acts. */
export interface AttentionItem {
  kind: AttentionKind;
  /** The event about it; null when it is older than the timeline. */
  timeline_event_id: number | null;
  /** When it began. */
  at: Date;
  /** One sentence for people. */
  summary: string;
  /** The name of the document, campaign, app, carrier account, contact list, key or organization; null: a request. */
  subject: string | null;
  /** Why it does not continue; null: a request. */
  reason: string | null;
  agent_id: number | null;
  campaign_id: number | null;
  document_uuid: string | null;
  /** The channel of a request. */
  folder_id: number | null;
  /** The reader is a member of that channel. */
  is_mine: boolean;
  /** Only requests expire. */
  expires_at: Date | null;
}

/**
 * Reads what waits for people, at most `limit` requests, documents and campaigns each: first the requests of the
 * reader's own channels, then the rest, newest first.
 */
export const readAttention = async (
  tx: OrganizationTransaction,
  { userId, limit }: { userId: number | null; limit: number },
): Promise<AttentionItem[]> => {
  const items = [
    ...(await readOpenRequests(tx, { userId, limit })),
    ...(await readFailedDocuments(tx, limit)),
    ...(await readStoppedCampaigns(tx, limit)),
    ...(await readExpiredAccounts(tx, limit)),
    ...(await readAccountsSetAside(tx, limit)),
    ...(await readWrongZones(tx, limit)),
    ...(await readExpiringKeys(tx, limit)),
    ...(await readFailedModels(tx)),
  ];
  return items.sort(compareAttention);
};

const IN_ORDER = sql.join(ATTENTION_ORDER.map((key) => sql`${sql.ref(key)} desc`));

/** They are in the order of the whole already, so that the limit does not cut off those of the reader's channels. */
const readOpenRequests = async (
  tx: OrganizationTransaction,
  { userId, limit }: { userId: number | null; limit: number },
): Promise<AttentionItem[]> => {
  const { rows } = await sql<AttentionItem>`
    select event.kind, event.id as timeline_event_id, r.created_at as at, event.summary, null as subject, null as reason, r.agent_id,
      null::bigint as campaign_id, null::uuid as document_uuid, r.folder_id, r.expires_at,
      exists (select from folder_members m where m.folder_id = r.folder_id and m.user_id = ${userId}) as is_mine
    from requests r join timeline_events event on event.id = r.event_id
    where ${selectAnswerable("r")}
    order by ${IN_ORDER}, r.id desc limit ${limit}`.execute(tx);
  return rows;
};

const NO_REQUEST = sql`null::bigint as folder_id, false as is_mine, null::timestamptz as expires_at`;

/**
 * Reads documents without a readable version, or whose newest version failed. The event of each is looked for among all events of
 * documents, so for no more of them than are read.
 */
const readFailedDocuments = async (tx: OrganizationTransaction, limit: number): Promise<AttentionItem[]> => {
  const { rows } = await sql<AttentionItem>`
    select 'document_failed' as kind, event.id as timeline_event_id, d.updated_at as at,
      'The document ' || d.filename || ' could not be read: ' || d.processing_error as summary,
      d.filename as subject, d.processing_error as reason,
      d.agent_id, null::bigint as campaign_id, d.document_uuid, ${NO_REQUEST}
    from (
      select * from documents where processing_error is not null and deleted_at is null and state in ('failed', 'stale')
      order by updated_at desc limit ${limit}
    ) d
    left join lateral (
      select e.id from timeline_events e
      where e.organization_id = d.organization_id and e.kind = 'document'
        and e.payload ->> 'document_uuid' = d.document_uuid::text
      order by e.id desc limit 1
    ) event on true
    order by d.updated_at desc`.execute(tx);
  return rows;
};

/** Reads campaigns that the circuit breaker has paused, and those that need a repair. */
const readStoppedCampaigns = async (tx: OrganizationTransaction, limit: number): Promise<AttentionItem[]> => {
  const { rows } = await sql<AttentionItem>`
    select case stop.event when 'failed' then 'campaign_failed' else stop.event end as kind,
      told.id as timeline_event_id, stop.ts as at, c.name || ': ' || stop.message as summary,
      c.name as subject, stop.message as reason,
      c.agent_id, c.id as campaign_id, null::uuid as document_uuid, ${NO_REQUEST}
    from campaigns c
    cross join lateral (
      select l.event, l.message, l.ts from campaign_logs l
      where l.campaign_id = c.id and l.event in ('started','resumed','paused','breaker_tripped','failed')
      order by l.id desc limit 1
    ) stop
    left join lateral (
      select e.id from timeline_events e
      where e.campaign_id = c.id and e.kind = 'campaign' and e.payload ->> 'event' = stop.event
      order by e.id desc limit 1
    ) told on true
    where c.state in ('paused', 'failed') and stop.event in ('breaker_tripped', 'failed')
    order by stop.ts desc limit ${limit}`.execute(tx);
  return rows;
};

/** Reads connected apps that somebody has to sign in to again. */
const readExpiredAccounts = async (tx: OrganizationTransaction, limit: number): Promise<AttentionItem[]> => {
  const { rows } = await sql<AttentionItem>`
    select 'connector_expired' as kind, event_id as timeline_event_id, status_changed_at as at,
      'Somebody has to sign in to ' || app.name || ' again as ' || account_label || ': ' || status_reason as summary,
      app.name || ', ' || account_label as subject, status_reason as reason,
      null::bigint as agent_id, null::bigint as campaign_id, null::uuid as document_uuid,
      ${NO_REQUEST}
    from connector_accounts
    cross join lateral (
      select coalesce(
        (select split_part(m.resource, '/', 3) from mcp_servers m where 'mcp-' || m.id = connector_accounts.slug), slug
      ) as name
    ) app
    where status = 'expired'
    order by status_changed_at desc limit ${limit}`.execute(tx);
  return rows;
};

/** Reads carrier accounts that cannot dial until somebody has mended and reactivated them. */
const readAccountsSetAside = async (tx: OrganizationTransaction, limit: number): Promise<AttentionItem[]> => {
  const { rows } = await sql<AttentionItem>`
    select 'account_set_aside' as kind, told.id as timeline_event_id, a.inactive_since as at,
      'The carrier account ' || a.name || ' is set aside: ' || coalesce(a.inactive_reason, 'no reason given') as summary,
      a.name as subject, a.inactive_reason as reason,
      null::bigint as agent_id, null::bigint as campaign_id, null::uuid as document_uuid,
      ${NO_REQUEST}
    from telephony_configurations a
    left join lateral (
      select e.id from timeline_events e
      where e.organization_id = a.organization_id and e.kind = 'system'
        -- Where it is gone, all that came after it would be read.
        and e.at between a.inactive_since - interval '1 minute' and a.inactive_since + interval '1 hour'
        and e.payload ->> 'event' = 'account_set_aside'
        and e.payload ->> 'telephony_configuration_id' = a.id::text
      order by e.at, e.id limit 1
    ) told on true
    where a.inactive_since is not null
    order by a.inactive_since desc limit ${limit}`.execute(tx);
  return rows;
};

/** Reads what is stored with a time zone that is not accepted any more: it is not changed silently, and not used for calls. */
const readWrongZones = async (tx: OrganizationTransaction, limit: number): Promise<AttentionItem[]> => {
  const places = await listWrongZones(tx, limit);
  return places.map(({ at, subject, place, zone, contacts, campaignId }) => {
    const reason = describeWrongZone(zone);
    const whose =
      place === "contact_list" ? `${contacts} contacts of the list ${subject}` : `${PLACES[place]} ${subject}`;
    return {
      kind: "time_zone_refused",
      timeline_event_id: null,
      at,
      summary: `The time zone of ${whose} is not used for calls. ${reason}`,
      subject,
      reason,
      agent_id: null,
      campaign_id: campaignId,
      document_uuid: null,
      folder_id: null,
      is_mine: false,
      expires_at: null,
    };
  });
};

const PLACES = { organization: "the organization", campaign: "the campaign" };

/** Reads keys that expire soon, before the programs that use them are refused. */
const readExpiringKeys = async (tx: OrganizationTransaction, limit: number): Promise<AttentionItem[]> => {
  const { rows } = await sql<AttentionItem>`
    select 'key_expires' as kind, null::bigint as timeline_event_id, k.expires_at - soon.span as at,
      'The API key ' || k.name || ' (' || k.key_prefix || chr(8230) || ') expires at ' || ends.text || ': move its end, or replace it'
        as summary,
      k.name as subject, ends.text as reason,
      null::bigint as agent_id, null::bigint as campaign_id, null::uuid as document_uuid, ${NO_REQUEST}
    from api_keys k
    cross join (select make_interval(secs => ${KEY_ENDS_SOON_MS / 1000}) as span) soon
    cross join lateral (
      select to_char(k.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as text
    ) ends
    where k.client_name is null and ${IS_KEY_IN_USE} and k.expires_at - soon.span <= now()
    order by k.expires_at limit ${limit}`.execute(tx);
  return rows;
};

/** Reads the latest failure of a language model, until an answer succeeds. The latest runs of the organization show it. */
const readFailedModels = async (tx: OrganizationTransaction): Promise<AttentionItem[]> => {
  const { rows } = await sql<AttentionItem>`
    select 'model_failed' as kind, told.id as timeline_event_id, last.ended_at as at,
      'The language model failed: ' || last.error as summary, null as subject, last.error as reason,
      r.agent_id, null::bigint as campaign_id, null::uuid as document_uuid, ${NO_REQUEST}
    from (
      select t.run_id, t.number, t.state, t.error, t.ended_at from (
        select run_id from conversations
        where organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
        order by run_id desc limit ${sql.lit(CONVERSATIONS_TO_LOOK_AT)}
      ) c join conversation_turns t using (run_id)
      where t.ended_at is not null and (t.state = 'failed' or (t.state = 'done' and t.model_ms is not null))
      order by t.ended_at desc limit 1
    ) last
    join call_runs r on r.id = last.run_id
    left join lateral (
      select e.id from timeline_events e
      where e.run_id = last.run_id and e.kind = 'system' and e.payload ->> 'event' = 'model_failed'
      order by e.id desc limit 1
    ) told on true
    where last.state = 'failed' and last.error is not null`.execute(tx);
  return rows;
};

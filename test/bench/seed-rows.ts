import { Client } from "pg";

/** An organization made through the API, to be filled by rows. */
export interface SeedPlan {
  organizationId: number;
  agentId: number;
  listId: number;
  /** Drafts over the list; the first gets half of the calls and is paused, the others are completed. */
  campaignIds: readonly number[];
  /** Contacts, and as many calls. */
  count: number;
}

export const SEEDED_TABLES = ["contacts", "campaign_contacts", "call_runs", "timeline_events"];

/**
 * Fills an organization as if it had dialled for a month: contacts, calls with their ends, what campaigns keep of them,
 * two entries of the timeline a call. Written past the triggers and without indexes, which are built again afterwards:
 * the rows are the same, and a million of them take a minute. Ends with `vacuum analyze`, as autovacuum would.
 */
export const seedRows = async (url: string, plan: SeedPlan): Promise<void> => {
  const client = new Client({ connectionString: url, options: "-c session_replication_role=replica" });
  await client.connect();
  try {
    const indexes = await dropIndexes(client);
    await client.query(CONTACTS, [plan.organizationId, plan.listId, plan.count]);
    await client.query("update contact_lists set contact_count = $2 where id = $1", [plan.listId, plan.count]);
    await client.query(CAMPAIGN_CONTACTS, [plan.listId, plan.campaignIds]);
    await client.query(RUNS, [plan.agentId]);
    await client.query(TIMELINE);
    for (const definition of indexes) await client.query(definition);
    await finishCampaigns(client, plan.campaignIds);
    await client.query("select platform_recount_runs()");
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
};

/** Drops all indexes but the unique ones; returns the statements that create them again. */
const dropIndexes = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where not i.indisunique and i.indrelid = any($1::regclass[])`,
    [SEEDED_TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
};

const CONTACTS = `
insert into contacts (organization_id, contact_list_id, phone_number, name, timezone, attributes)
select $1, $2, '+1' || 2120000000 + n, 'Person ' || n,
  (array['America/New_York','America/Chicago','America/Denver','America/Los_Angeles'])[1 + n % 4],
  jsonb_build_object('city', 'Springfield', 'customer', 'C-' || n)
from generate_series(1, $3::bigint) n`;

// Every second contact belongs to the first campaign, the rest in turn to the others.
const CAMPAIGN_CONTACTS = `
insert into campaign_contacts (organization_id, campaign_id, contact_id, phone_number, name, timezone, attributes, state,
  attempts, last_outcome, dialled, answered)
select organization_id, campaign_id, id, phone_number, name, timezone, attributes,
  case when campaign_id = ($2::bigint[])[1] and id % 10 = 0 then 'pending' else 'finished' end, 1, outcome, true,
  outcome = 'answered'
from (
  select c.*, ($2::bigint[])[case when c.id % 2 = 0 then 1 else 2 + (c.id / 2) % (cardinality($2::bigint[]) - 1) end] as campaign_id,
    case when c.id % 200 = 7 then 'rejected' when c.id % 100 < 45 then 'answered' when c.id % 100 < 70 then 'no_answer'
      when c.id % 100 < 90 then 'voicemail' when c.id % 100 < 96 then 'busy' else 'failed' end as outcome
  from contacts c where c.contact_list_id = $1
) dialled`;

// Spread over thirty days until an hour ago.
const RUNS = `
insert into call_runs (uuid, organization_id, agent_id, agent_version_id, campaign_id, campaign_contact_id, contact_id, name,
  mode, state, outcome, provider, called_number, caller_number, initial_context, carrier_requested_at, carrier_accepted_at,
  started_at, answered_at, ended_at, duration_seconds, cost_minor, currency, end_reason, created_at)
select gen_random_uuid(), c.organization_id, a.id, a.published_version_id, c.campaign_id, c.id, c.contact_id,
  'campaign-' || c.campaign_id || '-contact-' || c.id || '-attempt-1', 'telephony',
  case when c.last_outcome = 'failed' then 'failed' else 'completed' end, c.last_outcome, 'simulator', c.phone_number,
  '+12025550100', c.attributes || jsonb_build_object('name', c.name), at, at, at,
  case when c.answered then at + interval '9 seconds' end, at + interval '80 seconds',
  case when c.answered then 10 + c.id % 180 end, case when c.answered then 1 + c.id % 9 end,
  case when c.answered then 'USD' end, 'hangup', at
from (
  select *, now() - interval '1 hour' - interval '30 days' * (1 - row_number() over (order by id) / (count(*) over ())::float)
    as at
  from campaign_contacts
) c join agents a on a.id = $1
order by c.id`;

const TIMELINE = `
insert into timeline_events (organization_id, at, kind, actor, summary, payload, agent_id, run_id, campaign_id)
select r.organization_id, event.at, event.kind, 'agent:' || r.agent_id, r.name || ': ' || event.what,
  jsonb_build_object('attempt', r.attempt, 'outcome', r.outcome), r.agent_id, r.id, r.campaign_id
from call_runs r cross join lateral (values
  (r.created_at, 'call_started', 'the carrier took the call'), (r.ended_at, 'call_ended', r.outcome)) event (at, kind, what)
order by event.at`;

const finishCampaigns = async (client: Client, campaignIds: readonly number[]): Promise<void> => {
  await client.query(
    `update campaign_figures f set total = c.total, finished = c.finished, dialled = c.total, answered = c.answered,
       unreached = c.finished - c.answered, attempts = c.total, revision = c.total
     from (select campaign_id, count(*) as total, count(*) filter (where state = 'finished') as finished,
       count(*) filter (where answered) as answered from campaign_contacts group by 1) c
     where c.campaign_id = f.campaign_id`,
  );
  await client.query(
    `update campaigns set state = case when id = $1 then 'paused' else 'completed' end, snapshot_at = created_at,
       started_at = created_at, contact_timezones = array['America/New_York','America/Chicago','America/Denver','America/Los_Angeles'],
       completed_at = case when id = $1 then null else now() end
     where id = any($2)`,
    [campaignIds[0], campaignIds],
  );
};

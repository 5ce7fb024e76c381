import { type Kysely, sql } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

/** How long each kind of data is kept. One function for each kind says what is over; removal and what is shown before it ask the same. */
export const inSteps = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table organizations add column if not exists retention jsonb`.execute(db);
  await createIndexConcurrently(db, {
    name: "contacts_by_age",
    on: "contacts (organization_id, created_at, id)",
  });
  await createIndexConcurrently(db, {
    name: "contact_imports_by_age",
    on: "contact_imports (organization_id, completed_at, id)",
  });
  await sql.raw(FUNCTIONS).execute(db);
};

const RULES: Readonly<Record<string, string>> = {
  transcripts: `select a.id, a.created_at as at from call_artifacts a
    where a.organization_id = organization and a.artifact_type = 'transcript' and a.created_at < before`,
  recordings: `select a.id, a.created_at as at from call_artifacts a
    where a.organization_id = organization and a.artifact_type <> 'transcript' and a.created_at < before`,
  // By the run's end, not the beginning: a session in text may go on for days. The beginning is what the index knows.
  conversations: `select c.run_id as id, c.started_at as at from conversations c join call_runs r on r.id = c.run_id
    where c.organization_id = organization and c.words_removed_at is null and c.started_at < before and r.ended_at < before`,
  messages: `select e.id, e.at from timeline_events e
    where e.organization_id = organization and e.kind = 'message' and e.payload ? 'text' and e.at < before`,
  exchanges: `select x.delivery_id as id, x.event_at as at from webhook_exchanges x
    where x.organization_id = organization and x.event_at < before`,
  // A contact that a campaign may still call is kept until the campaign is over.
  contacts: `select c.id, c.created_at as at from contacts c
    where c.organization_id = organization and c.created_at < before
      and not exists (select from campaigns k where k.contact_list_id = c.contact_list_id
        and k.state in ('draft', 'scheduled', 'running', 'paused', 'failed'))
      and not exists (select from campaign_contacts t join campaigns k on k.id = t.campaign_id
        where t.contact_id = c.id and k.state in ('scheduled', 'running', 'paused', 'failed'))`,
  imports: `select i.id, i.completed_at as at from contact_imports i
    where i.organization_id = organization and i.completed_at < before
      and (i.errors_key is not null or exists (select from contact_import_errors e where e.import_id = i.id))`,
};

/** The kind of the setting that each rule goes by, and whether the days for all words hold where it has none. */
const KINDS: Readonly<Record<string, { kind: string; general: string }>> = {
  transcripts: { kind: "words", general: "o.retention_days" },
  recordings: { kind: "recordings", general: "o.retention_days" },
  conversations: { kind: "words", general: "o.retention_days" },
  messages: { kind: "threads", general: "o.retention_days" },
  exchanges: { kind: "deliveries", general: "o.retention_days" },
  contacts: { kind: "contacts", general: "null::integer" },
  imports: { kind: "import_files", general: "null::integer" },
};

const FUNCTIONS = Object.entries(RULES)
  .map(([name, rule]) => {
    const { kind, general } = KINDS[name] ?? { kind: name, general: "null" };
    const days = `least(coalesce((o.retention->>'${kind}')::integer, ${general}), most_days)`;
    return `
create or replace function expired_${name}(organization bigint, before timestamptz)
returns table(id bigint, at timestamptz)
language sql stable as $$
  ${rule}
$$;

create or replace function platform_due_${name}(at_most integer, most_days integer)
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select due.id, o.id as organization_id
  from organizations o
  cross join lateral (
    select e.id from expired_${name}(o.id, now() - make_interval(days => ${days})) e
    order by e.at, e.id limit at_most
  ) due
  where ${days} is not null
  limit at_most
$$;
`;
  })
  .join("\n")
  .concat(`
create or replace function platform_organizations_to_archive(most_days integer)
returns table(organization_id bigint, keep_days integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, d.days from organizations o
  cross join lateral (
    select least(coalesce((o.retention->>'runs')::integer, o.keep_runs_days), most_days) as days
  ) d
  where d.days is not null
    and not exists (select from removals a where a.organization_id = o.id and a.state = 'running' and a.archived_day is not null)
    and exists (select from call_runs r where r.organization_id = o.id
      and r.created_at < date_trunc('day', now(), 'UTC') - make_interval(days => d.days))
  order by o.id
$$;
`);

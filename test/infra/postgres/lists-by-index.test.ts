import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { operations } from "../../../api/areas.ts";
import type { AnyOperation } from "../../../api/http/operation.ts";
import { CONTACT_STATES } from "../../../domain/campaign/contact-states.rules.ts";
import { isCarriedOut } from "../../../infra/postgres/campaign/campaign-transitions.ts";
import type { Tables } from "../../../infra/postgres/tables.ts";
import { fillTables, type TenantRows } from "../../factories/tenant-rows.ts";
import { parametersOf, pathOf } from "../../harness/operation-walk.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

/** The rows in each growing table, half of them of another organization. */
const ROWS = 20_000;
/** A campaign's contacts in each of the rare states, and the oldest calls, which were busy. */
const RARE = 5;
/** The rows that a page of ten may touch in all of its queries. */
const MAY_TOUCH = 1000;

let test: TestDatabase;
let api: TestApi;
let ours: TenantRows;
let asked: { text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  ours = await fillTables(test, "ours");
  const theirs = await fillTables(test, "theirs");
  await test.everything.connection().execute(async (db) => {
    // Past the triggers: what they count is counted afterwards.
    await sql.raw("set session_replication_role = replica").execute(db);
    for (const tenant of [ours, theirs]) await grow(db, tenant);
    await sql.raw(CONVERSATIONS).execute(db);
    await sql.raw(ARTIFACTS).execute(db);
    await sql.raw(CALLS_IN_FLIGHT).execute(db);
    await sql.raw(FIGURES).execute(db);
    await sql.raw("reset session_replication_role").execute(db);
  });
  await sql`select platform_recount_runs()`.execute(test.everything);
  await sql.raw("vacuum analyze").execute(test.everything);
  const database = test.open({ poolSize: 2 });
  database.pool.on("connect", (client) => {
    const query = client.query.bind(client);
    const listening = (text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === "string") asked.push({ text, values: Array.isArray(values) ? values : [] });
      return Reflect.apply(query, client, [text, values, ...rest]);
    };
    Object.assign(client, { query: listening });
  });
  api = await startTestApi(test, { dependencies: { database } });
});
afterAll(async () => {
  await api.close();
  await api.dependencies.database.close();
  await test.drop();
});

/** Returns the row that the factory made, many times; what has to be unique in it, anew. */
const copies = (table: string, organizationId: number, fresh: string) =>
  sql.raw(`
    insert into ${table} overriding user value
    select copy.* from ${table} as row, generate_series(1, ${ROWS / 2}) n, lateral jsonb_populate_record(row, ${fresh}) copy
    where row.ctid = (select ctid from ${table} where organization_id = ${organizationId} limit 1)`);

const AT = "now() - n * interval '7 minutes'";
const GROWING: Readonly<Record<string, string>> = {
  call_runs: `jsonb_build_object('uuid', gen_random_uuid(), 'created_at', ${AT}, 'ended_at', ${AT}, 'state', 'completed',
    'outcome', case when n > ${ROWS / 2 - RARE} then 'busy' else 'answered' end, 'duration_seconds', n % 300)`,
  missed_calls: `jsonb_build_object('carrier_call_id', 'call ' || n, 'at', ${AT})`,
  text_messages: `jsonb_build_object('uuid', gen_random_uuid(), 'phone_number', '+1212' || (2000000 + n), 'created_at', ${AT},
    'carrier_requested_at', ${AT})`,
  webhook_deliveries: `jsonb_build_object('uuid', gen_random_uuid(), 'state',
    case when n % 50 = 0 then 'failed' else 'delivered' end)`,
  webhook_exchanges: `jsonb_build_object('delivery_id', row.organization_id * 1000000 + n, 'event_at', ${AT})`,
  record_entries: `jsonb_build_object('index', n)`,
  timeline_events: `jsonb_build_object('at', ${AT})`,
  conversation_entries: `jsonb_build_object('at', ${AT})`,
  removals: `jsonb_build_object('uuid', gen_random_uuid(), 'state', 'done', 'created_at', ${AT})`,
  person_exports: `jsonb_build_object('uuid', gen_random_uuid(), 'state', 'done', 'created_at', ${AT})`,
  person_erasures: `jsonb_build_object('uuid', gen_random_uuid(), 'state', 'done', 'created_at', ${AT})`,
  do_not_call: `jsonb_build_object('phone_number', '+1212' || (2000000 + n))`,
  contacts: `jsonb_build_object('phone_number', '+1212' || (2000000 + n), 'timezone', 'Europe/Berlin')`,
  // None is due: carriers have been asked, and are asked again later.
  awaited_reports: `jsonb_build_object('run_id', row.organization_id * 1000000 + n, 'due_at', now() + interval '1 hour')`,
  // Nobody is suppressed; what is rare is behind everything else.
  campaign_contacts: `jsonb_build_object('phone_number', '+1212' || (2000000 + n), 'next_attempt_at', ${AT},
    'state', case when n <= ${ROWS / 2 - RARE * 3} then 'finished'
      else (array['pending', 'in_flight', 'waiting_retry'])[n % 3 + 1] end,
    'waits', n > ${ROWS / 2 - RARE * 3} and n % 3 <> 1, 'answered', n % 2 = 0)`,
  // Everybody waits, and nobody is due.
  journey_steps: `jsonb_build_object('pass', n + 1, 'key', gen_random_uuid(), 'state', 'waiting', 'due_at', now() + interval '1 hour')`,
  // Every call was looked at.
  contact_intake_calls: `jsonb_build_object('run_id', row.organization_id * 1000000 + n, 'result', 'taken')`,
  campaign_logs: `jsonb_build_object('message', 'entry ' || n)`,
  requests: `jsonb_build_object('request_key', 'request ' || n, 'event_id', 1000000 + n, 'created_at', ${AT},
    'state', 'settled', 'decision', 'answered', 'settled_at', ${AT}, 'finished_at', ${AT}, 'tool_call_id', null)`,
  threads: `jsonb_build_object('uuid', gen_random_uuid(), 'created_at', ${AT})`,
  thread_replies: `jsonb_build_object('event_id', 1000000 + n, 'state', 'done', 'created_at', ${AT})`,
  national_lists: `jsonb_build_object('request_uuid', gen_random_uuid(), 'object_key', 'list ' || n, 'state', 'failed',
    'emptied_at', ${AT}, 'created_at', ${AT})`,
  template_hires: `jsonb_build_object('uuid', gen_random_uuid(), 'state', 'hired', 'created_at', ${AT})`,
  rehearsals: `jsonb_build_object('uuid', gen_random_uuid(), 'state', 'done', 'created_at', ${AT}, 'ended_at', ${AT})`,
  what_ifs: `jsonb_build_object('uuid', gen_random_uuid(), 'campaign_id', row.campaign_id, 'state', 'done', 'created_at', ${AT}, 'ended_at', ${AT})`,
  // Each of another list: a list is imported once, or a few times.
  contact_imports: `jsonb_build_object('request_uuid', gen_random_uuid(), 'contact_list_id', 1000000 + n, 'object_key', 'import ' || n,
    'status', 'completed', 'errors_key', null, 'created_at', ${AT}, 'completed_at', ${AT})`,
  // Older ones are read and removed.
  contact_files: `jsonb_build_object('object_key', 'file ' || n, 'created_at', now())`,
  artifact_orphans: `jsonb_build_object('object_key', gen_random_uuid() || ' file ' || n, 'created_at', now())`,
  supervisions: `jsonb_build_object('uuid', gen_random_uuid(), 'state', 'ended', 'started_at', ${AT})`,
  kept_originals: `jsonb_build_object('name', 'original ' || n, 'object_key', null, 'created_at', ${AT})`,
  recordings_to_remove: `jsonb_build_object('carrier_call_id', 'call ' || n, 'state', 'removed', 'settled_at', now())`,
  acts: `jsonb_build_object('uuid', gen_random_uuid(), 'at', ${AT})`,
  documents: `jsonb_build_object('document_uuid', gen_random_uuid(), 'state', 'ready', 'deleted_at', null, 'needs_reingest', false, 'updated_at', ${AT})`,
  workflow_recordings: `jsonb_build_object('recording_id', gen_random_uuid() || '-' || n, 'object_key', gen_random_uuid() || ' sound ' || n,
    'state', 'ready', 'created_at', ${AT})`,
};
/** Every table that holds as many rows as the growing ones. */
const GROWN = [...Object.keys(GROWING), "conversations", "call_artifacts"];

const CONVERSATIONS = `
  insert into conversations (run_id, organization_id, driver, state, started_at)
  select id, organization_id, 'relay', 'ended', created_at from call_runs on conflict do nothing`;
const ARTIFACTS = `
  insert into call_artifacts
    (organization_id, run_id, artifact_type, format, object_key, content_type, size_bytes, created_at)
  select organization_id, id, 'recording', 'wav', 'calls/' || id, 'audio/wav', 1, created_at from call_runs
  on conflict do nothing`;
const CALLS_IN_FLIGHT = `
  insert into call_runs overriding user value
  select copy.* from campaign_contacts contact
  cross join lateral (select run from call_runs run where campaign_id = contact.campaign_id limit 1) one
  cross join lateral jsonb_populate_record(one.run, jsonb_build_object('uuid', gen_random_uuid(), 'created_at', now(),
    'ended_at', null, 'state', 'dialing', 'outcome', null, 'campaign_contact_id', contact.id)) copy
  where contact.state = 'in_flight'`;
const FIGURES = `
  update campaign_figures f
  set (total, finished, unreached, in_flight, waiting_retry) = (
    select count(*), count(*) filter (where state = 'finished'),
      count(*) filter (where state = 'finished' and not answered),
      count(*) filter (where state = 'in_flight'), count(*) filter (where state = 'waiting_retry')
    from campaign_contacts c where c.campaign_id = f.campaign_id)`;

const grow = async (db: Kysely<Tables>, { organizationId }: TenantRows): Promise<void> => {
  for (const [table, fresh] of Object.entries(GROWING)) await copies(table, organizationId, fresh).execute(db);
};

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  Plans?: PlanNode[] | undefined;
}
const planNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Rows Removed by Filter": z.number().optional(),
    Plans: z.array(planNode).optional(),
  }),
);
const explained = z.array(z.object({ "QUERY PLAN": z.array(z.object({ Plan: planNode })) }));

const touchedBy = (node: PlanNode): number => {
  const own = node["Relation Name"]
    ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
    : 0;
  return (node.Plans ?? []).reduce((sum, plan) => sum + touchedBy(plan), own);
};

/** Returns how many rows the queries of the last request touch, by running them again. */
const touched = async (): Promise<number> => {
  const queries = asked.filter(({ text }) => /^[\s(]*(select|with)\b/i.test(text));
  expect(queries.length).toBeGreaterThan(0);
  const client = await test.database.pool.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.organization_id', $1, true)", [String(ours.organizationId)]);
    let sum = 0;
    for (const { text, values } of queries) {
      const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
      const [plan] = explained.parse(rows);
      if (plan?.["QUERY PLAN"][0]) sum += touchedBy(plan["QUERY PLAN"][0].Plan);
    }
    await client.query("rollback");
    return sum;
  } finally {
    client.release();
  }
};

const querySchema = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });
const isList = ({ method, query }: AnyOperation): boolean =>
  method === "get" &&
  query !== undefined &&
  "limit" in querySchema.parse(z.toJSONSchema(query, { io: "input", unrepresentable: "any" })).properties;

/** What a list cannot be asked without. */
const NEEDED: Readonly<Record<string, string>> = {
  "contacts.consents.get": "&phone_number=%2B12122000001",
  "calls.search": "&q=appointment",
  "people.history": "&phone_number=%2B12122000001",
};
/** Counts its documents with every page; and an organization has few national lists, which no index is kept for. */
const READ_WHOLE = ["knowledge.list", "contacts.nationalLists.list"];

const concludedAs = (code: string): string =>
  `filters=${encodeURIComponent(JSON.stringify([{ attribute: "dispositionCode", value: { codes: [code] } }]))}`;

/** Every list of the API, and the filters that people narrow them by. */
const LISTS: readonly (readonly [string, string])[] = [
  ...operations
    .filter((operation) => isList(operation) && !READ_WHOLE.includes(operation.id))
    .map(({ id }) => [id, `limit=10${NEEDED[id] ?? ""}`] as const),
  ["calls.list", "limit=10&sort_by=duration"],
  ["calls.listAll", "limit=10&start_date=2020-01-01"],
  ...["calls.list", "calls.listAll", "campaigns.runs"].map((id) => [id, `limit=10&${concludedAs("busy")}`] as const),
  ["webhooks.deliveries", "limit=10&state=delivered"],
  ["webhooks.deliveries", "limit=10&state=failed"],
  ...CONTACT_STATES.map((state) => ["campaigns.contacts", `limit=10&state=${state}`] as const),
  ["campaigns.contacts", "limit=10&q=%2B12122000001"],
  ["channels.timeline", "limit=10&include_transcripts=true"],
  ["messages.list", "limit=10&direction=inbound"],
  ["messages.list", "limit=10&state=failed"],
  ["messages.list", "limit=10&own_number=%2B12125550199"],
  ["messages.list", "limit=10&since=2020-01-01T00:00:00Z&until=2020-01-02T00:00:00Z"],
];

const operationOf = (id: string): AnyOperation => {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`there is no operation ${id}: ${operations.map((each) => each.id).join(" ")}`);
  return found;
};

/** Returns how many rows the answer to the question touches. */
const ask = async (id: string, query: string): Promise<number> => {
  const operation = operationOf(id);
  const params = Object.fromEntries(
    parametersOf(operation).map((parameter) => [parameter, ours.pathParameters[parameter] ?? ""]),
  );
  asked = [];
  const reader = operation.permission === "admin" ? ours.admin : ours.viewer;
  const response = await api.client(reader).fetch(`${pathOf(operation, params)}?${query}`);
  expect([response.status, response.ok ? "" : await response.text()]).toEqual([200, ""]);
  await response.text();
  return touched();
};

it("the figures of the Home view touch few rows, however many calls there are", async () => {
  expect(await ask("team.home", "days=2")).toBeLessThan(MAY_TOUCH);
});

it.each(["by=hour_of_day", "by=agent,outcome&measures=calls,talk_time,answer_latency", "by=contact_list"])(
  "figures of one day (%s) touch the calls of that day, however many there are",
  async (question) => {
    expect(await ask("analytics.ask", `days=1&${question}`)).toBeLessThan(MAY_TOUCH);
  },
);

describe("a page of a list", () => {
  it.each(LISTS)("%s?%s touches few of its rows", async (id, query) => {
    expect(await ask(id, query)).toBeLessThan(MAY_TOUCH);
  });
});

it("a command looks for its key in its campaign's log by an index", async () => {
  const campaignId = Number(ours.pathParameters["campaign_id"]);
  asked = [];
  await api.dependencies.database.inOrganization(ours.organizationId, (tx) => isCarriedOut(tx, campaignId, "run/1"));
  expect(await touched()).toBeLessThan(MAY_TOUCH);
});

it.each([1, 30, 365])("data older than %d days is found by an index, page by page", async (days) => {
  await test.everything.updateTable("organizations").set({ retention_days: days }).execute();
  for (const name of ["platform_due_recordings", "platform_due_conversations", "platform_due_messages"]) {
    const { rows } = await sql<{ prosrc: string }>`select prosrc from pg_proc where proname = ${name}`.execute(
      test.everything,
    );
    const query = (rows[0]?.prosrc ?? "").replaceAll("at_most", "10").replaceAll("most_days", "null::integer");
    const { rows: plans } = await sql.raw(`explain (analyze, format json) ${query}`).execute(test.everything);
    const [plan] = explained.parse(plans);
    expect([name, plan?.["QUERY PLAN"][0] && touchedBy(plan["QUERY PLAN"][0].Plan) < 200]).toEqual([name, true]);
  }
});

/** The arguments of the functions that look through all organizations: their name, their type and a value. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  "older_than interval": "interval '2 minutes'",
  "rest interval": "interval '3 seconds'",
  "overdue interval": "interval '2 minutes'",
  "over_for interval": "interval '15 seconds'",
  "silent_for interval": "interval '90 seconds'",
  "not_before interval": "interval '10 minutes'",
  "older_than timestamp with time zone": "now() - interval '1 day'",
  "since timestamp with time zone": "now()",
  "after_id bigint": "0",
  "at_most integer": "10",
  "to_receiver text": "'nobody'",
  "up_to bigint": "10",
  "most integer": "10",
  "behind integer": "0",
  "most_days integer": "null::integer",
  "asked_provider text": "'simulator'",
  "asked_number text": "'+12125550100'",
  "fingerprint bytea": "'\\x00'::bytea",
};

/** An organization has few rows in these; versions and faults are read by the key of a document or an import that was found. */
const NOT_GROWN = [
  "contact_import_errors",
  "document_versions",
  "organizations",
  "contact_lists",
  "campaigns",
  "telephony_configurations",
  "phone_numbers",
  "webhook_endpoints",
  "former_embedding_models",
  // One for each organization; its entries are removed within a minute.
  "record_trees",
  "unsealed_entries",
  // One for each receiver of acts.
  "acts_sent",
];

interface Search {
  name: string;
  query: string;
  arguments: string[];
}

/** Returns every function that lists rows of all organizations, as the catalogue has them. */
const listSearches = async (): Promise<Search[]> => {
  const { rows } = await sql<Search>`
    select p.proname as name, p.prosrc as query, array(
      select name || ' ' || format_type(type, null)
      from unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[]) with ordinality as argument (name, type, n) order by n
    ) as arguments
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.proname like 'platform\\_%' and p.proretset
      -- What is measured once a minute, of the whole installation, is no search.
      and l.lanname = 'sql'
    order by p.proname`.execute(test.everything);
  return rows;
};

const withValues = ({ name, query, arguments: given }: Search): string =>
  given.reduce((text, argument) => {
    const value = ARGUMENTS[argument];
    if (value === undefined) throw new Error(`${name} takes ${argument}: give it a value in ARGUMENTS`);
    return text.replaceAll(new RegExp(`\\b${argument.split(" ")[0]}\\b`, "g"), value);
  }, query);

const MONTH_OF_ACTS = /^acts_(\d{4}_\d{2}|other)$/;

const tablesOf = (node: PlanNode): string[] => [
  ...(node["Relation Name"] ? [node["Relation Name"].replace(MONTH_OF_ACTS, "acts")] : []),
  ...(node.Plans ?? []).flatMap(tablesOf),
];

it("every search of all organizations touches few rows where little is to be done", async () => {
  const searches = await listSearches();
  expect(searches.length).toBeGreaterThan(20);
  const faults: unknown[] = [];
  for (const search of searches) {
    const { rows } = await sql.raw(`explain (analyze, format json) ${withValues(search)}`).execute(test.everything);
    const plan = explained.parse(rows)[0]?.["QUERY PLAN"][0]?.Plan;
    if (!plan) throw new Error(`${search.name} has no plan`);
    const small = tablesOf(plan).filter((table) => ![...GROWN, ...NOT_GROWN].includes(table));
    if (small.length > 0) faults.push([search.name, "reads what this test has not filled: see GROWING", small]);
    if (touchedBy(plan) >= 200) faults.push([search.name, "touches", touchedBy(plan)]);
  }
  expect(faults).toEqual([]);
});

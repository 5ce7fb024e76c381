import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { createRemovalOperation, getRemovalOperation } from "../../api/calls/removals.operations.ts";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { pauseCampaignOperation, startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { addDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { sumOf } from "../harness/counts/history-counts.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { onStack } from "./on-stack.ts";

const RUNS = 100_000;
/** What a short conversation leaves. */
const ROWS_OF_A_RUN = 13;
const CONTACTS = 20_000;
const USUAL_MS = 20_000;
const LONGEST_ALLOWED_MS = 2_000;
const MOST_GROWTH = 1.2;
/** Removals one after another, each of as many calls. */
const ROUNDS = 3;

/** Old calls are removed while a campaign dials: how fast, who waits for it, and whether the room is used again. */
export const removalBench: BenchPart = {
  name: "removal",
  title: "removing a hundred thousand old calls while a campaign dials",
  run: (context) => onStack((stack) => measure(stack, context)),
};

const measure = async (stack: RunningStack, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const runs = Math.round(RUNS * scale);
  const organization = await openDiallingOrganization(stack, {
    speed: 1,
    defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 2 },
  });
  const list = await organization.importNumbers(fictionalNumbers(Math.max(Math.round(CONTACTS * scale), 2_000)));
  const campaignId = await organization.createCampaign(list);
  const database = new Client(stack.environment["DATABASE_MIGRATIONS_URL"]);
  await database.connect();
  try {
    say(`writing ${runs} old calls`);
    await writeOldRuns(database, organization, runs);
    const full = await sizesOf(database);
    const callsAtFirst = await countCalls(organization, campaignId);
    await organization.client.call(startCampaignOperation, { params: { campaign_id: campaignId }, body: {} });
    const requests = askAgainAndAgain(organization, campaignId);
    await delay(USUAL_MS);
    const usual = requests.took.splice(0);
    const callsBefore = await countCalls(organization, campaignId);
    say("removing them");
    const seconds = await removeOldRuns(organization);
    const calls = (await countCalls(organization, campaignId)) - callsBefore;
    await requests.stop();
    say(`${calls} calls were made meanwhile`);
    await organization.client.call(pauseCampaignOperation, { params: { campaign_id: campaignId } });
    const added = ((await countCalls(organization, campaignId)) - callsAtFirst) / runs;
    const filled = [await fillAgain(database, organization, { runs, say })];
    for (let round = 1; round < ROUNDS; round += 1) {
      await removeOldRuns(organization);
      filled.push(await fillAgain(database, organization, { runs, say }));
    }
    return [
      info(`calls removed a second, of ${runs} with ${ROWS_OF_A_RUN} rows each`, Math.round(runs / seconds)),
      info("rows removed a second", Math.round((runs * ROWS_OF_A_RUN) / seconds)),
      info("calls a second of the campaign meanwhile", Math.round((calls / seconds) * 10) / 10),
      longestRow(usual, requests.took),
      info("MB of the tables before, with what the campaign has added", Math.round((sumOf(full) * (1 + added)) / 1e6)),
      ...growthRows(filled),
    ];
  } finally {
    await database.end();
  }
};

const info = (figure: string, measured: number): BenchRow => ({
  figure,
  measured: String(measured),
  floor: "",
  ratio: null,
  goal: "",
  holds: null,
});

const longestRow = (usual: readonly number[], meanwhile: readonly number[]): BenchRow => {
  const [before, longest] = [Math.max(0, ...usual), Math.max(0, ...meanwhile)];
  return {
    figure: `longest of ${meanwhile.length} requests while calls are removed, ms`,
    measured: String(Math.round(longest)),
    floor: `before it: ${Math.round(before)} ms`,
    ratio: longest / before,
    goal: `≤ ${LONGEST_ALLOWED_MS}`,
    holds: longest <= LONGEST_ALLOWED_MS,
  };
};

const megabytes = (bytes = 0): string => (bytes / 1e6).toFixed(1);

/** Pages of an index that a vacuum has emptied are used again from the next one on: the first round is the measure of the others. */
const growthRows = ([first = 0, ...later]: readonly number[]): BenchRow[] =>
  later.map((again, index) => ({
    figure: `tables after removal ${index + 2}, vacuum and as many new calls, MB`,
    measured: megabytes(again),
    floor: `after removal 1: ${megabytes(first)} MB`,
    ratio: again / first,
    goal: `≤ ${MOST_GROWTH}×`,
    holds: again <= first * MOST_GROWTH,
  }));

/** Vacuums, as autovacuum does, writes as many calls as were removed, and returns what the tables hold then. */
const fillAgain = async (
  database: Client,
  organization: DiallingOrganization,
  { runs, say }: { runs: number; say: (sentence: string) => void },
): Promise<number> => {
  await database.query("vacuum analyze");
  const emptied = sumOf(await sizesOf(database));
  await writeOldRuns(database, organization, runs);
  const filled = sumOf(await sizesOf(database));
  say(`${megabytes(emptied)} MB emptied, ${megabytes(filled)} MB filled again`);
  return filled;
};

/** Past the triggers, as if the calls had been made sixty days ago. */
const writeOldRuns = async (
  database: Client,
  { organizationId }: DiallingOrganization,
  runs: number,
): Promise<void> => {
  await database.query("set session_replication_role = replica");
  await database.query(OLD_RUNS, [organizationId, runs]);
  for (const statement of HANGING_ROWS) await database.query(statement, [organizationId]);
  await database.query("set session_replication_role = origin");
  await database.query("select platform_recount_runs()");
  await database.query("analyze");
};

const OLD_RUNS = `
insert into call_runs (uuid, organization_id, agent_id, agent_version_id, name, mode, direction, state, outcome, called_number,
  carrier_requested_at, carrier_accepted_at, answered_at, ended_at, over_at, created_at, duration_seconds, cost_minor, currency)
select gen_random_uuid(), $1, v.agent_id, v.id, 'call ' || n, 'telephony', 'outbound', 'completed',
  (array['answered', 'no_answer', 'busy'])[1 + n % 3], '+1' || 2120000000 + n, at, at, at, at + interval '40 seconds',
  at + interval '40 seconds', at, 40, 3, 'USD'
from (select id, agent_id from agent_versions where organization_id = $1 order by id limit 1) v,
  generate_series(1, $2::bigint) n, lateral (select now() - interval '60 days' - n * interval '1 second' as at) times`;

const OLD = "from call_runs r where r.organization_id = $1 and r.created_at < now() - interval '50 days'";
const HANGING_ROWS = [
  `insert into carrier_events (organization_id, run_id, event_id, state, received_at, call)
   select r.organization_id, r.id, 'event ' || n, 'completed', r.ended_at, '{"duration": 40}' ${OLD.replace("where", "cross join generate_series(1, 3) n where")}`,
  `insert into conversations (run_id, organization_id, driver, state, started_at)
   select r.id, r.organization_id, 'relay', 'ended', r.created_at ${OLD}`,
  `insert into conversation_entries (organization_id, run_id, turn, speaker, text, at)
   select r.organization_id, r.id, n, 'agent', 'Good morning, this is about your appointment on Monday', r.created_at
   ${OLD.replace("where", "cross join generate_series(1, 6) n where")}`,
  `insert into timeline_events (organization_id, at, kind, actor, summary, run_id, agent_id)
   select r.organization_id, r.created_at, k, 'system', 'A call', r.id, r.agent_id
   ${OLD.replace("where", "cross join unnest(array['call_started', 'outcome']) k where")}`,
];

/** Returns what each table holds with its indexes, in bytes. */
const sizesOf = async (database: Client): Promise<Record<string, number>> => {
  const { rows } = await database.query<{ name: string; bytes: string }>(`
    select name, pg_total_relation_size(name::regclass) as bytes from unnest(array['call_runs', 'carrier_events',
      'conversations', 'conversation_entries', 'timeline_events']) name`);
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
};

const countCalls = async ({ client }: DiallingOrganization, campaignId: number): Promise<number> => {
  const { body } = await client.call(campaignProgressOperation, { params: { campaign_id: campaignId } });
  return body.attempts;
};

/** Returns how many seconds it took. */
const removeOldRuns = async ({ client }: DiallingOrganization): Promise<number> => {
  const startedAtMs = performance.now();
  const created_before = new Date(Date.now() - 50 * 86_400_000).toISOString();
  const { body } = await client.call(createRemovalOperation, { body: { where: { created_before } } });
  for (;;) {
    const { body: now } = await client.call(getRemovalOperation, { params: { removal_id: body.removal_id } });
    if (now.state === "done") return (performance.now() - startedAtMs) / 1000;
    await delay(100);
  }
};

/** Writes and reads as people do meanwhile. */
const askAgainAndAgain = ({ client }: DiallingOrganization, campaignId: number) => {
  const took: number[] = [];
  let isStopped = false;
  const ask = async (): Promise<void> => {
    for (let asked = 0; !isStopped; asked += 1) {
      const startedAtMs = performance.now();
      if (asked % 2 === 0) await client.call(campaignProgressOperation, { params: { campaign_id: campaignId } });
      else {
        const phone_numbers = [`+1917${String(5_550_000 + (asked % 100)).padStart(7, "0")}`];
        await client.call(addDoNotCallOperation, { body: { phone_numbers } });
      }
      took.push(performance.now() - startedAtMs);
      await delay(50);
    }
  };
  const asking = ask();
  return {
    took,
    stop: () => {
      isStopped = true;
      return asking;
    },
  };
};

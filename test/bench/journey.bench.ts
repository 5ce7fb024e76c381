import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { putJourneyOperation } from "../../api/campaigns/journey.operations.ts";
import { addDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import { createPhoneNumberOperation } from "../../api/numbers/phone-numbers.operations.ts";
import { createWebhookOperation } from "../../api/webhooks/webhooks.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { countOpenWorkflows } from "../chaos/unfinished-calls.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { median } from "./median.ts";
import { onStack } from "./on-stack.ts";
import { memoryOf } from "./process-memory.ts";

const PEOPLE = 100_000;
const DUE = 2_000;
const REST_MS = 15_000;
const PATIENCE_MS = 600_000;
const MOST_GROWTH_MB = 50;
const MOST_SEARCH_MS = 50;
const MOST_STOP_MS = 1_000;

/** A hundred thousand people wait for a step: what they cost while they wait, and how fast steps are begun when they are due. */
export const journeyBench: BenchPart = {
  name: "journey",
  title: "a hundred thousand people of a campaign wait for a step of its journey",
  run: (context) => onStack((stack) => measure(stack, context)),
};

const measure = async (stack: RunningStack, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const people = Math.round(PEOPLE * scale);
  const due = Math.min(DUE, Math.floor(people / 4));
  const organization = await openDiallingOrganization(stack, {
    speed: 1000,
    defaults: { outcomes: ["no_answer"], ring_seconds: 1 },
  });
  const campaignId = await openCampaign(organization);
  const database = new Client(stack.environment["DATABASE_MIGRATIONS_URL"]);
  await database.connect();
  try {
    await waitUntil("the first person waits", async () => (await countWaiting(database)) === 1, PATIENCE_MS);
    const before = residentOf(stack);
    const emptyBytes = await sizeOf(database);
    say(`writing ${people} people who wait`);
    await writeWaiting(database, { campaignId, people });
    await delay(REST_MS);
    const after = residentOf(stack);
    const search = await timeSearch(database);
    const stop = await timeStop(organization, "+15000000000");
    const workflows = await countOpenWorkflows(stack, "journey");
    const bytes = (await sizeOf(database)) - emptyBytes;
    const webhooks = await timeDue(database, { step: "tell", due, say });
    const texts = await timeDue(database, { step: "text", due, say });
    return [
      goal(`open workflows of the journey while ${people} people wait`, workflows, { most: 1 }),
      info("bytes of rows and indexes for each who waits", Math.round(bytes / people)),
      goal("worker, MB more than with one who waits", after.worker - before.worker, { most: MOST_GROWTH_MB }),
      goal("API, MB more than with one who waits", after.api - before.api, { most: MOST_GROWTH_MB }),
      goal("search for journeys that are due, ms", search, { most: MOST_SEARCH_MS }),
      goal("a stop of one of them, until its answer, ms", stop, { most: MOST_STOP_MS }),
      info(`steps begun a second of ${due} that are due at once, webhooks`, webhooks),
      info(`steps done a second of ${due} that are due at once, texts`, texts),
    ];
  } finally {
    await database.end();
  }
};

/** A campaign of one person, who waits for an hour after a call. */
const openCampaign = async (organization: DiallingOrganization): Promise<number> => {
  const { client, telephonyAccountId } = organization;
  await client.call(createPhoneNumberOperation, {
    params: { config_id: telephonyAccountId },
    body: { address: "+12025550100", is_default_caller_id: true },
  });
  // Nobody is told: what is measured is the beginning of steps.
  const webhook = await client.call(createWebhookOperation, {
    body: { url: "https://example.com/journey", events: ["request.expired"] },
  });
  const campaignId = await organization.createCampaign(await organization.importNumbers(["+12125550100"]), {
    retry_config: { enabled: false },
  });
  const params = { campaign_id: campaignId };
  const wait = { hours: 1 };
  await client.call(putJourneyOperation, {
    params,
    body: {
      steps: [
        { id: "tell", on: ["no_answer"], wait, do: "webhook", webhook_id: webhook.body.id },
        { id: "text", on: ["busy"], wait, do: "sms", text: "Hello" },
      ],
    },
  });
  await client.call(startCampaignOperation, { params, body: {} });
  return campaignId;
};

/** Past the triggers, as if each had been called: half wait for one kind of step, half for the other. */
const writeWaiting = async (
  database: Client,
  { campaignId, people }: { campaignId: number; people: number },
): Promise<void> => {
  await database.query("set session_replication_role = replica");
  await database.query(
    `with added as (
       insert into campaign_contacts (organization_id, campaign_id, phone_number, name, timezone, state, attempts, last_outcome)
       select organization_id, id, '+1' || 5000000000 + n, 'Person ' || n, '', 'finished', 1, 'no_answer'
       from campaigns, generate_series(0, $2::bigint - 1) n where id = $1
       returning id, organization_id, campaign_id, phone_number)
     insert into journey_steps (organization_id, campaign_id, campaign_contact_id, phone_number, version, step, state, due_at)
     select organization_id, campaign_id, id, phone_number, 1, (array['tell', 'text'])[1 + id % 2], 'waiting', now() + interval '1 day'
     from added`,
    [campaignId, people],
  );
  await database.query("set session_replication_role = origin");
  await database.query("analyze");
};

const countWaiting = async (database: Client): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::integer as count from journey_steps where state = 'waiting'",
  );
  return rows[0]?.count ?? 0;
};

const sizeOf = async (database: Client): Promise<number> => {
  const { rows } = await database.query<{ bytes: string }>("select pg_total_relation_size('journey_steps') as bytes");
  return Number(rows[0]?.bytes ?? 0);
};

const residentOf = (stack: RunningStack) => ({
  worker: memoryOf(stack.pid("worker") ?? 0).ownMb,
  api: memoryOf(stack.pid("api") ?? 0).ownMb,
});

const TIMES = 20;

/** As each API process asks once a second. */
const timeSearch = async (database: Client): Promise<number> => {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const startedAtMs = performance.now();
    await database.query("select * from platform_due_journeys(interval '3 seconds')");
    took.push(performance.now() - startedAtMs);
  }
  return median(took);
};

const timeStop = async ({ client }: DiallingOrganization, number: string): Promise<number> => {
  const startedAtMs = performance.now();
  await client.call(addDoNotCallOperation, { body: { phone_numbers: [number] } });
  return performance.now() - startedAtMs;
};

/** Returns how many a second are at their end, from the instant at which they are due. */
const timeDue = async (
  database: Client,
  { step, due, say }: { step: string; due: number; say(sentence: string): void },
): Promise<number> => {
  say(`${due} steps ${step} are due`);
  const startedAtMs = performance.now();
  const { rows } = await database.query<{ id: string }>(
    `update journey_steps set due_at = now() where id = any(array(
       select id from journey_steps where state = 'waiting' and step = $1 order by id limit $2)) returning id`,
    [step, due],
  );
  const ids = rows.map(({ id }) => id);
  const isOver = async () => {
    const { rows: open } = await database.query(
      "select 1 from journey_steps where id = any($1::bigint[]) and state in ('waiting', 'doing') limit 1",
      [ids],
    );
    return open.length === 0;
  };
  await waitUntil("all of them are done", isOver, PATIENCE_MS);
  return Math.round(ids.length / ((performance.now() - startedAtMs) / 1000));
};

const info = (figure: string, measured: number): BenchRow => ({
  figure,
  measured: String(measured),
  floor: "",
  ratio: null,
  goal: "",
  holds: null,
});

const goal = (figure: string, measured: number, { most }: { most: number }): BenchRow => ({
  ...info(figure, Math.round(measured * 10) / 10),
  goal: `≤ ${most}`,
  holds: measured <= most,
});

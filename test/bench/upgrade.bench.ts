import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { listRunsOperation } from "../../api/calls/calls.operations.ts";
import { campaignRunsOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { addDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import { teamHomeOperation } from "../../api/team/team.operations.ts";
import type { Migration } from "../../infra/postgres/migrations/migration.ts";
import { addConstraintInSteps, createIndexConcurrently, fillInSteps } from "../../infra/postgres/migrations/steps.ts";
import { runMigrations } from "../../infra/postgres/run-migrations.ts";
import { openTestStack } from "../harness/test-stack.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { type FilledOrganization, openFilledOrganization } from "./filled-organization.ts";
import { quantile } from "./median.ts";
import { watchSlowStatements } from "./slow-statements.ts";

const RUNS = 1_000_000;
const LONGEST_ALLOWED_MS = 2_000;
/** A report that somebody reads slowly: no migration gets the table to itself meanwhile. */
const REPORT_MS = 4_000;
const BETWEEN_REPORTS_MS = 3_000;
/** The length of the measurement before anything is migrated. */
const USUAL_MS = 20_000;

/**
 * Every kind of change that a migration makes to a table with a million rows, by the code that `migrate.ts` runs, while the
 * API is asked and reports hold the table.
 */
export const upgradeBench: BenchPart = {
  name: "upgrade",
  title: "the longest request while a database with a million runs is migrated",
  run: async (context) => {
    context.say("starting the platform");
    const stack = await openTestStack({
      RATE_LIMIT_PER_KEY_PER_SECOND: "1000000",
      RATE_LIMIT_PER_ADDRESS_PER_SECOND: "1000000",
    });
    try {
      const count = Math.round(RUNS * context.scale);
      context.say(`filling a database with ${count} runs`);
      const organization = await openFilledOrganization(stack.running, count);
      try {
        return await measure(context, organization, count);
      } finally {
        await organization.close();
      }
    } finally {
      await stack.close();
    }
  },
};

const measure = async ({ say }: BenchContext, organization: FilledOrganization, count: number): Promise<BenchRow[]> => {
  const step = { name: "before it" };
  const requests = askAgainAndAgain(organization, step);
  const reports = readReports(organization.databaseUrl);
  const statements = watchSlowStatements(organization.databaseUrl);
  let refusals = 0;
  let usual = 0;
  let startedAtMs = 0;
  try {
    await delay(USUAL_MS);
    usual = longestOf(requests.took.splice(0)).ms;
    startedAtMs = Date.now();
    await runMigrations({
      url: organization.databaseUrl,
      migrations: tellingTheirName(step),
      say: (sentence) => {
        refusals += 1;
        say(sentence);
      },
    });
  } finally {
    const [slow] = await Promise.all([statements.stop(), requests.stop(), reports.stop()]);
    for (const sentence of slow) say(sentence);
  }
  const seconds = Math.round((Date.now() - startedAtMs) / 1000);
  const longest = longestOf(requests.took);
  say(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}`,
  );
  return [
    ...kindsOf(requests.took).map(rowOfKind),
    {
      figure: `longest of ${requests.took.length} requests during an upgrade of ${count} runs, ms`,
      measured: `${Math.round(longest.ms)} (${longest.request}, ${longest.step})`,
      floor: `before it: ${Math.round(usual)} ms; it took ${seconds} s and was refused a table ${refusals} times`,
      ratio: longest.ms / usual,
      goal: `≤ ${LONGEST_ALLOWED_MS}`,
      holds: longest.ms <= LONGEST_ALLOWED_MS,
    },
  ];
};

interface Took {
  ms: number;
  request: string;
  /** The migration during which it ended. */
  step: string;
}

const longestOf = (took: readonly Took[]): Took =>
  took.reduce((longest, each) => (each.ms > longest.ms ? each : longest), { ms: 0, request: "none", step: "" });

const kindsOf = (took: readonly Took[]): Took[][] => [...Map.groupBy(took, ({ request }) => request).values()];

/** Tells one slow request from a kind that is slow. */
const rowOfKind = (took: readonly Took[]): BenchRow => {
  const times = took.map(({ ms }) => ms);
  const shares = [0.5, 0.99, 0.999].map((share) => Math.round(quantile(times, share)));
  const longest = longestOf(took);
  return {
    figure: `${longest.request}, ${took.length} times: p50 / p99 / p99.9 / longest, ms`,
    measured: `${shares.join(" / ")} / ${Math.round(longest.ms)} (${longest.step})`,
    floor: "",
    ratio: null,
    goal: "",
    holds: null,
  };
};

const tellingTheirName = (step: { name: string }): Readonly<Record<string, Migration>> =>
  Object.fromEntries(
    Object.entries(CHANGES).map(([name, migration]) => [
      name,
      {
        ...migration,
        up: (db) => {
          step.name = name;
          return migration.up(db);
        },
      },
    ]),
  );

const CHANGES: Readonly<Record<string, Migration>> = {
  "9001-column": {
    up: async (db) => void (await sql`alter table call_runs add column bench_day date`.execute(db)),
  },
  "9002-trigger": {
    up: async (db) => {
      await sql`
        create function bench_day() returns trigger language plpgsql as
          $$ begin new.bench_day := new.created_at::date; return new; end $$
      `.execute(db);
      await sql`
        create trigger bench_day before insert on call_runs for each row execute function bench_day()
      `.execute(db);
    },
  },
  "9003-fill": {
    inSteps: true,
    up: async (db) =>
      void (await fillInSteps(db, {
        table: "call_runs",
        set: "bench_day = created_at::date",
        where: "bench_day is null",
      })),
  },
  "9004-index": {
    inSteps: true,
    up: (db) => createIndexConcurrently(db, { name: "bench_days", on: "call_runs (organization_id, bench_day)" }),
  },
  "9005-constraint": {
    inSteps: true,
    up: (db) =>
      addConstraintInSteps(db, { table: "call_runs", name: "bench_day_known", rule: "check (bench_day is not null)" }),
  },
};

const askAgainAndAgain = (
  { client, agentId: workflow_id, smallCampaignId: campaign_id, databaseUrl }: FilledOrganization,
  step: { readonly name: string },
) => {
  const took: Took[] = [];
  let isOver = false;
  const writer = new Client({ connectionString: databaseUrl });
  const connected = writer.connect();
  // Changes one run, as the worker always does.
  const changeRun = async () => {
    await connected;
    await writer.query("update call_runs set name = name where id = (select min(id) from call_runs)");
  };
  let entries = 0;
  const nextNumber = () => `+1202555${String(1000 + (entries++ % 9000))}`;
  const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
    "an agent's runs": () => client.call(listRunsOperation, { params: { workflow_id } }),
    "a campaign's runs": () => client.call(campaignRunsOperation, { params: { campaign_id } }),
    home: () => client.call(teamHomeOperation),
    "a do-not-call entry": () => client.call(addDoNotCallOperation, { body: { phone_numbers: [nextNumber()] } }),
    "a run's change": changeRun,
  };
  const running = Object.entries(kinds).map(async ([request, ask]) => {
    while (!isOver) {
      const startedAtMs = performance.now();
      await ask();
      took.push({ ms: performance.now() - startedAtMs, request, step: step.name });
      await delay(50);
    }
  });
  return {
    took,
    stop: async () => {
      isOver = true;
      await Promise.all(running);
      await writer.end();
    },
  };
};

const readReports = (databaseUrl: string) => {
  let isOver = false;
  const running = (async () => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    while (!isOver) {
      await client.query("begin");
      await client.query("select id from call_runs limit 100");
      await delay(REPORT_MS);
      await client.query("commit");
      await delay(BETWEEN_REPORTS_MS);
    }
    await client.end();
  })();
  return {
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};

import { sql } from "kysely";
import { pino } from "pino";
import { signUpOperation } from "../../api/auth/auth.operations.ts";
import { sealRecord } from "../../application/record/seal-record.ts";
import { readConfig, requireSettings } from "../../infra/config/config.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { createObjectStore } from "../../infra/object-store/object-store.ts";
import { type Database, type OrganizationTransaction, openDatabase } from "../../infra/postgres/database.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import { sendLast } from "../../infra/postgres/send-together.ts";
import { createSecretBox } from "../../infra/secrets/secret-box.ts";
import { createApiClient } from "../harness/api-client.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { median } from "./median.ts";
import { onStack } from "./on-stack.ts";
import { cpuSecondsOf } from "./process-cpu.ts";

const CALLS = 3000;
const MOST_MS = 1;
const POOL = 2;
const ROUNDS = 5;
const ENTRIES_OF_A_CALL = 3;
const LEAST_SHARE = 0.5;

/** Measures what the record costs a call: three entries in transactions that are there anyway, and their sealing. */
export const recordBench: BenchPart = {
  name: "record",
  title: "processor time that the signed record adds to a call",
  run: (context) => onStack((stack) => measure(stack, context)),
};

const measure = async (stack: RunningStack, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const calls = Math.max(Math.round(CALLS * scale), 200);
  const settings = requireSettings(
    readConfig(stack.environment),
    ...(["DATABASE_URL", "S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const),
    "ENCRYPTION_KEY",
  );
  // As a worker opens it: the statements of calls are prepared.
  const database = openDatabase({
    url: settings.DATABASE_URL,
    poolSize: POOL,
    applicationName: "bench",
    namesStatements: true,
  });
  try {
    const { body } = await createApiClient(stack.addresses.api).call(signUpOperation, {
      body: { email: `${crypto.randomUUID()}@example.com`, password: "a long enough password" },
    });
    const organizationId = body.user.organization_id;
    const connections = await listConnections(database);
    const spend = async (work: () => Promise<unknown>): Promise<Spent> => {
      const before = readCpu(connections);
      await work();
      const after = readCpu(connections);
      return {
        node: ((after.node - before.node) * 1000) / calls,
        postgres: ((after.postgres - before.postgres) * 1000) / calls,
      };
    };
    const transactions = (append: (tx: OrganizationTransaction, call: number) => Promise<unknown>) => () =>
      eachCall(database, { organizationId, calls, append });
    const objectStore = createObjectStore({ ...storeOf(settings), region: "us-east-1" });
    const secrets = createSecretBox([settings.ENCRYPTION_KEY]);
    const deps = { database, objectStore, secrets, logger: pino({ level: "silent" }) };
    const rounds: Round[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bare = await spend(transactions(async () => undefined));
      const written = await spend(transactions((tx, call) => appendCall(tx, { organizationId, call, round })));
      const counted = { entries: 0 };
      const spent = await spend(async () => {
        counted.entries = await sealRecord(deps, organizationId);
      });
      // The platform's own worker seals each minute, and has taken some of them.
      const share = counted.entries / (calls * ENTRIES_OF_A_CALL);
      if (share < LEAST_SHARE) {
        say("the worker has sealed most of this round, which is left out");
        continue;
      }
      const sealed = { node: spent.node / share, postgres: spent.postgres / share };
      const added = { node: written.node - bare.node, postgres: written.postgres - bare.postgres };
      rounds.push({ added, sealed, sum: added.node + added.postgres + sealed.node + sealed.postgres });
      say(`written ${formatSpent(added)}, sealed ${formatSpent(sealed)} a call, of ${calls} calls`);
    }
    // The first round has the code compiled and the statements prepared.
    const sum = median(rounds.slice(1).map((round) => round.sum));
    return [
      {
        figure: "the record's processor time a call, client, PostgreSQL and sealing, ms",
        measured: sum.toFixed(3),
        floor: "",
        ratio: null,
        goal: `≤ ${MOST_MS}`,
        holds: sum <= MOST_MS,
      },
    ];
  } finally {
    await database.close();
  }
};

/** Milliseconds of a processor for each call. */
interface Spent {
  /** This process: a worker's part. */
  node: number;
  postgres: number;
}

interface Round {
  added: Spent;
  sealed: Spent;
  sum: number;
}

const formatSpent = ({ node, postgres }: Spent): string =>
  `${(node + postgres).toFixed(3)} ms (${node.toFixed(3)} Node, ${postgres.toFixed(3)} PostgreSQL)`;

/** Opens all connections of the pool, whose processes are the server's part of the work. */
const listConnections = async ({ withoutOrganization }: Database): Promise<number[]> => {
  const asked = await Promise.all(
    Array.from({ length: POOL }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.2)`.execute(withoutOrganization),
    ),
  );
  return [...new Set(asked.flatMap(({ rows }) => rows.map(({ pid }) => pid)))];
};

/** Of this process and of those of its connections, in seconds. */
const readCpu = (connections: readonly number[]): Spent => {
  const { user, system } = process.cpuUsage();
  return {
    node: (user + system) / 1e6,
    postgres: connections.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
  };
};

const storeOf = (settings: {
  S3_ENDPOINT: string;
  S3_ACCESS_KEY: string;
  S3_SECRET_KEY: string;
  S3_BUCKET: string;
}) => ({
  endpoint: settings.S3_ENDPOINT,
  accessKey: settings.S3_ACCESS_KEY,
  secretKey: settings.S3_SECRET_KEY,
  bucket: settings.S3_BUCKET,
});

/** The transactions of a call without anything else that they do. */
const eachCall = async (
  database: Database,
  {
    organizationId,
    calls,
    append,
  }: {
    organizationId: number;
    calls: number;
    append(tx: OrganizationTransaction, call: number): Promise<unknown>;
  },
): Promise<void> => {
  for (let call = 0; call < calls; call += 1)
    await database.inOrganization(organizationId, async (tx) => {
      // As those of a call do, it writes something anyway, and so has a commit to be written out.
      await sql`select pg_current_xact_id()`.execute(tx);
      await append(tx, call);
    });
};

/** A call's three entries; they are sent with the commits that are sent anyway, as dialling does. */
const appendCall = async (
  tx: OrganizationTransaction,
  { organizationId, call, round }: { organizationId: number; call: number; round: number },
): Promise<void> => {
  const run = crypto.randomUUID();
  // Nobody is called twice: each has a key to be made.
  const phoneNumber = `+1415${String((round * 10_000 + call) % 10_000_000).padStart(7, "0")}`;
  const of = { organizationId, actor: "agent:1", run };
  await sendLast(tx, (tx) =>
    appendEntry(tx, {
      ...of,
      kind: "attempt.requested",
      phoneNumber,
      facts: {
        run,
        campaign: 1,
        contact: call,
        attempt: 1,
        environment: "production",
        account: 1,
        provider: "simulator",
        zones: ["America/New_York"],
        policy: { hours: null, max_attempts_per_number_per_day: null, budgets: null },
        admitted_at: new Date().toISOString(),
        reserved: null,
        reserved_for_call: null,
      },
    }),
  );
  await sendLast(tx, (tx) =>
    appendEntry(tx, { ...of, kind: "attempt.answered", facts: { run, carrier_call_id: `call-${call}` } }),
  );
  await sendLast(tx, (tx) =>
    appendEntry(tx, {
      ...of,
      kind: "attempt.settled",
      phoneNumber,
      facts: {
        run,
        campaign: 1,
        contact: call,
        direction: "outbound",
        environment: "production",
        state: "completed",
        outcome: "answered",
        end_reason: "completed",
        duration_seconds: 30,
        cost_minor: 1,
        currency: "USD",
        held: null,
      },
    }),
  );
};

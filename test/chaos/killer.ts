import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { RunningStack } from "../../infra/local/stack.ts";
import type { Supervisor } from "../../infra/local/supervisor.ts";
import { PATIENCE_MS } from "../harness/patience.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** `postgres-backend` is one of PostgreSQL's own processes: the server then ends all connections and recovers. */
export const KILLABLE = ["worker", "api", "temporal", "postgres", "postgres-backend"] as const;
export type KillablePart = (typeof KILLABLE)[number];
/** The second ones are there where two run side by side. */
export type Killable = KillablePart | "second worker" | "second api";

export interface Killing {
  part: Killable;
  atMs: number;
}

export interface Killer {
  readonly kills: readonly Killing[];
  /** `kill -9` as soon as the part is there. */
  kill(part: Killable): Promise<void>;
  /** Resolves when all parts are up, with the instant at which that was seen. */
  everythingUp(): Promise<number>;
}

const RECOVERY_BEGINS_WITHIN_MS = 5000;
const SERVED = ["worker", "api", "temporal", "postgres"] as const;

/** `stack` gives what runs now: a restart makes another one. `beside`: processes that run beside it. */
export const createKiller = (stack: () => RunningStack, beside?: Pick<Supervisor, "pid">): Killer => {
  const kills: Killing[] = [];
  return {
    kills,
    kill: async (part) => {
      await waitUntil(`${part} is there to be killed`, () => killOne(stack(), part, beside), PATIENCE_MS);
      kills.push({ part, atMs: Date.now() });
    },
    everythingUp: () =>
      waitUntil(
        "everything runs again",
        async () => SERVED.every((part) => stack().pid(part) !== undefined) && (await answers(stack())) && Date.now(),
        PATIENCE_MS,
      ),
  };
};

const killOne = async (stack: RunningStack, part: Killable, beside?: Pick<Supervisor, "pid">): Promise<boolean> => {
  if (part === "postgres-backend") return killBackend(stack);
  if (part !== "second worker" && part !== "second api") return stack.kill(part, "SIGKILL");
  const pid = beside?.pid(part);
  return pid !== undefined && process.kill(pid, "SIGKILL");
};

/** Ends a connection of the API or the worker, one that works if there is one; resolves when the server has ended all others. */
const killBackend = (stack: RunningStack): Promise<boolean> =>
  withConnection(stack, async (client) => {
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'ringdown-%'
       order by (state = 'active') desc, random() limit 1`,
    );
    const [backend] = rows;
    if (!backend) return false;
    process.kill(backend.pid, "SIGKILL");
    await Promise.race([ended, delay(RECOVERY_BEGINS_WITHIN_MS)]);
    return true;
  });

const answers = (stack: RunningStack): Promise<boolean> =>
  withConnection(stack, async (client) => (await client.query("select 1")).rowCount === 1);

/** Fails while the server is down. */
const withConnection = async <T>({ environment }: RunningStack, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: environment["DATABASE_MIGRATIONS_URL"],
    connectionTimeoutMillis: 5000,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};

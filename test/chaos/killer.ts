import pg from "pg";
import type { RunningStack } from "../../infra/local/stack.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** `postgres-backend` is one of PostgreSQL's own processes: the server then ends all connections and recovers. */
export const KILLABLE = ["worker", "api", "temporal", "postgres", "postgres-backend"] as const;
export type Killable = (typeof KILLABLE)[number];

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

const PATIENCE_MS = 120_000;
const SERVED = ["worker", "api", "temporal", "postgres"] as const;

/** `stack` gives what runs now: a restart makes another one. */
export const createKiller = (stack: () => RunningStack): Killer => {
  const kills: Killing[] = [];
  return {
    kills,
    kill: async (part) => {
      await waitUntil(`${part} is there to be killed`, () => killOne(stack(), part), PATIENCE_MS);
      kills.push({ part, atMs: Date.now() });
    },
    everythingUp: () =>
      waitUntil(
        "everything runs again",
        async () => SERVED.every((part) => stack().pid(part) !== undefined) && (await backendOf(stack())) && Date.now(),
        PATIENCE_MS,
      ),
  };
};

const killOne = async (stack: RunningStack, part: Killable): Promise<boolean> => {
  if (part !== "postgres-backend") return stack.kill(part, "SIGKILL");
  const pid = await backendOf(stack);
  return pid !== null && process.kill(pid, "SIGKILL");
};

/** A connection of the API or the worker, one that works if there is one; fails while the server is down. */
const backendOf = async ({ environment }: RunningStack): Promise<number | null> => {
  const client = new pg.Client({ connectionString: environment["DATABASE_URL"], connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'ringdown-%' and pid <> pg_backend_pid()
       order by (state = 'active') desc, random() limit 1`,
    );
    return rows[0]?.pid ?? null;
  } finally {
    await client.end();
  }
};

import { readdirSync, readFileSync } from "node:fs";
import { Client, Connection, WorkflowNotFoundError } from "@temporalio/client";
import pg from "pg";
import type { RunningStack } from "../../infra/local/stack.ts";
import { memoryOf } from "../bench/process-memory.ts";
import type { SoakMeasure } from "./soak-judge.ts";

const PROCESSES = ["api", "worker", "temporal", "object-store", "simulator", "postgres"] as const;
const MEMORY_NOISE_MB = 40;
const HANDLE_NOISE = 12;
const ROW_NOISE = 300;
/** Workflows continue as new before their histories have so many events: until then they grow and start anew. */
const HISTORY_NOISE = 2000;
const MOST_DESCRIBED = 100;

export interface SoakReader {
  read(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** Reads what may not grow: memory and open handles of each process, rows of each table, histories of what goes on. */
export const openSoakReader = async (stack: RunningStack): Promise<SoakReader> => {
  const { environment } = stack;
  const database = new pg.Client({ connectionString: environment["DATABASE_MIGRATIONS_URL"] });
  await database.connect();
  const connection = await Connection.connect({ address: environment["TEMPORAL_ADDRESS"] ?? "" });
  const temporal = new Client({ connection, namespace: environment["TEMPORAL_NAMESPACE"] ?? "default" });
  return {
    read: async () => ({
      ...processValues(stack),
      ...(await databaseValues(database)),
      ...(await historyValues(temporal)),
    }),
    close: async () => {
      await database.end();
      await connection.close();
    },
  };
};

/** Returns the measures by the names that were read: tables are those that exist. */
export const soakMeasures = (names: readonly string[]): SoakMeasure[] =>
  names.map((name): SoakMeasure => {
    if (name.startsWith("rows of ")) return { name, kind: "per act", noise: ROW_NOISE };
    if (name.endsWith(" MB")) return { name, kind: "level", noise: MEMORY_NOISE_MB };
    return { name, kind: "level", noise: name === LONGEST_HISTORY ? HISTORY_NOISE : HANDLE_NOISE };
  });

const LONGEST_HISTORY = "events of the longest open history";

const processValues = (stack: RunningStack): Record<string, number> =>
  Object.fromEntries(
    PROCESSES.flatMap((part) => {
      const pid = stack.pid(part);
      if (pid === undefined) return [];
      const family = part === "postgres" ? [pid, ...childrenOf(pid)] : [pid];
      const sum = (value: (pid: number) => number) => family.reduce((total, member) => total + value(member), 0);
      return [
        [`${part} memory, MB`, sum((member) => valueWhileItLives(() => memoryOf(member).ownMb))],
        [`${part} handles`, sum((member) => valueWhileItLives(() => readdirSync(`/proc/${member}/fd`).length))],
      ];
    }),
  );

/** PostgreSQL has a process for each connection, which may end at any moment. */
const childrenOf = (parent: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => valueWhileItLives(() => parentOf(pid)) === parent);

const parentOf = (pid: number): number => Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);

const valueWhileItLives = (read: () => number): number => {
  try {
    return read();
  } catch {
    return 0;
  }
};

const databaseValues = async (database: pg.Client): Promise<Record<string, number>> => {
  const connections = await database.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name like 'ringdown-%'",
  );
  const tables = await database.query<{ name: string; rows: number }>(
    "select relname as name, (n_tup_ins - n_tup_del)::float8 as rows from pg_stat_user_tables order by relname",
  );
  return {
    "database connections": connections.rows[0]?.count ?? 0,
    ...Object.fromEntries(tables.rows.map(({ name, rows }) => [`rows of ${name}`, rows])),
  };
};

const historyValues = async (temporal: Client): Promise<Record<string, number>> => {
  let open = 0;
  let longest = 0;
  for await (const { workflowId } of temporal.workflow.list({ query: "ExecutionStatus = 'Running'" })) {
    open += 1;
    if (open <= MOST_DESCRIBED) longest = Math.max(longest, await lengthOf(temporal, workflowId));
  }
  return { "open workflows": open, [LONGEST_HISTORY]: longest };
};

/** The list's own figure for a running workflow is not its length. */
const lengthOf = async (temporal: Client, workflowId: string): Promise<number> => {
  try {
    return (await temporal.workflow.getHandle(workflowId).describe()).historyLength;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 0;
    throw error;
  }
};

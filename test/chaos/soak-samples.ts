import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client, Connection, WorkflowNotFoundError } from "@temporalio/client";
import pg from "pg";
import type { PartName, RunningStack } from "../../infra/local/stack.ts";
import { memoryOf, memoryOfFamily } from "../bench/process-memory.ts";
import { readHeapAfterCollection } from "./collected-heap.ts";
import {
  CONNECTION_HANDLES,
  CONNECTION_MEMORY,
  LONGEST_HISTORY,
  nameFiles,
  nameRows,
  OPEN_WORKFLOWS,
} from "./soak-measures.ts";

const PROCESSES: readonly PartName[] = ["api", "worker", "temporal", "object-store", "simulator"];
/** Programs of Go say in their logs what is left after a collection: the rest of their memory is garbage and reserve. */
const GO_PROGRAMS: readonly PartName[] = ["temporal", "object-store"];
const FOLDERS: readonly PartName[] = ["postgres", "temporal", "object-store", "simulator"];
const MOST_DESCRIBED = 100;
const BYTES_OF_MB = 1e6;

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
      ...fileValues(stack),
      ...(await databaseValues(database)),
      ...(await historyValues(temporal)),
    }),
    close: async () => {
      await database.end();
      await connection.close();
    },
  };
};

const processValues = (stack: RunningStack): Record<string, number> => ({
  ...Object.assign({}, ...PROCESSES.map((part) => valuesOfPart(stack, part))),
  ...Object.assign({}, ...GO_PROGRAMS.map((part) => heapOf(stack, part))),
  ...valuesOfPostgres(stack),
});

const valuesOfPart = (stack: RunningStack, part: PartName): Record<string, number> => {
  const pid = stack.pid(part);
  if (pid === undefined) return {};
  return {
    [`${part} memory, MB`]: valueWhileItLives(() => memoryOf(pid).ownMb),
    [`${part} handles`]: valueWhileItLives(() => handlesOf(pid)),
  };
};

const heapOf = ({ dataDir }: RunningStack, part: PartName): Record<string, number> => {
  const heapMb = readHeapAfterCollection(join(dataDir, "logs", `${part}.log`));
  return heapMb === undefined ? {} : { [`${part} heap after a collection, MB`]: heapMb };
};

const valuesOfPostgres = (stack: RunningStack): Record<string, number> => {
  const server = stack.pid("postgres");
  if (server === undefined) return {};
  const children = childrenOf(server);
  const connections = children.filter((pid) => isConnection(pid));
  const handles = connections.reduce((sum, pid) => sum + valueWhileItLives(() => handlesOf(pid)), 0);
  return {
    "postgres memory, MB": Math.round(memoryOfFamily([server, ...children])),
    [CONNECTION_MEMORY]: Math.round((memoryOfFamily(connections) / Math.max(1, connections.length)) * 10) / 10,
    [CONNECTION_HANDLES]: Math.round(handles / Math.max(1, connections.length)),
  };
};

const handlesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** By the title that the process gives itself, which begins with the login. */
const isConnection = (pid: number): boolean =>
  valueWhileItLives(() =>
    Number(readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("postgres: ringdown_login ")),
  ) > 0;

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

const fileValues = ({ dataDir }: RunningStack): Record<string, number> =>
  Object.fromEntries(
    FOLDERS.map((part) => [nameFiles(part), Math.round(sizeOfFolder(join(dataDir, part)) / BYTES_OF_MB)]),
  );

/** Files may go while they are counted. */
const sizeOfFolder = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + valueWhileItLives(() => statSync(join(parentPath, name)).size), 0);

const databaseValues = async (database: pg.Client): Promise<Record<string, number>> => {
  const connections = await database.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name like 'ringdown-%'",
  );
  const tables = await database.query<{ name: string; rows: number }>(
    "select relname as name, (n_tup_ins - n_tup_del)::float8 as rows from pg_stat_user_tables order by relname",
  );
  return {
    "database connections": connections.rows[0]?.count ?? 0,
    ...Object.fromEntries(tables.rows.map(({ name, rows }) => [nameRows(name), rows])),
  };
};

const historyValues = async (temporal: Client): Promise<Record<string, number>> => {
  let open = 0;
  let longest = 0;
  for await (const { workflowId } of temporal.workflow.list({ query: "ExecutionStatus = 'Running'" })) {
    open += 1;
    if (open <= MOST_DESCRIBED) longest = Math.max(longest, await lengthOf(temporal, workflowId));
  }
  return { [OPEN_WORKFLOWS]: open, [LONGEST_HISTORY]: longest };
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

import type { Database } from "../../../infra/postgres/database.ts";

const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** The times at which unknown runs were requested, oldest first, for each database that this process uses. */
const remembered = new WeakMap<Database, Map<string, number>>();

interface RunName {
  provider: string;
  organization_id: string;
  run_uuid: string;
}

/** Remembers for a minute that a run does not exist: a row always exists before its carrier knows it. */
export const cacheUnknownRun = (database: Database, name: RunName): void => {
  const runs = remembered.get(database) ?? new Map<string, number>();
  remembered.set(database, runs);
  runs.delete(keyOf(name));
  runs.set(keyOf(name), Date.now());
  if (runs.size <= MOST_REMEMBERED) return;
  for (const oldest of runs.keys()) {
    runs.delete(oldest);
    break;
  }
};

export const isUnknownRun = (database: Database, name: RunName): boolean =>
  Date.now() - (remembered.get(database)?.get(keyOf(name)) ?? 0) < REMEMBERED_MS;

const keyOf = ({ provider, organization_id, run_uuid }: RunName): string =>
  `${provider}/${organization_id}/${run_uuid.toLowerCase()}`;

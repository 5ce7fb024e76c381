import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** What a Temporal server divides each task queue into, unless it is told otherwise. */
const USUAL_PARTITIONS = 4;
/** How the names of the partitions after a queue's first begin. */
const NAMED_PARTITION = "/_sys/";
const TASK_TABLES = ["tasks", "tasks_v2"];
const BUSY_FOR_MS = 5_000;

/**
 * Returns the settings by which every task queue has one partition: the others are for servers of several machines, and
 * here each costs polls, and each of its tasks a way to the first. Where the file holds tasks of an earlier start in
 * the others, these are read beside the first one. The server removes rows of done tasks some time after a later one, so
 * that the last rows of a partition may stay, and it is read for nothing.
 */
export const choosePartitions = (databaseFile: string | null) => ({
  "matching.numTaskqueueWritePartitions": 1,
  "matching.numTaskqueueReadPartitions":
    databaseFile !== null && hasTasksElsewhere(databaseFile) ? USUAL_PARTITIONS : 1,
});

const hasTasksElsewhere = (file: string): boolean => {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { timeout: BUSY_FOR_MS });
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    const known = TASK_TABLES.filter((table) => tables.some(({ name }) => name === table));
    return known.some((table) => database.prepare(withTaskElsewhere(table)).get(NAMED_PARTITION) !== undefined);
  } finally {
    database.close();
  }
};

const withTaskElsewhere = (table: string): string =>
  `select 1 from ${table} where instr(task_queue_id, cast(? as blob)) > 0 limit 1`;

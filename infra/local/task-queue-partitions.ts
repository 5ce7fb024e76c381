import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** The number of partitions into which a Temporal server divides each task queue by default. */
const USUAL_PARTITIONS = 4;
/** The beginning of the names of a queue's partitions after the first. */
const NAMED_PARTITION = "/_sys/";
const TASK_TABLES = ["tasks", "tasks_v2"];
const BUSY_FOR_MS = 5_000;

/**
 * Returns the settings by which every task queue has one partition. Several are for servers on several machines; here each further
 * one costs polls, and its tasks are forwarded to the first. Where the file holds tasks of an earlier start in other partitions,
 * these are read too. The server removes the rows of done tasks only some time after a later one, so the last rows may stay, and
 * such a partition is read in vain.
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

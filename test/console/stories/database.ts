import { Client } from "pg";
import type { StoryRig } from "./rig.ts";

/** Runs one statement as the platform's owner, for rows that would take an API's client too long to make. */
export const runStatement = async (
  { stack }: StoryRig,
  statement: string,
  values: readonly unknown[],
): Promise<void> => {
  const database = new Client({ connectionString: stack.running.environment["DATABASE_MIGRATIONS_URL"] });
  await database.connect();
  try {
    await database.query(statement, [...values]);
  } finally {
    await database.end();
  }
};

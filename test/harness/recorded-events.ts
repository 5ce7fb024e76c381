import { appendFileSync } from "node:fs";
import type { Kysely } from "kysely";
import type { Tables } from "../../infra/postgres/tables.ts";

/** A JSON line for each event goes there: `scripts/examples.ts` makes the examples of the OpenAPI document from them. */
const FILE = process.env["RECORD_EVENTS"];

/** Records what the tests of a file wrote on the timeline. */
export const recordEvents = async (db: Kysely<Tables>): Promise<void> => {
  if (!FILE) return;
  const events = await db.selectFrom("timeline_events").select(["kind", "summary", "payload"]).limit(5_000).execute();
  for (const event of events) appendFileSync(FILE, `${JSON.stringify(event)}\n`);
};

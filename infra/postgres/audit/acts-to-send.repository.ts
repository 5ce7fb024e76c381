import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { Act } from "./act.entity.ts";

type Reading = Pick<Database, "withoutOrganization">;

const LOOK_AGAIN_AFTER_MS = 100;

/**
 * Returns the last act up to which none can come any more; null: a transaction that began to note one goes on for too long. Ids are taken
 * before transactions end: whoever has one and has not ended holds a lock on the table.
 */
export const findLastSettledAct = async (
  { withoutOrganization: db }: Reading,
  { waitMs }: { waitMs: number },
): Promise<number | null> => {
  const { rows } = await sql<{ last: number }>`select platform_last_act() as last`.execute(db);
  const writers = async () => {
    const found = await sql<{ writer: string }>`
      select distinct virtualtransaction as writer from pg_locks
      where relation = 'acts'::regclass and mode = 'RowExclusiveLock' and granted`.execute(db);
    return found.rows.map(({ writer }) => writer);
  };
  const before = new Set(await writers());
  for (let waited = 0; before.size > 0; waited += LOOK_AGAIN_AFTER_MS) {
    if (waited >= waitMs) return null;
    await sleep(LOOK_AGAIN_AFTER_MS);
    const now = new Set(await writers());
    for (const writer of before) if (!now.has(writer)) before.delete(writer);
  }
  return rows[0]?.last ?? 0;
};

/** Lists the acts of all organizations that a receiver has not got, up to one, in the order of their ids. */
export const listActsToSend = async (
  { withoutOrganization: db }: Reading,
  { receiver, upTo, limit }: { receiver: string; upTo: number; limit: number },
): Promise<Act[]> => {
  const { rows } = await sql<Act>`select * from platform_acts_to_send(${receiver}, ${upTo}::bigint, ${limit})`.execute(
    db,
  );
  return rows;
};

/** Notes that a receiver has all acts up to one. */
export const noteActsSent = async (
  { withoutOrganization: db }: Reading,
  receiver: string,
  upTo: number,
): Promise<void> => {
  await sql`select platform_note_acts_sent(${receiver}, ${upTo}::bigint)`.execute(db);
};

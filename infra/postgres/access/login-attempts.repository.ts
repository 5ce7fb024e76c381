import { sql } from "kysely";
import {
  FAILURES_FORGOTTEN_AFTER_SECONDS,
  type PacedAttempts,
  type Slowdown,
} from "../../../domain/access/login-slowdown.ts";
import type { Database } from "../database.ts";

const LARGEST_EXPONENT = 20;

/**
 * Counts an attempt as failed before its password is checked, so that many simultaneous ones are all counted; a success
 * takes it back. Returns the seconds to wait when the subject is locked (nothing is counted then), else null.
 */
export const reserveAttempt = async (
  { withoutOrganization: db }: Database,
  subject: string,
  { now, free, longestSeconds }: Slowdown & { now: Date },
): Promise<number | null> => {
  const { rows } = await sql<{ failures: number }>`
    insert into login_attempts as known (subject, failures, locked_until, updated_at)
    values (${subject}, 1, null, ${now})
    on conflict (subject) do update set
      failures = ${failuresAfter(now)},
      locked_until = case when ${failuresAfter(now)} < ${free} then null
        else ${now}::timestamptz + interval '1 second'
          * least(${longestSeconds}, power(2, least(${failuresAfter(now)} - ${free}, ${LARGEST_EXPONENT}::int))) end,
      updated_at = ${now}
    where known.locked_until is null or known.locked_until <= ${now}
    returning failures`.execute(db);
  if (rows.length > 0) return null;
  const lock = await db
    .selectFrom("login_attempts")
    .select("locked_until")
    .where("subject", "=", subject)
    .executeTakeFirst();
  return Math.max(1, ((lock?.locked_until?.getTime() ?? 0) - now.getTime()) / 1000);
};

/**
 * Counts an attempt as failed before its password is checked, and gives it its turn. Returns for how many milliseconds it
 * waits; null when its turn would come too late, and nothing is counted then.
 */
export const paceAttempt = async (
  { withoutOrganization: db }: Database,
  subject: string,
  { now, free, intervalMs, longestWaitMs }: PacedAttempts & { now: Date },
): Promise<number | null> => {
  const interval = sql`${intervalMs}::integer * interval '1 millisecond'`;
  const { rows } = await sql<{ turn_ends_at: Date | null }>`
    insert into login_attempts as known (subject, failures, locked_until, updated_at)
    values (${subject}, 1, null, ${now})
    on conflict (subject) do update set
      failures = ${failuresAfter(now)},
      locked_until = case when ${failuresAfter(now)} <= ${free} then null
        else greatest(known.locked_until, ${now}::timestamptz) + ${interval} end,
      updated_at = ${now}
    where known.locked_until is null or known.locked_until <= ${new Date(now.getTime() + longestWaitMs)}
    returning locked_until as turn_ends_at`.execute(db);
  const [turn] = rows;
  if (!turn) return null;
  return turn.turn_ends_at ? Math.max(0, turn.turn_ends_at.getTime() - intervalMs - now.getTime()) : 0;
};

/** Takes one turn back without letting others pass. */
export const returnPacedAttempt = async ({ withoutOrganization: db }: Database, subject: string): Promise<void> => {
  await db
    .updateTable("login_attempts")
    .set((row) => ({ failures: sql<number>`greatest(${row.ref("failures")} - 1, 0)` }))
    .where("subject", "=", subject)
    .execute();
};

const failuresAfter = (now: Date) => sql`(case
  when known.updated_at < ${now}::timestamptz - ${FAILURES_FORGOTTEN_AFTER_SECONDS} * interval '1 second' then 1
  else known.failures + 1 end)`;

/** Takes one reserved attempt back and lets the subject try at once. */
export const returnAttempt = async ({ withoutOrganization: db }: Database, subject: string): Promise<void> => {
  await db
    .updateTable("login_attempts")
    .set((row) => ({ failures: sql<number>`greatest(${row.ref("failures")} - 1, 0)`, locked_until: null }))
    .where("subject", "=", subject)
    .execute();
};

/** Deletes the subject's failures, and those of every subject without a recent one. */
export const clearAttempts = async (
  { withoutOrganization: db }: Database,
  { subject, now }: { subject: string; now: Date },
): Promise<void> => {
  const longAgo = new Date(now.getTime() - 2 * FAILURES_FORGOTTEN_AFTER_SECONDS * 1000);
  await db
    .deleteFrom("login_attempts")
    .where((row) => row.or([row("subject", "=", subject), row("updated_at", "<", longAgo)]))
    .execute();
};

import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { GrantedTokens, TokenRequest } from "../../limits/shared-windows.ts";
import type { Database } from "../database.ts";

/** A process tells of itself every second; one that has not done so for this long has ended. */
export const BELIEVED_FOR_SECONDS = 5;
const WINDOWS_KEPT_FOR_SECONDS = 60;

const runs = sql`told_at > clock_timestamp() - ${BELIEVED_FOR_SECONDS} * interval '1 second'
  and told_at < clock_timestamp() + ${BELIEVED_FOR_SECONDS} * interval '1 second'`;

/** Notes that this API process runs. Returns how many do. */
export const noteApiProcess = async ({ withoutOrganization: db }: Database, uuid: string): Promise<number> => {
  const told = sql`insert into api_processes as known (uuid, told_at) values (${uuid}, clock_timestamp())
    on conflict (uuid) do update set told_at = excluded.told_at returning 1`;
  const { rows } = await sql<{ others: number }>`
    with told as (${told}) select count(*) as others from api_processes where uuid <> ${uuid} and ${runs}`.execute(db);
  return 1 + (rows[0]?.others ?? 0);
};

/** Gives the share of a process back at once. */
export const forgetApiProcess = async ({ withoutOrganization: db }: Database, uuid: string): Promise<void> => {
  await db.deleteFrom("api_processes").where("uuid", "=", uuid).execute();
};

/** Deletes processes that have ended, windows that are over, and what ended processes had given out. Rows in use are left alone. */
export const sweepSharedLimits = async ({ withoutOrganization: db }: Database): Promise<void> => {
  const over = sql`ends_at < clock_timestamp() - ${WINDOWS_KEPT_FOR_SECONDS} * interval '1 second'`;
  const statements = [
    sql`delete from api_processes where uuid in (select uuid from api_processes where not (${runs}) for update skip locked)`,
    sql`delete from request_windows where subject in (select subject from request_windows where ${over} for update skip locked)`,
    sql`delete from shared_permits where subject in (
      select subject from shared_permits where not exists (
        select from jsonb_object_keys(holders) as holder join api_processes on uuid::text = holder
      ) for update skip locked)`,
  ];
  for (const statement of statements) await statement.execute(db);
};

/** Takes tokens of several windows in one statement. A window that is over begins anew. The answers are in the order of `requests`. */
export const takeOfWindows = async (
  { withoutOrganization: db }: Database,
  requests: readonly TokenRequest[],
): Promise<GrantedTokens[]> => {
  const asked = requests.map((request) => ({ ...request, hash: hashSubject(request.subject) }));
  // A clock that was set back must not keep a window for longer than it is.
  const isOver = sql`(w.ends_at <= clock_timestamp() or w.ends_at > clock_timestamp() + w.length_ms * interval '1 millisecond')`;
  const { rows } = await sql<{ hash: string; asked: number; ends_in_ms: number }>`
    insert into request_windows as w (subject, asked, most, length_ms, ends_at)
    select decode(hash, 'hex'), tokens, most, length_ms, clock_timestamp() + length_ms * interval '1 millisecond'
    from unnest(${asked.map(({ hash }) => hash)}::text[], ${asked.map(({ tokens }) => tokens)}::integer[],
      ${asked.map(({ most }) => most)}::integer[], ${asked.map(({ lengthMs }) => lengthMs)}::integer[])
      as asked(hash, tokens, most, length_ms)
    order by hash
    on conflict (subject) do update set
      asked = case when ${isOver} then excluded.asked else least(w.asked, excluded.most) + excluded.asked end,
      ends_at = case when ${isOver} then excluded.ends_at else w.ends_at end,
      most = excluded.most, length_ms = excluded.length_ms
    returning encode(subject, 'hex') as hash, asked,
      extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as ends_in_ms`.execute(db);
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return asked.map(({ hash, tokens, most, lengthMs }) => {
    const row = byHash.get(hash);
    if (!row) throw new Error("a window was not answered");
    const granted = Math.min(Math.max(most - (row.asked - tokens), 0), tokens);
    return {
      granted,
      taken: Math.min(row.asked, most),
      isNew: row.asked === tokens,
      endsInMs: Math.min(Math.max(row.ends_in_ms, 0), lengthMs),
    };
  });
};

const hashSubject = (subject: string): string => createHash("sha256").update(subject).digest("hex").slice(0, 32);

/**
 * Stores how many permits of a subject a process has given out, unless all that run have more than `most` then. Without `most` it is
 * always stored. Returns whether it was.
 */
export const storePermits = async (
  { withoutOrganization: db }: Database,
  { subject, uuid, held, most = null }: { subject: string; uuid: string; held: number; most?: number | null },
): Promise<boolean> => {
  const others = sql`select key, value from jsonb_each(p.holders)
    where key <> ${uuid} and key in (select uuid::text from api_processes where ${runs})`;
  const own = sql`jsonb_build_object(${uuid}::text, ${held}::integer)`;
  const { rows } = await sql`
    insert into shared_permits as p (subject, holders) values (${subject}, ${own})
    on conflict (subject) do update set
      holders = (select coalesce(jsonb_object_agg(key, value), '{}') from (${others}) as others) || ${own}
    where ${most}::integer is null
      or ${held} + (select coalesce(sum(value::integer), 0) from (${others}) as others) <= ${most}::integer
    returning 1 as stored`.execute(db);
  return rows.length > 0;
};

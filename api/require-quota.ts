import { type RawBuilder, sql } from "kysely";
import { MOST_TEXT_BYTES, type QuotaKind, readQuota } from "../domain/access/quotas.ts";
import { MEGABYTE } from "../domain/file/bytes.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { sendTogether } from "../infra/postgres/send-together.ts";
import { HttpError } from "./http/http-error.ts";
import type { OperationContext } from "./http/operation-context.ts";
import { rememberQuota, takeRememberedQuota } from "./remembered-quota.ts";

interface Counted {
  where: RawBuilder<unknown>;
  /** What lists answer of it besides its short fields. */
  texts?: RawBuilder<string>;
}

/** The rows that count for each quota. */
const COUNTED = {
  agents: { where: sql`status = 'active' and not is_hidden` },
  tools: {
    where: sql`status <> 'archived'`,
    texts: sql<string>`concat(description, definition, compensation)`,
  },
  credentials: { where: sql`true` },
  folders: { where: sql`true` },
  contact_lists: { where: sql`not is_hidden` },
  api_keys: { where: sql`archived_at is null` },
  own_packs: { where: sql`true` },
  telephony_configurations: { where: sql`true` },
  phone_numbers: { where: sql`released_at is null`, texts: sql<string>`extra_metadata::text` },
  analytics_views: { where: sql`true`, texts: sql<string>`question::text` },
  workflow_recordings: { where: sql`true` },
} satisfies Record<QuotaKind, Counted>;

export const QUOTA_REACHED = "The organization has as many as it may, or as much; the answer says how to make room";

/** Inserts what `insert` does; throws 402 when the organization has no room for it. Both are sent together. */
export const insertWithinQuota = async <T>(
  { database, actor }: OperationContext,
  tx: OrganizationTransaction,
  { kind, insert }: { kind: QuotaKind; insert(tx: OrganizationTransaction): Promise<T> },
): Promise<T> => {
  const name = `${actor.organizationId}/${kind}`;
  if (takeRememberedQuota(database, name)) return insert(tx);
  const [room, inserted] = await sendTogether(tx, (tx) => [requireQuota(tx, kind), insert(tx)]);
  rememberQuota(database, name, room - 1);
  return inserted;
};

/**
 * Throws 402 when the organization has no room for this many more; returns how many have room. Simultaneous requests may exceed
 * the limit by a few.
 */
export const requireQuota = async (tx: OrganizationTransaction, kind: QuotaKind, more = 1): Promise<number> => {
  const { words, most, makeRoom } = readQuota(kind);
  const { where, texts }: Counted = COUNTED[kind];
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::integer as count, coalesce(sum(bytes), 0)::bigint as bytes
    from (select octet_length(${texts ?? sql`null::text`}) as bytes from ${sql.table(kind)} where ${where} limit ${most + 1}) as found
  `.execute(tx);
  const { count = 0, bytes = 0 } = rows[0] ?? {};
  if (count + more > most)
    throw new HttpError(402, "too_many", `Your organization has reached its limit of ${most} ${words}: ${makeRoom}`);
  if (bytes > MOST_TEXT_BYTES)
    throw new HttpError(
      402,
      "too_much",
      `The texts of your organization's ${words} have reached their limit of ${MOST_TEXT_BYTES / MEGABYTE} MB: shorten some, or ${makeRoom}`,
    );
  return most - count;
};

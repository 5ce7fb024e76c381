import { type RawBuilder, sql } from "kysely";
import { type CountedRows, MOST_TEXT_BYTES, type QuotaKind, readQuota } from "../domain/access/quotas.ts";
import { MEGABYTE } from "../domain/file/bytes.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { sendTogether } from "../infra/postgres/send-together.ts";
import { HttpError } from "./http/http-error.ts";
import type { OperationContext } from "./http/operation-context.ts";
import { rememberQuota, takeRememberedQuota } from "./remembered-quota.ts";

/** The rows that count for a quota. */
const COUNTED: Record<CountedRows, (kind: QuotaKind) => RawBuilder<unknown>> = {
  all: () => sql`true`,
  active_and_shown: () => sql`status = 'active' and not is_hidden`,
  shown: () => sql`not is_hidden`,
  not_archived: (kind) => (kind === "api_keys" ? sql`archived_at is null` : sql`status <> 'archived'`),
  not_released: () => sql`released_at is null`,
};

/** What lists answer of a row besides its short fields. */
const TEXTS: { [Kind in QuotaKind]?: RawBuilder<string> } = {
  tools: sql<string>`concat(description, definition, compensation)`,
  phone_numbers: sql<string>`extra_metadata::text`,
  analytics_views: sql<string>`question::text`,
};

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
  const { words, counted, most, makeRoom } = readQuota(kind);
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::integer as count, coalesce(sum(bytes), 0)::bigint as bytes
    from (select octet_length(${TEXTS[kind] ?? sql`null::text`}) as bytes from ${sql.table(kind)} where ${COUNTED[counted](kind)} limit ${most + 1}) as found
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

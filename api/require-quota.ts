import { type RawBuilder, sql } from "kysely";
import { MEGABYTE } from "../domain/file/bytes.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { sendTogether } from "../infra/postgres/send-together.ts";
import { HttpError } from "./http/http-error.ts";
import type { OperationContext } from "./http/operation-context.ts";
import { rememberQuota, takeRememberedQuota } from "./remembered-quota.ts";

/** What the free texts of a kind may come to together: a list of all of them is made and sent at once, while others wait. */
const MOST_BYTES = 8 * MEGABYTE;

interface Kind {
  words?: string;
  most: number;
  where: RawBuilder<unknown>;
  makeRoom: string;
  /** What lists answer of it besides its short fields. */
  texts?: RawBuilder<string>;
}

/** The limits for kinds that an answer lists as a whole, and how an organization makes room. */
const KINDS = {
  agents: {
    most: 1_000,
    where: sql`status = 'active' and not is_hidden`,
    makeRoom: "archive agents that take no calls",
  },
  tools: {
    most: 1_000,
    where: sql`status <> 'archived'`,
    makeRoom: "archive tools that no agent uses",
    texts: sql<string>`concat(description, definition, compensation)`,
  },
  credentials: { most: 1_000, where: sql`true`, makeRoom: "delete credentials that nothing uses" },
  folders: { words: "channels", most: 1_000, where: sql`true`, makeRoom: "delete channels that nobody reads" },
  contact_lists: {
    words: "contact lists",
    most: 1_000,
    where: sql`not is_hidden`,
    makeRoom: "delete lists that no campaign calls",
  },
  api_keys: {
    words: "API keys",
    most: 100,
    where: sql`archived_at is null`,
    makeRoom: "archive keys that nobody uses",
  },
  own_packs: {
    words: "packs",
    most: 100,
    where: sql`true`,
    makeRoom: "withdraw packs of which nobody is hired",
  },
  telephony_configurations: {
    words: "carrier accounts",
    most: 200,
    where: sql`true`,
    makeRoom: "delete accounts that nothing dials with",
  },
  phone_numbers: {
    words: "phone numbers",
    most: 5_000,
    where: sql`released_at is null`,
    makeRoom: "delete numbers that nothing uses",
    texts: sql<string>`extra_metadata::text`,
  },
  workflow_recordings: {
    words: "recordings",
    most: 500,
    where: sql`true`,
    makeRoom: "delete recordings that nothing plays",
  },
} satisfies Record<string, Kind>;

export const QUOTA_REACHED = "The organization has as many as it may, or as much; the answer says how to make room";

/** Inserts what `insert` does; throws 402 when the organization has no room for it. Both are sent together. */
export const insertWithinQuota = async <T>(
  { database, actor }: OperationContext,
  tx: OrganizationTransaction,
  { kind, insert }: { kind: keyof typeof KINDS; insert(tx: OrganizationTransaction): Promise<T> },
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
export const requireQuota = async (
  tx: OrganizationTransaction,
  kind: keyof typeof KINDS,
  more = 1,
): Promise<number> => {
  const { words = kind, most, where, makeRoom, texts }: Kind = KINDS[kind];
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::integer as count, coalesce(sum(bytes), 0)::bigint as bytes
    from (select octet_length(${texts ?? sql`null::text`}) as bytes from ${sql.table(kind)} where ${where} limit ${most + 1}) as found
  `.execute(tx);
  const { count = 0, bytes = 0 } = rows[0] ?? {};
  if (count + more > most)
    throw new HttpError(402, "too_many", `Your organization has reached its limit of ${most} ${words}: ${makeRoom}`);
  if (bytes > MOST_BYTES)
    throw new HttpError(
      402,
      "too_much",
      `The texts of your organization's ${words} have reached their limit of ${MOST_BYTES / MEGABYTE} MB: shorten some, or ${makeRoom}`,
    );
  return most - count;
};

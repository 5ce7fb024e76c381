import { sql } from "kysely";
import { BINDING_ENVIRONMENTS, ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { stopJourneys } from "../journey/stop-journeys.ts";
import { lockNumbers } from "../locks.ts";
import { markOf } from "../privacy/mark-keys.ts";
import { appendEntries, appendEntry } from "../record/append-entry.ts";
import type { DoNotCallEntry } from "./do-not-call-entry.entity.ts";
import { selectLiveEntries } from "./number-permission.ts";

export interface DoNotCallAddition {
  organizationId: number;
  /** Absent: production. An entry of the sandbox binds calls of the sandbox alone. */
  environment?: "production" | "sandbox";
  /** E.164, at most NUMBERS_PER_TRANSACTION; repeated ones count once. */
  phoneNumbers: readonly string[];
  source: DoNotCallEntry["source"];
  reason?: string | null;
  /** Absent: permanent. */
  expiresAt?: Date | null;
  createdBy?: number | null;
  /** `user:7` or `api_key:12`. Absent: the user, or `system`. */
  actor?: string;
}

/**
 * Adds numbers; once the transaction has committed, no call to them is handed to a carrier. It waits for calls that are being
 * handed over, so callers must not hold a lock that a hand-over needs. An expired entry is replaced and counts as added; a live one
 * is never shortened, and becomes permanent by an addition without `expiresAt`.
 */
export const addToDoNotCall = async (
  tx: OrganizationTransaction,
  addition: DoNotCallAddition,
): Promise<{ added: number; alreadyListed: number }> => {
  const numbers = [...new Set(addition.phoneNumbers)];
  if (numbers.length === 0) return { added: 0, alreadyListed: 0 };
  await lockNumbers(tx, addition.organizationId, numbers);
  const live = await tx
    .selectFrom("do_not_call")
    .select((rows) => rows.fn.countAll<number>().as("count"))
    .where(sql<boolean>`phone_number = any(${numbers}::text[])`)
    .where("environment", "=", addition.environment ?? "production")
    .where(isLive)
    .executeTakeFirstOrThrow();
  await upsert(tx, addition, numbers);
  await stopJourneys(tx, addition.environment ?? "production", numbers);
  const { organizationId, createdBy = null, environment = "production", source, expiresAt = null } = addition;
  const { actor = createdBy === null ? "system" : `user:${createdBy}` } = addition;
  const facts = { environment, source, expires_at: expiresAt?.toISOString() ?? null };
  await appendEntries(tx, { organizationId, kind: "do_not_call.added", actor, facts }, numbers);
  return { added: numbers.length - live.count, alreadyListed: live.count };
};

const upsert = async (tx: OrganizationTransaction, addition: DoNotCallAddition, numbers: string[]) => {
  const {
    organizationId,
    environment = "production",
    source,
    reason = null,
    expiresAt = null,
    createdBy = null,
  } = addition;
  await sql`
    insert into do_not_call as entry (organization_id, environment, phone_number, reason, source, created_by, expires_at)
    select ${organizationId}, ${environment}, number, ${reason}, ${source}, ${createdBy}, ${expiresAt}
    from unnest(${numbers}::text[]) as number
    on conflict (organization_id, phone_number, environment) do update set
      reason = case when entry.expires_at <= now() then excluded.reason else entry.reason end,
      source = case when entry.expires_at <= now() then excluded.source else entry.source end,
      created_by = case when entry.expires_at <= now() then excluded.created_by else entry.created_by end,
      created_at = case when entry.expires_at <= now() then now() else entry.created_at end,
      expires_at = case when excluded.expires_at is null then null else greatest(entry.expires_at, excluded.expires_at) end
    where entry.expires_at is not null`.execute(tx);
};

const isLive = selectLiveEntries("do_not_call");

/**
 * Lists live entries after the one `after`, in the order of numbers, of one number that of production first; `digits`: only numbers
 * that contain them.
 */
export const listDoNotCall = (
  tx: OrganizationTransaction,
  { digits, after, limit }: { digits?: string | undefined; after?: EntryName | undefined; limit: number },
): Promise<DoNotCallEntry[]> =>
  tx
    .selectFrom("do_not_call")
    .selectAll()
    .where(isLive)
    .$if(digits !== undefined, (rows) => rows.where("phone_number", "like", `%${digits}%`))
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(phone_number, environment) > (${after?.phone_number}, ${after?.environment})`),
    )
    .orderBy("phone_number")
    .orderBy("environment")
    .limit(limit)
    .execute();

/** Selects a number's own entries, and that which an erasure has left of one. */
const isOf = (tx: OrganizationTransaction, phoneNumber: string) =>
  // The mark is calculated once, so that the key of the table finds the entry however many there are.
  sql<boolean>`phone_number = any(array[${phoneNumber}::text,
    (select ${markOf(tx, { organizationId: CURRENT, known: phoneNumber })})])`;

const CURRENT = sql`nullif(current_setting('app.organization_id', true), '')::bigint`;

type EntryName = Pick<DoNotCallEntry, "phone_number" | "environment">;

/** Finds the live entry that binds calls of an environment; that of production, where there are two. */
export const findDoNotCall = (
  tx: OrganizationTransaction,
  phoneNumber: string,
  environment: DoNotCallEntry["environment"] = "production",
): Promise<DoNotCallEntry | undefined> =>
  tx
    .selectFrom("do_not_call")
    .selectAll()
    .where(isOf(tx, phoneNumber))
    .where("environment", "in", BINDING_ENVIRONMENTS[environment])
    .where(isLive)
    .orderBy("environment")
    .executeTakeFirst();

interface RemovalTerms {
  /** Absent: both. */
  environments?: readonly DoNotCallEntry["environment"][] | undefined;
  /** `user:7` or `api_key:12`. */
  actor: string;
}

/** Removes a number's entries of these environments; returns false when there was no live one. */
export const removeFromDoNotCall = async (
  tx: OrganizationTransaction,
  phoneNumber: string,
  { environments = ENVIRONMENTS, actor }: RemovalTerms,
): Promise<boolean> => {
  const removed = await tx
    .deleteFrom("do_not_call")
    .where(isOf(tx, phoneNumber))
    .where("environment", "in", environments)
    .where(isLive)
    .returning(["organization_id", "environment"])
    .execute();
  for (const { organization_id: organizationId, environment } of removed)
    await appendEntry(tx, { organizationId, kind: "do_not_call.removed", actor, phoneNumber, facts: { environment } });
  return removed.length > 0;
};

/** Removes the entries that a person's own text has made and takes back; `reason` begins theirs. */
export const liftOptOut = async (
  tx: OrganizationTransaction,
  { phoneNumber, reason }: { phoneNumber: string; reason: string },
): Promise<void> => {
  const removed = await tx
    .deleteFrom("do_not_call")
    .where(isOf(tx, phoneNumber))
    .where("source", "=", "opt_out")
    .where("reason", "like", `${reason}%`)
    .returning(["organization_id", "environment"])
    .execute();
  for (const { organization_id: organizationId, environment } of removed)
    await appendEntry(tx, {
      organizationId,
      kind: "do_not_call.removed",
      actor: "system",
      phoneNumber,
      facts: { environment },
    });
};

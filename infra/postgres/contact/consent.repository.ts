import { sql } from "kysely";
import { CONSENT_STATUSES, type ConsentStatus, replacesConsent } from "../../../domain/contact/consent.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { lockNumbers } from "../locks.ts";
import { appendEntries } from "../record/append-entry.ts";
import type { Consent } from "./consent.entity.ts";
import type { ConsentChange } from "./consent-change.entity.ts";

export interface ConsentStatement {
  organizationId: number;
  /** Absent: production. A statement of the sandbox binds calls of the sandbox alone. */
  environment?: "production" | "sandbox";
  status: ConsentStatus;
  /** Where it was given: a form, a letter, a call. */
  source: string;
  wording?: string | null;
  /** `user:7`, `api_key:12` or `system`. */
  actor: string;
  /** Absent: now. An earlier statement is ignored where a later or the same one is stored. */
  statedAt?: Date | null;
}

/**
 * Stores a statement about these numbers (E.164, at most NUMBERS_PER_TRANSACTION) and returns those that it changed. A withdrawal
 * works like a do-not-call entry: once the transaction has committed, no call to the number is handed to a carrier. It waits for
 * calls that are being handed over, so callers must not hold a lock that a hand-over needs.
 */
export const recordConsents = async (
  tx: OrganizationTransaction,
  phoneNumbers: readonly string[],
  statement: ConsentStatement,
): Promise<string[]> => {
  const numbers = [...new Set(phoneNumbers)];
  await lockNumbers(tx, statement.organizationId, numbers);
  const { organizationId, environment = "production", status, source } = statement;
  const { wording = null, actor, statedAt = null } = statement;
  const kept = CONSENT_STATUSES.filter((recorded) => !replacesConsent(recorded, status));
  const { rows } = await sql<{ phone_number: string }>`
    with stated as (
      select number as phone_number, coalesce(${statedAt}::timestamptz, clock_timestamp()) as at
      from unnest(${numbers}::text[]) as number
    ), changed as (
      insert into consents as consent (organization_id, environment, phone_number, status, source, wording, changed_at)
      select ${organizationId}, ${environment}, phone_number, ${status}, ${source}, ${wording}, at from stated order by phone_number
      on conflict (organization_id, phone_number, environment) do update set
        status = excluded.status, source = excluded.source, wording = excluded.wording, changed_at = excluded.changed_at
      where not (consent.status = any(${kept}::text[]))
        and (${statedAt}::timestamptz is null or consent.changed_at < excluded.changed_at)
      returning phone_number, changed_at
    )
    insert into consent_changes (organization_id, environment, phone_number, status, source, wording, actor, changed_at)
    select ${organizationId}, ${environment}, phone_number, ${status}, ${source}, ${wording}, ${actor}, changed_at
    from changed order by phone_number
    returning phone_number`.execute(tx);
  const changed = rows.map((row) => row.phone_number);
  await appendEntries(tx, { organizationId, kind: "consent.changed", actor, facts: { environment, status } }, changed);
  return changed;
};

/** Finds what was recorded of a number in an environment; undefined: nothing was. */
export const findConsent = (
  tx: OrganizationTransaction,
  phoneNumber: string,
  environment: Consent["environment"],
): Promise<Consent | undefined> =>
  tx
    .selectFrom("consents")
    .selectAll()
    .where("phone_number", "=", phoneNumber)
    .where("environment", "=", environment)
    .executeTakeFirst();

/** Lists changes, newest first; `before`: only those older than that change. */
export const listConsentChanges = (
  tx: OrganizationTransaction,
  {
    phoneNumber,
    environment,
    before,
    limit,
  }: { phoneNumber: string; environment: Consent["environment"]; before?: number | undefined; limit: number },
): Promise<ConsentChange[]> =>
  tx
    .selectFrom("consent_changes")
    .selectAll()
    .where("phone_number", "=", phoneNumber)
    .where("environment", "=", environment)
    .$if(before !== undefined, (rows) => rows.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

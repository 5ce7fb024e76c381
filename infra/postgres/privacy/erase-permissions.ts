import { sql } from "kysely";
import { FORBIDS_CALLS } from "../../../domain/contact/consent.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { lockNumbers } from "../locks.ts";
import { markOf } from "./mark-keys.ts";

interface Permissions {
  organizationId: number;
  numbers: readonly string[];
  keepDoNotCall: boolean;
}

const markOfRow = (tx: OrganizationTransaction) =>
  markOf(tx, { organizationId: sql`organization_id`, known: sql`phone_number` });

const LISTED = (tx: OrganizationTransaction, numbers: readonly string[]) => sql`
  select organization_id, environment, ${markOfRow(tx)}, source, created_at, expires_at
  from do_not_call where phone_number = any(${numbers}::text[]) and (expires_at is null or expires_at > now())`;

const WITHDRAWN = (tx: OrganizationTransaction, numbers: readonly string[]) => sql`
  select organization_id, environment, ${markOfRow(tx)}, 'opt_out', changed_at, null::timestamptz
  from consents where phone_number = any(${numbers}::text[]) and status = ${FORBIDS_CALLS}`;

/**
 * Puts an HMAC in the place of an erased person's number on the do-not-call list, where it goes on to bind; a withdrawn consent, which
 * is removed with the others, becomes such an entry. Without `keepDoNotCall` the entries go. Returns how many it changed.
 */
export const eraseDoNotCall = async (
  tx: OrganizationTransaction,
  { organizationId, numbers, keepDoNotCall }: Permissions,
): Promise<number> => {
  await lockNumbers(tx, organizationId, numbers);
  if (keepDoNotCall) {
    // A withdrawn consent binds for good, whatever entry there is beside it.
    for (const kept of [LISTED, WITHDRAWN])
      await sql`
        insert into do_not_call as entry (organization_id, environment, phone_number, source, created_at, expires_at)
        ${kept(tx, numbers)}
        on conflict (organization_id, phone_number, environment) do update set
          expires_at = case when entry.expires_at is null or excluded.expires_at is null then null
            else greatest(entry.expires_at, excluded.expires_at) end`.execute(tx);
  }
  const { numAffectedRows } = await sql`
    delete from do_not_call where phone_number = any(${numbers}::text[])`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

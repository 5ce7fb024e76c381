import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

export interface OwnNumberQuery {
  accountId: number;
  phoneNumberId: number | undefined;
  /** The person's. */
  phoneNumber: string;
  /** Taken where the person has had no text yet. */
  preferred: string | null;
}

/**
 * Finds the number of an account that sends a text: the named one, else the one of the last text with this person, else the preferred
 * one, else the default caller id. Null: the account has none that can send.
 */
export const findOwnNumberForText = async (
  tx: OrganizationTransaction,
  {
    accountId,
    phoneNumberId = null,
    phoneNumber,
    preferred,
  }: Omit<OwnNumberQuery, "phoneNumberId"> & {
    phoneNumberId?: number | null | undefined;
  },
): Promise<{ number: string; wasUsed: boolean } | null> => {
  const { rows } = await sql<{ number: string; was_used: boolean }>`
    select n.address_normalized as number, last.own_number is not null as was_used
    from phone_numbers n left join lateral (
      select t.own_number from text_messages t
      where t.organization_id = n.organization_id and t.phone_number = ${phoneNumber}
        and t.telephony_configuration_id = n.telephony_configuration_id
      order by t.created_at desc, t.id desc limit 1
    ) last on last.own_number = n.address_normalized
    where n.telephony_configuration_id = ${accountId} and n.is_active and n.ownership = 'account' and n.address_type = 'pstn'
      and n.released_at is null and (${phoneNumberId}::bigint is null or n.id = ${phoneNumberId}::bigint)
    order by was_used desc, n.address_normalized = ${preferred} desc nulls last, n.is_default_caller_id desc, n.id
    limit 1`.execute(tx);
  const [row] = rows;
  return row ? { number: row.number, wasUsed: row.was_used } : null;
};

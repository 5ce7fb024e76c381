import { sql } from "kysely";
import { type AccountStanding, TRIAL_SECONDS } from "../../../domain/call/account-failover-and-route.rules.ts";
import type { OrganizationTransaction } from "../database.ts";

/** What an account does: calls and texts fail apart from each other. */
export type AccountUse = "calls" | "texts";

const COLUMNS = {
  calls: { failures: "failures_in_row", until: "out_until", seconds: "out_for_seconds" },
  texts: { failures: "texts_failed_in_row", until: "texts_out_until", seconds: "texts_out_for_seconds" },
} as const;

/** How an account stands that may take a call. */
export interface AccountToRoute {
  id: number;
  provider: string;
  is_inactive: boolean;
  is_out: boolean;
  /** Its time out has passed, and no call has tried it yet. */
  is_to_try: boolean;
  /** Active numbers of the account, in E.164 or as its trunk names them. */
  has_caller_id: boolean;
  may_show: boolean;
}

/** Reads how accounts stand; `may_show` tells whether each may show the number, which it may where none is asked for. */
export const readAccountsToRoute = async (
  tx: OrganizationTransaction,
  { accountIds, callerNumber, use }: { accountIds: readonly number[]; callerNumber: string | null; use: AccountUse },
): Promise<AccountToRoute[]> => {
  const until = sql.ref(`pace.${COLUMNS[use].until}`);
  const { rows } = await sql<AccountToRoute>`
    select a.id, a.provider, a.inactive_since is not null as is_inactive,
      coalesce(${until} > clock_timestamp(), false) as is_out,
      coalesce(${until} <= clock_timestamp(), false) as is_to_try,
      exists (select from phone_numbers n where n.telephony_configuration_id = a.id and n.is_active) as has_caller_id,
      ${callerNumber}::text is null or exists (
        select from phone_numbers n
        where n.telephony_configuration_id = a.id and n.is_active and n.address_normalized = ${callerNumber}
      ) as may_show
    from telephony_configurations a left join telephony_paces pace on pace.telephony_configuration_id = a.id
    where a.id = any(${accountIds}::bigint[])`.execute(tx);
  return rows;
};

/** Takes the one call that tries an account again; false: another call has taken it. */
export const takeTrial = async (tx: OrganizationTransaction, accountId: number, use: AccountUse): Promise<boolean> => {
  const { until } = COLUMNS[use];
  const taken = await tx
    .updateTable("telephony_paces")
    .set({ [until]: sql<Date>`clock_timestamp() + ${TRIAL_SECONDS} * interval '1 second'` })
    .where("telephony_configuration_id", "=", accountId)
    .where(until, "<=", sql<Date>`clock_timestamp()`)
    .returning("telephony_configuration_id")
    .executeTakeFirst();
  return taken !== undefined;
};

/** Locks how an account stands until the transaction ends, so that no failure of calls at a time is counted once only. */
export const lockStanding = async (
  tx: OrganizationTransaction,
  account: { id: number; organization_id: number },
  use: AccountUse,
): Promise<AccountStanding> => {
  const { failures, seconds } = COLUMNS[use];
  await tx
    .insertInto("telephony_paces")
    .values({ telephony_configuration_id: account.id, organization_id: account.organization_id })
    .onConflict((clash) => clash.doNothing())
    .execute();
  const row = await tx
    .selectFrom("telephony_paces")
    .select([`${failures} as failures`, `${seconds} as seconds`])
    .where("telephony_configuration_id", "=", account.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { failuresInRow: row.failures, outForSeconds: row.seconds };
};

export const writeStanding = async (
  tx: OrganizationTransaction,
  { accountId, use }: { accountId: number; use: AccountUse },
  { failuresInRow, outForSeconds }: AccountStanding,
): Promise<void> => {
  const { failures, until, seconds } = COLUMNS[use];
  await tx
    .updateTable("telephony_paces")
    .set({
      [failures]: failuresInRow,
      [seconds]: outForSeconds,
      [until]: outForSeconds === null ? null : sql<Date>`clock_timestamp() + ${outForSeconds} * interval '1 second'`,
    })
    .where("telephony_configuration_id", "=", accountId)
    .execute();
};

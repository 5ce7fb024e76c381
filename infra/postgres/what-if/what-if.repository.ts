import { type Insertable, sql } from "kysely";
import type { WhatIfResult } from "../../../domain/what-if/predict-policy.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { WhatIf } from "./what-if.entity.ts";

export interface WhatIfAddress {
  organizationId: number;
  whatIfUuid: string;
}

/** Counts the questions of the organization that are not answered. */
export const countWhatIfsUnderWay = async (tx: OrganizationTransaction): Promise<number> => {
  const { count } = await tx
    .selectFrom("what_ifs")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  return count;
};

/** Inserts a question; a repeated uuid returns the existing one. */
export const insertWhatIf = async (
  tx: OrganizationTransaction,
  {
    blocked_contacts: blocked,
    ...whatIf
  }: Insertable<Tables["what_ifs"]> & { uuid: string; blocked_contacts: number[] },
): Promise<{ row: WhatIf; isNew: boolean }> => {
  const inserted = await tx
    .insertInto("what_ifs")
    // The driver would write a list as an array of the database.
    .values({ ...whatIf, blocked_contacts: sql<number[]>`${JSON.stringify(blocked)}::jsonb` })
    .onConflict((conflict) => conflict.column("uuid").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { row: inserted, isNew: true };
  const known = tx.selectFrom("what_ifs").selectAll().where("uuid", "=", whatIf.uuid);
  return { row: await known.executeTakeFirstOrThrow(), isNew: false };
};

export const findWhatIf = (
  tx: OrganizationTransaction,
  { campaignId, id }: { campaignId: number; id: number },
): Promise<WhatIf | undefined> =>
  tx.selectFrom("what_ifs").selectAll().where("id", "=", id).where("campaign_id", "=", campaignId).executeTakeFirst();

export const findWhatIfByUuid = (tx: OrganizationTransaction, uuid: string): Promise<WhatIf | undefined> =>
  tx.selectFrom("what_ifs").selectAll().where("uuid", "=", uuid).executeTakeFirst();

/** Lists the newest questions to a campaign, without their answers by hour. */
export const listWhatIfs = (
  tx: OrganizationTransaction,
  { campaignId, limit }: { campaignId: number; limit: number },
): Promise<WhatIf[]> =>
  tx
    .selectFrom("what_ifs")
    .selectAll()
    // A campaign of months has thousands of hours, which stay where they are.
    .select(
      sql<WhatIf["result"]>`jsonb_set(jsonb_set(result, '{was,byHour}', '[]'), '{would,byHour}', '[]')`.as("result"),
    )
    .where("campaign_id", "=", campaignId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Writes the answer, or why there is none; one that is over stays as it is. */
export const settleWhatIf = async (
  tx: OrganizationTransaction,
  uuid: string,
  end: { result: WhatIfResult } | { error: string },
): Promise<void> => {
  await tx
    .updateTable("what_ifs")
    .set({ state: "result" in end ? "done" : "failed", ended_at: sql<Date>`now()`, ...end })
    .where("uuid", "=", uuid)
    .where("state", "=", "running")
    .execute();
};

export interface UnfinishedWhatIf extends WhatIfAddress {
  campaignId: number;
  environment: string;
}

/** Lists the questions of all organizations that are not answered and older. */
export const listUnfinishedWhatIfs = async (
  { withoutOrganization }: Database,
  { olderThanSeconds }: { olderThanSeconds: number },
): Promise<UnfinishedWhatIf[]> => {
  const { rows } = await sql<{ organization_id: number; uuid: string; campaign_id: number; environment: string }>`
    select * from platform_unfinished_what_ifs(make_interval(secs => ${olderThanSeconds}))`.execute(
    withoutOrganization,
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    whatIfUuid: row.uuid,
    campaignId: row.campaign_id,
    environment: row.environment,
  }));
};

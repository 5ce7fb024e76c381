import { type SqlBool, sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { CampaignFigures } from "./campaign-figures.entity.ts";

export type Figures = Omit<CampaignFigures, "campaign_id" | "organization_id">;
export type FiguresDelta = Partial<Record<Exclude<keyof Figures, "revision">, number>>;

/** Adds to a campaign's counts, in the transaction of the change that they count. */
export const changeFigures = async (
  tx: OrganizationTransaction,
  campaignId: number,
  delta: FiguresDelta,
): Promise<void> => {
  const plus = (name: keyof FiguresDelta) => sql<number>`${sql.ref(name)} + ${delta[name] ?? 0}`;
  await tx
    .updateTable("campaign_figures")
    .set({
      total: plus("total"),
      suppressed: plus("suppressed"),
      finished: plus("finished"),
      dialled: plus("dialled"),
      answered: plus("answered"),
      unreached: plus("unreached"),
      in_flight: plus("in_flight"),
      waiting_retry: plus("waiting_retry"),
      attempts: plus("attempts"),
      revision: sql<number>`revision + 1`,
    })
    .where("campaign_id", "=", campaignId)
    .execute();
};

/** Reads a campaign's state and counts in one statement, so that they are consistent. */
export const readFigures = (tx: OrganizationTransaction, campaignId: number) =>
  tx
    .selectFrom("campaigns")
    .innerJoin("campaign_figures", "campaign_figures.campaign_id", "campaigns.id")
    .selectAll("campaign_figures")
    .select(["campaigns.state", "campaigns.name", "campaigns.max_concurrency", "campaigns.snapshot_at"])
    .where("campaigns.id", "=", campaignId)
    .executeTakeFirst();

/** Counts the contacts themselves, which the stored figures must equal. */
export const countFigures = (tx: OrganizationTransaction, campaignId: number) =>
  tx
    .selectFrom("campaign_contacts")
    .select(({ fn }) => {
      const where = (condition: string) => fn.countAll<number>().filterWhere(sql.raw<SqlBool>(condition));
      return [
        fn.countAll<number>().as("total"),
        where("state = 'suppressed'").as("suppressed"),
        where("state = 'finished'").as("finished"),
        where("dialled").as("dialled"),
        where("answered").as("answered"),
        where("state = 'finished' and not answered").as("unreached"),
        where("state = 'in_flight'").as("in_flight"),
        where("state = 'waiting_retry'").as("waiting_retry"),
        sql<number>`coalesce(sum(attempts), 0)::bigint`.as("attempts"),
      ];
    })
    .where("campaign_id", "=", campaignId)
    .executeTakeFirstOrThrow();

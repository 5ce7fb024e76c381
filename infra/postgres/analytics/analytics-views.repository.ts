import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { AnalyticsView } from "./analytics-view.entity.ts";

/** Lists the views that a member sees: their own, and those that are shared, by name. */
export const listViews = (tx: OrganizationTransaction, userId: number): Promise<AnalyticsView[]> =>
  tx
    .selectFrom("analytics_views")
    .selectAll()
    .where((view) => view.or([view("is_shared", "=", true), view("created_by", "=", userId)]))
    .orderBy("name")
    .orderBy("id")
    .execute();

/** Finds a view that the member sees, and locks it. */
export const findView = (
  tx: OrganizationTransaction,
  { viewId, userId }: { viewId: number; userId: number },
): Promise<AnalyticsView | undefined> =>
  tx
    .selectFrom("analytics_views")
    .selectAll()
    .where("id", "=", viewId)
    .where((view) => view.or([view("is_shared", "=", true), view("created_by", "=", userId)]))
    .forUpdate()
    .executeTakeFirst();

type ViewContent = Pick<AnalyticsView, "name" | "is_shared" | "question">;

export const insertView = (
  tx: OrganizationTransaction,
  view: ViewContent & { organization_id: number; created_by: number },
): Promise<AnalyticsView> => tx.insertInto("analytics_views").values(view).returningAll().executeTakeFirstOrThrow();

export const updateView = (
  tx: OrganizationTransaction,
  viewId: number,
  change: Partial<ViewContent>,
): Promise<AnalyticsView> =>
  tx
    .updateTable("analytics_views")
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where("id", "=", viewId)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteView = async (tx: OrganizationTransaction, viewId: number): Promise<void> => {
  await tx.deleteFrom("analytics_views").where("id", "=", viewId).execute();
};

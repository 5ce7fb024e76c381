import type { AnalyticsView } from "../../../infra/postgres/analytics/analytics-view.entity.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { analyticsQuery } from "./analytics.schemas.ts";
import { findMissing } from "./find-missing.ts";

/** Presents views to a caller, each with what it names and is gone. */
export const presentViews = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  rows: readonly AnalyticsView[],
) => {
  const views = rows.map((row) => ({ row, question: analyticsQuery.parse(row.question) }));
  const missingOf = await findMissing(
    tx,
    views.map(({ question }) => question),
  );
  return views.map(({ row, question }) => ({
    id: row.id,
    name: row.name,
    shared: row.is_shared,
    is_own: row.created_by === actor.userId,
    question,
    missing: missingOf(question),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
};

export const presentView = async (context: OperationContext, tx: OrganizationTransaction, row: AnalyticsView) => {
  const [view] = await presentViews(context, tx, [row]);
  if (!view) throw new Error(`view ${row.id} is not presented`);
  return view;
};

import { hasRole } from "../../../domain/access/member-role.rules.ts";
import type { AnalyticsView } from "../../../infra/postgres/analytics/analytics-view.entity.ts";
import { findView } from "../../../infra/postgres/analytics/analytics-views.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { viewNotFound, viewOfAnother } from "./analytics.errors.ts";

/** Finds a view that the caller may change: their own, and as an admin every shared one. */
export const requireOwnView = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  viewId: number,
): Promise<AnalyticsView> => {
  const view = await findView(tx, { viewId, userId: actor.userId });
  if (!view) throw viewNotFound();
  if (view.created_by !== actor.userId && !hasRole(actor.role, "admin")) throw viewOfAnother();
  return view;
};

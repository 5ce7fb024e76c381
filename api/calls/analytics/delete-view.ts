import { deleteView as deleteRow } from "../../../infra/postgres/analytics/analytics-views.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import type { viewParams } from "./analytics.schemas.ts";
import { requireOwnView } from "./require-own-view.ts";

/** Deletes a view; the calls that it asked for stay. */
export const deleteView = (context: OperationContext, { params }: OperationInput<{ params: typeof viewParams }>) =>
  context.inOrganization(async (tx) => {
    const view = await requireOwnView(context, tx, params.view_id);
    await deleteRow(tx, view.id);
    return { success: true as const };
  });

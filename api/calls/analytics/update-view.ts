import { updateView as updateRow } from "../../../infra/postgres/analytics/analytics-views.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import type { viewChangeBody, viewParams } from "./analytics.schemas.ts";
import { requireSharing } from "./create-view.ts";
import { readQuestion } from "./read-question.ts";
import { requireOwnView } from "./require-own-view.ts";
import { presentView } from "./views.presenter.ts";

type Input = OperationInput<{ params: typeof viewParams; body: typeof viewChangeBody }>;

/** Renames a view, shares it or not, or keeps another question in it; what is not sent stays. */
export const updateView = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    const view = await requireOwnView(context, tx, params.view_id);
    const { name, shared, question } = body;
    requireSharing(context, shared);
    if (question !== undefined) await readQuestion(context, tx, question);
    const change = {
      ...(name !== undefined && { name }),
      ...(shared !== undefined && { is_shared: shared }),
      ...(question !== undefined && { question }),
    };
    return presentView(context, tx, await updateRow(tx, view.id, change));
  });

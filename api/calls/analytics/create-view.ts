import { hasRole } from "../../../domain/access/member-role.rules.ts";
import { insertView } from "../../../infra/postgres/analytics/analytics-views.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { insertWithinQuota } from "../../require-quota.ts";
import { sharingForbidden } from "./analytics.errors.ts";
import type { viewBody } from "./analytics.schemas.ts";
import { readQuestion } from "./read-question.ts";
import { presentView } from "./views.presenter.ts";

/** Keeps a question under a name; throws for one that could not be asked now. */
export const createView = (context: OperationContext, { body }: OperationInput<{ body: typeof viewBody }>) =>
  context.inOrganization(async (tx) => {
    const { name, shared, question } = body;
    requireSharing(context, shared);
    await readQuestion(context, tx, question);
    const { organizationId: organization_id, userId: created_by } = context.actor;
    const row = await insertWithinQuota(context, tx, {
      kind: "analytics_views",
      insert: (tx) => insertView(tx, { organization_id, created_by, name, is_shared: shared, question }),
    });
    return presentView(context, tx, row);
  });

/** Throws where somebody who only reads would show a view to everybody. */
export const requireSharing = ({ actor }: OperationContext, shared: boolean | undefined): void => {
  if (shared === true && !hasRole(actor.role, "operator")) throw sharingForbidden();
};

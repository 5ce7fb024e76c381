import { listConnectorActivity } from "../../infra/postgres/connector/connector-activity.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentActivity } from "./connectors.presenter.ts";
import type { activityQuery } from "./connectors.schemas.ts";

/** Lists activity; the cursor is the last row of the page. */
export const listActivity = async (
  context: OperationContext,
  { query: { account_id: accountId, slug, cursor: before, limit } }: OperationInput<{ query: typeof activityQuery }>,
) => {
  const rows = await context.inOrganization((tx) =>
    listConnectorActivity(tx, { accountId, slug, before, limit: limit + 1 }),
  );
  const page = rows.slice(0, limit);
  return {
    activity: page.map(presentActivity),
    next_cursor: rows.length > limit ? (page.at(-1)?.tool_call_id ?? null) : null,
  };
};

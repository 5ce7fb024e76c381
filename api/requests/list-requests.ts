import { listRequests as listRows } from "../../infra/postgres/request/request-list.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { computeOffset, describePage } from "../http/pagination.ts";
import { presentListedRequest } from "./requests.presenter.ts";
import type { listRequestsQuery } from "./requests.schemas.ts";

/** Lists the requests of agents to people, the earliest deadline first. */
export const listRequests = (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof listRequestsQuery }>,
) =>
  context.inOrganization(async (tx) => {
    const { state, kind, workflow_id: agentId, event_id: eventId, limit } = query;
    const filter = { state, kind, agentId, eventId };
    const { rows, total } = await listRows(tx, filter, { limit, offset: computeOffset(query) });
    return { requests: rows.map(presentListedRequest), ...describePage(query, total) };
  });

import { countRowsBefore } from "../../domain/access/list-pages.ts";
import { findProposedCall, listRequests as listRows } from "../../infra/postgres/request/request-list.repository.ts";
import { openArguments } from "../../infra/postgres/tool/tool-call.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { describePage } from "../http/pagination.ts";
import { requestNotFound } from "./requests.errors.ts";
import { presentListedRequest } from "./requests.presenter.ts";
import type { listRequestsQuery, requestParams } from "./requests.schemas.ts";

/** Lists the requests of agents to people, the earliest deadline first. */
export const listRequests = (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof listRequestsQuery }>,
) =>
  context.inOrganization(async (tx) => {
    const { state, kind, workflow_id: agentId, event_id: eventId, limit } = query;
    const filter = { state, kind, agentId, eventId };
    const { rows, total } = await listRows(tx, filter, { limit, offset: countRowsBefore(query) });
    return { requests: rows.map(presentListedRequest), ...describePage(query, total) };
  });

/**
 * Returns the arguments of a proposed action for the person who confirms it. They are stored sealed, only in its row.
 */
export const readArguments = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof requestParams }>,
) =>
  context.inOrganization(async (tx) => {
    const call = await findProposedCall(tx, params.action_event_id);
    if (!call) throw requestNotFound("action");
    return { event_id: params.action_event_id, arguments: openArguments(call, context.secrets) };
  });

import { findProposedCall } from "../../infra/postgres/request/request-list.repository.ts";
import { openArguments } from "../../infra/postgres/tool/tool-call.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requestNotFound } from "./requests.errors.ts";
import type { requestParams } from "./requests.schemas.ts";

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

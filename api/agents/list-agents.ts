import { listAgentRows } from "../../infra/postgres/agent/agent.repository.ts";
import { findFirstListedArchived } from "../../infra/postgres/listed-archive.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentAgentRow } from "./agents.presenter.ts";
import type { statusQuery } from "./agents.schemas.ts";

export const listAgents = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof statusQuery }>,
) => {
  const rows = await context.inOrganization(async (tx) => {
    const archivedFrom = await findFirstListedArchived(tx, "agents");
    return listAgentRows(tx, { status: query.status, archivedFrom });
  });
  return rows.map(presentAgentRow);
};

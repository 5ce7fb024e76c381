import type { z } from "zod";
import { listAgentRows } from "../../infra/postgres/agent/agent.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentAgentRow } from "./agents.presenter.ts";
import type { statusQuery } from "./agents.schemas.ts";

export const listAgents = async (context: OperationContext, { query }: { query: z.output<typeof statusQuery> }) => {
  const rows = await context.inOrganization((tx) => listAgentRows(tx, { status: query.status }));
  return rows.map(presentAgentRow);
};

import { readAgentStatuses } from "../../infra/postgres/team/agent-status.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentStatus } from "./team.presenter.ts";

export const getStatus = async (context: OperationContext) => ({
  agents: (await context.inOrganization(readAgentStatuses)).map(presentStatus),
});

import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import type { agentParams, setStatusBody } from "./agents.schemas.ts";
import { lockRequestedAgent } from "./lock-requested-agent.ts";
import { readAgentAnswer } from "./read-agent-answer.ts";
import { recordAgentChange } from "./record-agent-change.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof setStatusBody }>;

/** Archives an agent, which then takes and places no calls, or reactivates it. */
export const setAgentStatus = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    const agent = await lockRequestedAgent(context, tx, params.workflow_id);
    if (agent.status !== body.status) {
      if (body.status === "active") await requireQuota(tx, "agents");
      const changes = { status: body.status, updated_at: context.clock.now() };
      await tx.updateTable("agents").set(changes).where("id", "=", agent.id).execute();
      const change = body.status === "archived" ? "was archived" : "was brought back from the archive";
      recordAgentChange(context, tx, { agent, change });
    }
    return readAgentAnswer(tx, agent.id);
  });

import { listAgentRows } from "../../infra/postgres/agent/agent.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { agentNotFound } from "./agents.errors.ts";
import { presentAgentRow } from "./agents.presenter.ts";
import type { agentParams, moveAgentBody } from "./agents.schemas.ts";
import { lockRequestedAgent } from "./lock-requested-agent.ts";
import { recordAgentChange } from "./record-agent-change.ts";
import { requireChannel } from "./require-channel.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof moveAgentBody }>;

/**
 * Moves an agent into a channel, or with null out of it; its earlier events stay in the channel in which they happened.
 */
export const moveAgent = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    if (body.folder_id !== null) await requireChannel(tx, body.folder_id);
    const agent = await lockRequestedAgent(context, tx, params.workflow_id);
    if (agent.folder_id !== body.folder_id) {
      const changes = { folder_id: body.folder_id, updated_at: context.clock.now() };
      await tx.updateTable("agents").set(changes).where("id", "=", agent.id).execute();
      recordAgentChange(context, tx, {
        agent,
        change: body.folder_id === null ? "left its channel" : "changed channel",
      });
    }
    const [row] = await listAgentRows(tx, { agentId: agent.id });
    if (!row) throw agentNotFound();
    return presentAgentRow(row);
  });

import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { beginSession } from "./begin-session.ts";
import { requireSessionQuota } from "./require-session-quota.ts";
import { insertSessionRun, readSessionAnswer } from "./session-run.ts";
import type { agentParams, createSessionBody } from "./text-sessions.schemas.ts";

/** Creates a text session with an agent; the answer includes the agent's first words. */
export const createSession = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof agentParams; body: typeof createSessionBody }>,
) => {
  const { name, initial_context: initialContext, annotations } = body;
  const run = await context.inOrganization(async (tx) => {
    await requireSessionQuota(context, tx);
    return insertSessionRun(context, tx, {
      agentId: params.workflow_id,
      session: { name, initialContext, annotations },
    });
  });
  await beginSession(context, run);
  return readSessionAnswer(context, { workflow_id: run.agent_id, run_id: run.id });
};

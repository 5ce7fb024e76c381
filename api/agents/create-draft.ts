import { writeDraft } from "../../infra/postgres/agent/agent-changes.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentVersion } from "./agents.presenter.ts";
import type { agentParams } from "./agents.schemas.ts";
import { lockRequestedAgent } from "./lock-requested-agent.ts";
import { recordAgentChange } from "./record-agent-change.ts";

/** Returns the draft of an agent; without one, creates it as a copy of the published version. */
export const createDraft = (context: OperationContext, { params }: OperationInput<{ params: typeof agentParams }>) =>
  context.inOrganization(async (tx) => {
    const agent = await lockRequestedAgent(context, tx, params.workflow_id);
    const draft = await writeDraft(tx, agent, {});
    if (agent.draft_version_id === null) {
      recordAgentChange(context, tx, { agent, change: `got a new draft of version ${draft.version_number}` });
    }
    return presentVersion(draft);
  });

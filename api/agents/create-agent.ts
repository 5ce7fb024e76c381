import type { z } from "zod";
import type { OperationContext } from "../http/operation-context.ts";
import { addAgent } from "./add-agent.ts";
import { agentAnswer } from "./agent-answer.ts";
import { agentConfigurations, type createAgentBody } from "./agents.schemas.ts";
import { checkedDefinition } from "./checked-definition.ts";
import { requireChannel } from "./require-channel.ts";

/** Makes an agent whose first version is published at once. */
export const createAgent = (context: OperationContext, { body }: { body: z.output<typeof createAgentBody> }) => {
  const definition = checkedDefinition(context, body.definition, 422);
  return context.inOrganization(async (tx) => {
    if (body.folder_id !== undefined) await requireChannel(tx, body.folder_id);
    const agent = await addAgent(context, tx, {
      name: body.name,
      folderId: body.folder_id ?? null,
      definition,
      configurations: body.workflow_configurations ?? agentConfigurations.parse({}),
      templateContextVariables: body.template_context_variables ?? {},
    });
    return agentAnswer(tx, agent.id);
  });
};

import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { readAgentAnswer } from "./read-agent-answer.ts";
import type { agentParams } from "./agents.schemas.ts";

export const getAgent = (context: OperationContext, { params }: OperationInput<{ params: typeof agentParams }>) =>
  context.inOrganization((tx) => readAgentAnswer(tx, params.workflow_id));

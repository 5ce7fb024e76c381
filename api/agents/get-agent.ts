import type { z } from "zod";
import type { OperationContext } from "../http/operation-context.ts";
import { readAgentAnswer } from "./read-agent-answer.ts";
import type { agentParams } from "./agents.schemas.ts";

export const getAgent = (context: OperationContext, { params }: { params: z.output<typeof agentParams> }) =>
  context.inOrganization((tx) => readAgentAnswer(tx, params.workflow_id));

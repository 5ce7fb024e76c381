import type { AgentDefinition } from "../../domain/agent/agent-definition.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { invalidDefinition } from "./agents.errors.ts";
import { checkDefinition, cleanDefinition } from "../../domain/agent/check-definition.ts";

/** The definition of a request as it is kept, or the answer with everything that is wrong with it. */
export const checkedDefinition = (context: OperationContext, definition: AgentDefinition, faultStatus: 422 | 409) => {
  const errors = checkDefinition(definition);
  if (errors.length > 0) throw invalidDefinition(faultStatus, errors);
  return cleanDefinition(definition, () => context.ids.uuid());
};

import type { AgentDefinition } from "../../domain/agent/agent-definition.ts";
import { checkDefinition, cleanDefinition } from "../../domain/agent/check-definition.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { ReadingAgent } from "../../infra/postgres/document/readable-documents.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { invalidDefinition, unknownReferences } from "./agents.errors.ts";
import { checkReferences } from "./check-references.ts";

export interface DefinitionToSave {
  definition: AgentDefinition;
  /** Whose it becomes: what it may read. */
  agent: ReadingAgent;
  /** How a definition that cannot take calls is refused: 422 where it would go live, 409 where it replaces the draft. */
  faultStatus: 422 | 409;
  /** Where it stands in the request. */
  loc: (string | number)[];
}

/** The definition of a request as it is kept, or the answer with everything that is wrong with it. */
export const checkedDefinition = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { definition, agent, faultStatus, loc }: DefinitionToSave,
): Promise<AgentDefinition> => {
  const errors = checkDefinition(definition);
  if (errors.length > 0) throw invalidDefinition(faultStatus, errors);
  const missing = await checkReferences(context, tx, { definition, agent });
  if (missing.length > 0) throw unknownReferences({ definition, errors: missing, loc });
  return cleanDefinition(definition, () => context.ids.uuid());
};

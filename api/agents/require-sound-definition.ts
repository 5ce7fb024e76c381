import type { ReadingAgent } from "../../application/document/select-readable-documents.ts";
import type { AgentDefinition } from "../../domain/agent/agent-definition.ts";
import { checkDefinition, cleanDefinition } from "../../domain/agent/check-definition.ts";
import type { Environment } from "../../domain/environment/sandbox.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { checkReferences } from "../check-references.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { invalidDefinition, unknownReferences } from "./agents.errors.ts";

export interface DefinitionToSave {
  definition: AgentDefinition;
  /** The agent of the definition, which decides what it may read. */
  agent: ReadingAgent;
  environment: Environment;
  /**
   * The status for a definition that cannot take calls: 422 where it would go live, 409 where it replaces the draft.
   */
  faultStatus: 422 | 409;
  /** The place of the definition in the request. */
  loc: (string | number)[];
}

/** Returns the definition of a request in its stored form, or throws the answer with all of its faults. */
export const requireSoundDefinition = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { definition, agent, environment, faultStatus, loc }: DefinitionToSave,
): Promise<AgentDefinition> => {
  const errors = checkDefinition(definition);
  if (errors.length > 0) throw invalidDefinition(faultStatus, errors);
  const missing = await checkReferences(context, tx, { definition, agent, environment });
  if (missing.length > 0) throw unknownReferences({ definition, errors: missing, loc });
  return cleanDefinition(definition, () => context.ids.uuid());
};

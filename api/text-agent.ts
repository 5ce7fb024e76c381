import { explainNoTexts } from "../application/message/admit-text.ts";
import { chooseAgentVersion, isAgentObstacle } from "../domain/agent/usable-agent-version.ts";
import type { Environment } from "../domain/environment/sandbox.rules.ts";
import { findAgent } from "../infra/postgres/agent/agent.repository.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { agentNotUsable } from "./agents/agents.errors.ts";
import { badRequest, invalidField } from "./http/http-error.ts";
import type { ApiDependencies } from "./http/operation-context.ts";
import { DUPLICATE_AGENT, requireUsable } from "./http/require-production.ts";

/** What a request says of the agent that answers texts: to a number, to an account's numbers, or to the texts of a campaign. */
interface WantedAgent {
  text_workflow_id?: number | undefined;
  clear_text_workflow?: boolean;
}

interface TextAgentChange {
  body: WantedAgent;
  /** The carrier whose texts it answers. */
  provider: string;
  before: number | null;
  /** Whose texts it answers; absent: production's. */
  environment?: Environment;
}

/** Returns the agent that answers texts from now on; throws for one that cannot, and where the carrier has no texts. */
export const requireTextAgent = async (
  { carriers }: ApiDependencies,
  tx: OrganizationTransaction,
  { body, provider, before, environment = "production" }: TextAgentChange,
): Promise<number | null> => {
  const { text_workflow_id: agentId, clear_text_workflow: isCleared = false } = body;
  if (isCleared && agentId !== undefined)
    throw invalidField(["clear_text_workflow"], "Send either text_workflow_id or clear_text_workflow");
  if (agentId === undefined) return isCleared ? null : before;
  const carrier = carriers.get(provider);
  if (carrier.messages === null) throw badRequest("carrier_sends_no_texts", explainNoTexts(carrier));
  const chosen = chooseAgentVersion(await findAgent(tx, agentId), "published");
  if (isAgentObstacle(chosen)) throw agentNotUsable(chosen);
  requireUsable({ environment }, chosen.agent, DUPLICATE_AGENT);
  return agentId;
};

export const callerIdWithoutTexts = () =>
  invalidField(
    ["text_workflow_id"],
    "A verified number is a caller id only: it is not on the account, so texts to it go where they went before",
  );

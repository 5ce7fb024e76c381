import { createHash } from "node:crypto";
import { VERIFICATION_CALL_SECONDS } from "../../domain/number/number-verification.rules.ts";
import { insertAgent } from "../../infra/postgres/agent/agent-changes.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

const NAME = "Number verification";
/** Without a prompt there is no conversation: such a call says what `readVerificationWords` returns, and ends. */
const DEFINITION = {
  nodes: [
    { id: "start", type: "startCall", position: { x: 0, y: 0 }, data: { name: "Code", prompt: "" } },
    { id: "end", type: "endCall", position: { x: 0, y: 200 }, data: { name: "Goodbye", prompt: "Say goodbye." } },
  ],
  edges: [
    { id: "start-end", source: "start", target: "end", data: { label: "Done", condition: "The code was read." } },
  ],
};

/**
 * Returns the organization's agent for verification calls, because every run has an agent. It is created with the first
 * such call.
 */
export const findOrCreateVerificationAgent = async (
  tx: OrganizationTransaction,
  organizationId: number,
): Promise<{ agentId: number; versionId: number }> => {
  const { agent, isNew } = await insertAgent(tx, {
    organizationId,
    workflowUuid: uuidOf(organizationId),
    name: NAME,
    channelId: null,
    createdBy: null,
    definition: DEFINITION,
    configurations: { max_call_duration: VERIFICATION_CALL_SECONDS },
    templateContextVariables: {},
  });
  if (isNew) await tx.updateTable("agents").set({ is_hidden: true }).where("id", "=", agent.id).execute();
  if (agent.published_version_id === null) throw new Error(`agent ${agent.id} has no published version`);
  return { agentId: agent.id, versionId: agent.published_version_id };
};

/** Derived from the organization alone, so that two simultaneous first calls create one agent; version 8, custom. */
const uuidOf = (organizationId: number): string => {
  const hex = createHash("sha256").update(`number verification of org-${organizationId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

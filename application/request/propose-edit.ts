import { createHash } from "node:crypto";
import type { AgentDefinition } from "../../domain/agent/agent-definition.ts";
import { checkDefinition } from "../../domain/agent/check-definition.ts";
import {
  compareDefinitions,
  type DefinitionDifference,
  isEmptyDifference,
} from "../../domain/agent/definition-difference.ts";
import { readDefinition } from "../../domain/agent/read-definition.ts";
import { isShownDraft, shortenDifference } from "../../domain/request/proposed-edit.ts";
import type { Agent, AgentVersion } from "../../infra/postgres/agent/agent.entity.ts";
import {
  lockAgent,
  publishDraft,
  type VersionContent,
  writeDraft,
} from "../../infra/postgres/agent/agent-changes.repository.ts";
import { claimTrigger } from "../../infra/postgres/agent/agent-trigger.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { openRequest, type RequestOrigin } from "./open-request.ts";

export interface EditToPropose {
  /** Returns the changed version of the agent's published definition, or a sentence when there is none. */
  change: (published: AgentDefinition) => AgentDefinition | { fault: string };
  /** For the person who decides. */
  reason: string;
  /** Changes of the rest of the draft, and their difference: parts with their own names. */
  beside?: { content: Omit<VersionContent, "definition">; difference: DefinitionDifference["nodes"] };
}

/** The fault of a proposal that equals the published version. */
export const CHANGES_NOTHING = "That changes nothing.";

/**
 * Writes a draft and proposes it: people publish or discard it. A draft that somebody is editing is left alone. A
 * repeated key returns the existing proposal. `fault`: a sentence that says why nothing was proposed.
 */
export const proposeEdit = async (
  tx: OrganizationTransaction,
  origin: RequestOrigin & { agentId: number },
  { change, reason, beside }: EditToPropose,
): Promise<RequestRow | { fault: string }> => {
  const agent = await lockAgent(tx, origin.agentId);
  if (!agent) return { fault: "There is no such agent." };
  const { requestKey } = origin;
  const known = await tx.selectFrom("requests").selectAll().where("request_key", "=", requestKey).executeTakeFirst();
  if (known) return known;
  if (agent.draft_version_id !== null) {
    return { fault: "There is an unpublished draft already: people have to publish or discard it first." };
  }
  const published = await requireVersion(tx, agent.published_version_id);
  const before = readDefinition(published.definition);
  const definition = change(before);
  if ("fault" in definition) return definition;
  const [fault] = checkDefinition(definition);
  if (fault) return { fault: `The change cannot be saved: ${fault.message}` };
  const { nodes, edges } = compareDefinitions(before, definition);
  const difference = { nodes: [...(beside?.difference ?? []), ...nodes], edges };
  if (isEmptyDifference(difference)) return { fault: CHANGES_NOTHING };
  const draft = await writeDraft(tx, agent, { ...beside?.content, definition });
  const subject = {
    workflow_id: agent.id,
    draft_version: draft.version_number,
    draft_hash: hashOf(draft),
    reason,
    diff: shortenDifference(difference),
  };
  return openRequest(tx, origin, { kind: "edit", subject });
};

const requireVersion = (tx: OrganizationTransaction, id: number | null): Promise<AgentVersion> =>
  tx.selectFrom("agent_versions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Hashes the whole content of a version. */
const hashOf = ({ definition, configurations, template_context_variables }: AgentVersion): string =>
  createHash("sha256")
    .update(JSON.stringify([definition, configurations, template_context_variables]))
    .digest("hex");

/** A proposal's draft and its agent, locked until the transaction ends. */
export interface ShownDraft {
  agent: Agent;
  draft: AgentVersion;
}

/** Publishes the draft of a proposal, which its caller has checked. False: another agent has its trigger path. */
export const publishShownDraft = async (
  tx: OrganizationTransaction,
  { agent, definition }: { agent: Agent; definition: AgentDefinition },
  at: Date,
): Promise<boolean> => {
  if (!(await claimTrigger(tx, agent, definition))) return false;
  await publishDraft(tx, agent, at);
  return true;
};

/** Deletes the draft of a proposal; one that somebody has changed since is kept. */
export const discardEdit = async (tx: OrganizationTransaction, request: RequestRow): Promise<void> => {
  const shown = await lockShownDraft(tx, request);
  if (!shown) return;
  await tx.updateTable("agents").set({ draft_version_id: null }).where("id", "=", shown.agent.id).execute();
  await tx.updateTable("agent_versions").set({ status: "archived" }).where("id", "=", shown.draft.id).execute();
};

/** Locks the draft of a proposal; null when it was changed or deleted meanwhile. */
export const lockShownDraft = async (
  tx: OrganizationTransaction,
  { subject }: RequestRow,
): Promise<ShownDraft | null> => {
  const agent = await lockAgent(tx, Number(subject["workflow_id"]));
  if (!agent || agent.draft_version_id === null) return null;
  const draft = await requireVersion(tx, agent.draft_version_id);
  return isShownDraft(subject, { version: draft.version_number, hash: hashOf(draft) }) ? { agent, draft } : null;
};

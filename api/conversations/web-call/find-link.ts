import { hasConversationEnded } from "../../../application/conversation/end-conversation.ts";
import { isCallOver } from "../../../domain/call/call-states.rules.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../../infra/postgres/call/call-run.repository.ts";
import type { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import { findEmbedToken, findEmbedTokenById } from "../../../infra/postgres/web-call/embed-token.repository.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { readEmbedToken, readJoinToken } from "./web-call-tokens.ts";

/** The target of a talk link. */
export interface TalkLink {
  kind: "conversation" | "embed";
  organizationId: number;
  agentId: number;
  /** The version that conversations run; those by an embed token run the published one. */
  agentVersionId: number | null;
  /** Names the pages that may show the conversation in a frame; null: only ours. */
  embedToken: EmbedToken | null;
  /** The conversation that it joins; null: the link begins conversations of its own. */
  run: CallRun | null;
}

/**
 * Finds the target of a link; null for a token that is unknown, revoked or expired, and for a conversation that is
 * over.
 */
export const findLink = async (
  deps: Pick<ApiDependencies, "tokens" | "clock" | "database">,
  token: string,
): Promise<TalkLink | null> => {
  const embed = readEmbedToken(deps, token);
  if (embed) {
    const { organizationId } = embed;
    const row = await deps.database.inOrganization(organizationId, (tx) => findEmbedToken(tx, embed.uuid));
    if (!row || row.revoked_at !== null) return null;
    return { kind: "embed", organizationId, agentId: row.agent_id, agentVersionId: null, embedToken: row, run: null };
  }
  const join = readJoinToken(deps, token);
  if (!join) return null;
  const { organizationId } = join;
  return deps.database.inOrganization(organizationId, async (tx) => {
    const run = await findRun(tx, join.uuid);
    if (!run || isCallOver(run) || (await hasConversationEnded(tx, run.id))) return null;
    const embedToken = run.embed_token_id === null ? null : await findEmbedTokenById(tx, run.embed_token_id);
    return {
      kind: "conversation",
      organizationId,
      agentId: run.agent_id,
      agentVersionId: run.agent_version_id,
      embedToken: embedToken ?? null,
      run,
    };
  });
};

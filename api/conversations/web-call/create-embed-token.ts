import { MOST_EMBED_TOKENS } from "../../../domain/call/embed-token.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { Entities } from "../../../infra/postgres/entity-manager.ts";
import { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import { invalidField } from "../../http/http-error.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { DUPLICATE_AGENT, requireOwnEnvironment, requireUsable } from "../../http/require-production.ts";
import { requireKnownAgent } from "../../require-agent.ts";
import { recordEmbedTokenChange } from "./record-embed-token-change.ts";
import { tooManyEmbedTokens } from "./web-calls.errors.ts";
import { presentEmbedToken } from "./web-calls.presenter.ts";
import type { agentParams, createEmbedTokenBody } from "./web-calls.schemas.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof createEmbedTokenBody }>;

export const createEmbedToken = (context: OperationContext, input: Input) =>
  context.withEntities(async (em, tx) => {
    const row = await insertEmbedToken(context, { em, tx }, input);
    const answer = presentEmbedToken(context, row, { talkedSeconds: 0 });
    context.keepAnswer(tx, answer);
    return answer;
  });

interface Writing {
  em: Entities;
  tx: OrganizationTransaction;
}

/** Inserts the row of a token and its event. */
export const insertEmbedToken = async (context: OperationContext, { em, tx }: Writing, { params, body }: Input) => {
  const agent = await requireKnownAgent(tx, params.workflow_id);
  // The page of a token lets strangers talk with the agent.
  requireOwnEnvironment(context.actor, agent, "agent");
  requireUsable(context.actor, agent, DUPLICATE_AGENT);
  const now = context.clock.now();
  if (body.expires_at && body.expires_at <= now) {
    throw invalidField(["expires_at"], "This time has passed");
  }
  const inUse = await em.count(EmbedToken, {
    agent_id: agent.id,
    revoked_at: null,
    $or: [{ expires_at: null }, { expires_at: { $gt: now } }],
  });
  if (inUse >= MOST_EMBED_TOKENS) throw tooManyEmbedTokens(MOST_EMBED_TOKENS);
  const row = await em.create(EmbedToken, {
    organization_id: context.actor.organizationId,
    agent_id: agent.id,
    name: body.name ?? agent.name,
    allowed_origins: body.allowed_origins,
    environment: context.actor.environment,
    expires_at: body.expires_at ?? null,
    max_minutes: body.max_minutes ?? null,
    max_concurrent: body.max_concurrent ?? null,
    created_by: context.actor.userId,
  });
  recordEmbedTokenChange(context, tx, { token: row, change: "was created" });
  return row;
};

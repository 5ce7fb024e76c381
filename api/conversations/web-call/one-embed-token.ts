import { DAY_MS } from "../../../domain/time/durations.rules.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import { countBegun, findNewestInUse } from "../../../infra/postgres/web-call/embed-token.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requireAgent } from "../../require-agent.ts";
import { insertEmbedToken } from "./create-embed-token.ts";
import type { oneEmbedTokenBody } from "./one-embed-token.schemas.ts";
import { revokeEmbedToken } from "./revoke-embed-token.ts";
import { presentEmbedToken } from "./web-calls.presenter.ts";
import type { agentParams } from "./web-calls.schemas.ts";

type Params = OperationInput<{ params: typeof agentParams }>;

/** Returns the token that an agent's pages use: the newest that is neither revoked nor expired; null: there is none. */
export const getOneEmbedToken = (context: OperationContext, { params }: Params) =>
  context.inOrganization(async (tx) => {
    const agent = await requireAgent(tx, params.workflow_id);
    const row = await findNewestInUse(tx, agent.id, context.clock.now());
    return row ? presentOne(context, tx, row) : null;
  });

/** Creates another token; earlier ones stay valid until their own end. */
export const createOneEmbedToken = (
  context: OperationContext,
  { params, body }: Params & OperationInput<{ body: typeof oneEmbedTokenBody }>,
) =>
  context.withEntities(async (em, tx) => {
    const row = await insertEmbedToken(
      context,
      { em, tx },
      {
        params,
        body: {
          allowed_origins: body.allowed_domains,
          expires_at: new Date(context.clock.now().getTime() + body.expires_in_days * DAY_MS),
          name: undefined,
          max_minutes: undefined,
          max_concurrent: undefined,
        },
      },
    );
    const answer = await presentOne(context, tx, row);
    context.keepAnswer(tx, answer);
    return answer;
  });

/** Revokes the token that `getOneEmbedToken` returns; without one nothing changes. */
export const revokeOneEmbedToken = async (context: OperationContext, { params }: Params) => {
  const row = await context.inOrganization(async (tx) => {
    const agent = await requireAgent(tx, params.workflow_id);
    return findNewestInUse(tx, agent.id, context.clock.now());
  });
  if (row) await revokeEmbedToken(context, { params: { ...params, token_id: row.id } });
  return { success: row !== undefined };
};

const presentOne = async (context: OperationContext, tx: OrganizationTransaction, row: EmbedToken) => {
  const { id, token, allowed_origins, expires_at, created_at, embed_script } = presentEmbedToken(context, row, {
    talkedSeconds: 0,
  });
  return {
    id,
    token,
    allowed_domains: allowed_origins,
    settings: null,
    is_active: true,
    usage_count: await countBegun(tx, id),
    usage_limit: null,
    expires_at,
    created_at,
    embed_script,
  };
};

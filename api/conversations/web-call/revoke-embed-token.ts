import { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import { sumSecondsTalked } from "../../../infra/postgres/web-call/embed-token.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requireOwnEnvironment } from "../../http/require-production.ts";
import { recordEmbedTokenChange } from "./record-embed-token-change.ts";
import { embedTokenNotFound } from "./web-calls.errors.ts";
import { presentEmbedToken } from "./web-calls.presenter.ts";
import type { embedTokenParams } from "./web-calls.schemas.ts";

/** Revokes a token. Conversations that have begun continue; a revoked token is not changed. */
export const revokeEmbedToken = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof embedTokenParams }>,
) =>
  context.withEntities(async (em, tx) => {
    const row = await em.lockOne(EmbedToken, { id: params.token_id, agent_id: params.workflow_id });
    if (!row) throw embedTokenNotFound();
    requireOwnEnvironment(context.actor, row, "embed token");
    if (row.revoked_at === null) {
      await em.change(row, { revoked_at: context.clock.now() });
      recordEmbedTokenChange(context, tx, { token: row, change: "was revoked" });
    }
    return presentEmbedToken(context, row, { talkedSeconds: await sumSecondsTalked(tx, row.id) });
  });

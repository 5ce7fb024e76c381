import { ApiKey } from "../../infra/postgres/access/api-key.entity.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { notFound } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { requireNotWider } from "../http/require-scope.ts";
import { presentApiKey } from "./api-keys.presenter.ts";
import type { apiKeyParams, updateApiKeyBody } from "./api-keys.schemas.ts";
import { requireFuture } from "./require-future.ts";

/** Moves a key's end, also of one that has expired, which works again from the next request on. */
export const updateApiKey = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof apiKeyParams; body: typeof updateApiKeyBody }>,
) => {
  const { expires_at: expiresAt } = body;
  requireFuture(context, expiresAt);
  return context.withEntities(async (em, tx) => {
    const key = await em.lockOne(ApiKey, { id: params.api_key_id });
    if (!key) throw notFound("API key");
    if (key.environment === "production") requireProduction(context.actor, "change a production key");
    requireNotWider(context.actor, { scopes: key.scopes, expiresAt });
    if (key.expires_at?.getTime() !== expiresAt?.getTime()) {
      await em.change(key, { expires_at: expiresAt });
      const end = expiresAt ? `expires at ${expiresAt.toISOString()} now` : "has no end any more";
      recordTimelineAtCommit(tx, {
        organizationId: key.organization_id,
        kind: "system",
        actor: formatActor(context.actor),
        summary: `API key ${key.name} (${key.key_prefix}…) ${end}`,
      });
    }
    return presentApiKey(key, context.clock.now());
  });
};

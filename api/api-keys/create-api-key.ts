import { randomBytes } from "node:crypto";
import { cutKeyPrefix, formatApiKey, KEY_BYTES } from "../../domain/access/api-key.ts";
import { describeLimits } from "../../domain/access/api-key-limits.ts";
import { insertRow } from "../../infra/postgres/insert-row.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { hashToken } from "../http/authenticate.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { requireNotWider } from "../http/require-scope.ts";
import { insertWithinQuota } from "../require-quota.ts";
import type { createApiKeyBody } from "./api-keys.schemas.ts";
import { requireFuture } from "./require-future.ts";

/** Creates a key for the actor's organization; only this answer has its value. */
export const createApiKey = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof createApiKeyBody }>,
) => {
  const { organizationId, userId } = context.actor;
  if (body.environment === "production") requireProduction(context.actor, "make a production key");
  const limits = { scopes: body.scopes ?? null, expiresAt: body.expires_at ?? null };
  requireFuture(context, limits.expiresAt);
  requireNotWider(context.actor, limits);
  const value = formatApiKey(body.environment, randomBytes(KEY_BYTES).toString("base64url"));
  return context.inOrganization(async (tx) => {
    const created = await insertWithinQuota(context, tx, {
      kind: "api_keys",
      insert: (tx) =>
        insertRow(tx, "api_keys", {
          organization_id: organizationId,
          name: body.name,
          key_prefix: cutKeyPrefix(value),
          key_hash: hashToken(value),
          environment: body.environment,
          created_by: userId,
          expires_at: limits.expiresAt,
          scopes: limits.scopes,
        }),
    });
    const summary = `API key ${created.name} (${created.key_prefix}…) was made${describeLimits(limits)}`;
    recordTimelineAtCommit(tx, { organizationId, kind: "system", actor: formatActor(context.actor), summary });
    const answer = { ...created, api_key: value };
    context.keepAnswer(tx, answer);
    return answer;
  });
};

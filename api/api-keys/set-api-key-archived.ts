import { ApiKey } from "../../infra/postgres/access/api-key.entity.ts";
import { findMember, lockMembers } from "../../infra/postgres/access/members.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { conflict, notFound } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { requireNotWider } from "../http/require-scope.ts";
import { requireQuota } from "../require-quota.ts";
import { presentApiKey } from "./api-keys.presenter.ts";
import type { apiKeyParams } from "./api-keys.schemas.ts";

/** Archives a key, which answers 401 from the next request on, or reactivates it; repeating changes nothing. */
export const setApiKeyArchived =
  (archived: boolean) =>
  (context: OperationContext, { params }: OperationInput<{ params: typeof apiKeyParams }>) =>
    context.withEntities(async (em, tx) => {
      // The members are locked first, so that a key's maker cannot be removed while the key is reactivated.
      if (!archived) await lockMembers(tx, context.actor.organizationId);
      const key = await em.lockOne(ApiKey, { id: params.api_key_id });
      if (!key) throw notFound("API key");
      if (key.environment === "production") requireProduction(context.actor, "change a production key");
      if (!archived) requireNotWider(context.actor, { scopes: key.scopes, expiresAt: key.expires_at });
      if ((key.archived_at !== null) === archived) return presentApiKey(key, context.clock.now());
      if (!archived && key.client_name !== null) throw signsInAgain(key.client_name);
      if (!archived && !(await findMember(tx, key.created_by))) throw makerLeft(key.name);
      if (!archived && key.expires_at && key.expires_at <= context.clock.now()) throw hasExpired(key);
      if (!archived) await requireQuota(tx, "api_keys");
      await em.change(key, { archived_at: archived ? context.clock.now() : null });
      recordTimelineAtCommit(tx, {
        organizationId: key.organization_id,
        kind: "system",
        actor: formatActor(context.actor),
        summary: `API key ${key.name} (${key.key_prefix}…) was ${archived ? "archived" : "reactivated"}`,
      });
      return presentApiKey(key, context.clock.now());
    });

const makerLeft = (name: string) =>
  conflict(
    "key_maker_left",
    `Whoever made ${name} is no longer a member, and the key works as they do: make a new key`,
  );

/** Its tokens may have been stolen, which may be why it was stopped. */
const signsInAgain = (client: string) =>
  conflict("client_signs_in", `A program is not started again once it was stopped: let ${client} sign in anew`);

const hasExpired = ({ id, name }: ApiKey) =>
  conflict("key_expired", `${name} has expired: move its end first with PATCH /users/api-keys/${id}`);

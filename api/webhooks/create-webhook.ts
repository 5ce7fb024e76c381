import { MOST_WEBHOOKS } from "../../domain/webhook/webhook-limits.ts";
import { WebhookEndpoint } from "../../infra/postgres/webhook/webhook-endpoint.entity.ts";
import { createWebhookSecret, sealWebhookSecret } from "../../infra/postgres/webhook/webhook-secret.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordWebhookChange } from "./record-webhook-change.ts";
import { tooManyWebhooks } from "./webhooks.errors.ts";
import { presentWebhook } from "./webhooks.presenter.ts";
import type { createWebhookBody } from "./webhooks.schemas.ts";

/** Creates a webhook, which gets every event from now on. Only this answer has the secret. */
export const createWebhook = (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof createWebhookBody }>,
) => {
  requireUrl(context, body.url);
  const { organizationId, userId } = context.actor;
  const secret = createWebhookSecret();
  return context.withEntities(async (em, tx) => {
    if ((await em.count(WebhookEndpoint)) >= MOST_WEBHOOKS) throw tooManyWebhooks(MOST_WEBHOOKS);
    const webhook = await em.create(WebhookEndpoint, {
      organization_id: organizationId,
      url: body.url,
      events: body.events,
      description: body.description ?? null,
      is_active: body.is_active,
      secret_sealed: sealWebhookSecret(secret, { organizationId, secrets: context.secrets }),
      created_by: userId,
    });
    recordWebhookChange(context, tx, { webhook, change: "was created" });
    const answer = { ...presentWebhook(webhook), secret };
    context.keepAnswer(tx, answer);
    return answer;
  });
};

export const requireUrl = ({ guardedRequests }: OperationContext, url: string): void => {
  const fault = guardedRequests.urlFault(url);
  if (fault) throw invalidField(["url"], fault);
};

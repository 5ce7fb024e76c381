import { FORMER_SECRET_VALID_MS } from "../../domain/webhook/webhook-limits.ts";
import { lockEndpoint } from "../../infra/postgres/webhook/webhook.repository.ts";
import { createWebhookSecret, sealWebhookSecret } from "../../infra/postgres/webhook/webhook-secret.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordWebhookChange } from "./record-webhook-change.ts";
import { webhookNotFound } from "./webhooks.errors.ts";
import { presentWebhook } from "./webhooks.presenter.ts";
import type { webhookParams } from "./webhooks.schemas.ts";

/** Creates a new secret, shown once. For a day deliveries are also signed with the old one, so that none is lost. */
export const rotateSecret = (context: OperationContext, { params }: OperationInput<{ params: typeof webhookParams }>) =>
  context.withEntities(async (em, tx) => {
    const webhook = await lockEndpoint(em, params.webhook_id);
    if (!webhook) throw webhookNotFound();
    const secret = createWebhookSecret();
    const owner = { organizationId: webhook.organization_id, secrets: context.secrets };
    const now = context.clock.now();
    await em.change(webhook, {
      secret_sealed: sealWebhookSecret(secret, owner),
      previous_secret_sealed: webhook.secret_sealed,
      previous_secret_until: new Date(now.getTime() + FORMER_SECRET_VALID_MS),
      updated_at: now,
    });
    recordWebhookChange(context, tx, { webhook, change: "has a new secret" });
    const answer = { ...presentWebhook(webhook), secret };
    context.keepAnswer(tx, answer);
    return answer;
  });

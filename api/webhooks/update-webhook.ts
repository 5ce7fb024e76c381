import { lockEndpoint } from "../../infra/postgres/webhook/webhook.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireUrl } from "./create-webhook.ts";
import { recordWebhookChange } from "./record-webhook-change.ts";
import { webhookNotFound } from "./webhooks.errors.ts";
import { presentWebhook } from "./webhooks.presenter.ts";
import type { updateWebhookBody, webhookParams } from "./webhooks.schemas.ts";

/** A new address, or switching the webhook on, resets its failures: the next try is due at once. */
const FORGIVEN = { failures: 0, failing_since: null, next_attempt_at: null, disabled_at: null, disabled_reason: null };

/** Changes a webhook; absent fields stay. Events for a switched off webhook keep waiting for a day. */
export const updateWebhook = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof webhookParams; body: typeof updateWebhookBody }>,
) => {
  if (body.url !== undefined) requireUrl(context, body.url);
  return context.withEntities(async (em, tx) => {
    const webhook = await lockEndpoint(em, params.webhook_id);
    if (!webhook) throw webhookNotFound();
    const wasActive = webhook.is_active;
    await em.change(webhook, {
      ...body,
      updated_at: context.clock.now(),
      ...((body.url !== undefined || body.is_active === true) && FORGIVEN),
    });
    recordWebhookChange(context, tx, { webhook, change: changeOf(wasActive, webhook.is_active) });
    return presentWebhook(webhook);
  });
};

const changeOf = (wasActive: boolean, isActive: boolean): string =>
  wasActive === isActive ? "was changed" : `was switched ${isActive ? "on" : "off"}`;

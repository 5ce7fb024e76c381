import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { WebhookEndpoint } from "../../infra/postgres/webhook/webhook-endpoint.entity.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";

/**
 * `change` ends the sentence: "was removed". Only the host is shown, because the rest of an address may hold a secret.
 */
export const recordWebhookChange = (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { webhook, change }: { webhook: WebhookEndpoint; change: string },
): void =>
  recordTimelineAtCommit(tx, {
    organizationId: webhook.organization_id,
    kind: "system",
    actor: formatActor(actor),
    summary: `The webhook to ${new URL(webhook.url).host} ${change}`,
    payload: { webhook_id: webhook.id },
  });

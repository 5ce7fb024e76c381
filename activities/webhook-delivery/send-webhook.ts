import { toStorableText } from "../../domain/json/storable.ts";
import { keepBody, listSignedHeaders, maskSignatures, WEBHOOK_LIMITS } from "../../domain/webhook/webhook-request.ts";
import { OutboundRequestError } from "../../infra/guarded-request/outbound-request-error.ts";
import type { WebhookDelivery } from "../../infra/postgres/webhook/webhook-delivery.entity.ts";
import type { WebhookEndpoint } from "../../infra/postgres/webhook/webhook-endpoint.entity.ts";
import type { KeptExchange } from "../../infra/postgres/webhook/webhook-exchange.repository.ts";
import { openWebhookSecret, signWebhook } from "../../infra/postgres/webhook/webhook-secret.ts";
import { readRetryAfterSeconds } from "../../infra/telephony/carrier-request.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import type { WebhookBody } from "./webhook-body.ts";

export interface SentWebhook {
  /** Null: no answer came. */
  status: number | null;
  /** A sentence for the endpoint's owner. */
  error: string | null;
  retryAfterSeconds: number | null;
  /** The try as it is shown. */
  exchange: KeptExchange;
}

/** Sends one event to one endpoint, once, signed at the time of sending. Never throws for the other side's answers. */
export const sendWebhook = async (
  { guardedRequests, secrets, clock }: Pick<WorkerDependencies, "guardedRequests" | "secrets" | "clock">,
  { endpoint, delivery, body }: { endpoint: WebhookEndpoint; delivery: WebhookDelivery; body: WebhookBody },
): Promise<SentWebhook> => {
  const now = clock.now();
  const signed = { id: delivery.uuid, timestamp: Math.floor(now.getTime() / 1000), body: JSON.stringify(body) };
  const signatures = secretsOf(endpoint, { secrets, now }).map((secret) => signWebhook(secret, signed));
  const headers = {
    "content-type": "application/json",
    "user-agent": "Ringdown-Webhooks/1",
    ...listSignedHeaders(signed, signatures),
  };
  const startedAt = performance.now();
  const toExchange = (answer: Pick<KeptExchange, "answer_status" | "answer_body">): KeptExchange => ({
    url: endpoint.url,
    request_headers: maskSignatures(headers),
    request_body: keepBody(signed.body),
    took_ms: Math.round(performance.now() - startedAt),
    ...answer,
  });
  try {
    const answer = await guardedRequests.send({
      method: "POST",
      url: endpoint.url,
      headers,
      body: signed.body,
      ...WEBHOOK_LIMITS,
    });
    const { status } = answer;
    const retryAfter = answer.headers["retry-after"];
    const retryAfterSeconds = retryAfter === undefined ? null : readRetryAfterSeconds(retryAfter, now);
    const exchange = toExchange({ answer_status: status, answer_body: toStorableText(answer.body) });
    return { status, error: faultOf(status), retryAfterSeconds, exchange };
  } catch (error) {
    if (!(error instanceof OutboundRequestError)) throw error;
    const exchange = toExchange({ answer_status: null, answer_body: null });
    return { status: null, error: error.message, retryAfterSeconds: null, exchange };
  }
};

/** Returns the signing secrets: after a rotation both sign for a while, so that the receiver can change over. */
const secretsOf = (
  endpoint: WebhookEndpoint,
  { secrets, now }: { secrets: WorkerDependencies["secrets"]; now: Date },
): string[] => {
  const owner = { organizationId: endpoint.organization_id, secrets };
  const { previous_secret_sealed: previous, previous_secret_until: until } = endpoint;
  const isBothValid = previous !== null && until !== null && until > now;
  return [endpoint.secret_sealed, ...(isBothValid ? [previous] : [])].map((sealed) => openWebhookSecret(sealed, owner));
};

const faultOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `It answered with a redirect (${status}); give the webhook the final address`;
  return `It answered with status ${status}`;
};

import {
  type DeliveryVerdict,
  DISABLE_AFTER_SECONDS,
  decideAfterTry,
  GIVE_UP_AFTER_SECONDS,
  isWebhookTest,
} from "../../domain/webhook/webhook-delivery.rules.ts";
import { KEEP_SETTLED_MS } from "../../domain/webhook/webhook-limits.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import {
  abandonPendingDeliveries,
  claimEndpoint,
  deleteSettledDeliveries,
  disableEndpoint,
  findNextDelivery,
  recordFailure,
  recordSuccess,
  recordTry,
  releaseEndpoint,
} from "../../infra/postgres/webhook/webhook-attempts.repository.ts";
import type { WebhookDelivery } from "../../infra/postgres/webhook/webhook-delivery.entity.ts";
import type { WebhookEndpoint } from "../../infra/postgres/webhook/webhook-endpoint.entity.ts";
import { keepExchange } from "../../infra/postgres/webhook/webhook-exchange.repository.ts";
import type { WebhookDeliveryInput } from "../../workflows/webhook-delivery/webhook-delivery.contract.ts";
import type { DeliveryStep } from "../../workflows/webhook-delivery/webhook-delivery.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { type SentWebhook, sendWebhook } from "./send-webhook.ts";
import { readBody } from "./webhook-body.ts";

export type WebhookDependencies = Pick<WorkerDependencies, "database" | "guardedRequests" | "secrets" | "clock">;

/** A longer activity is hard to observe, and occupies a slot. */
const LONGEST_ROUND_MS = 20_000;
const FORGET_AT_ONCE = 1000;

/**
 * Runs one round for an endpoint: waiting events are sent in order, and each try is stored before the next one. A
 * process that dies between sending and storing leaves the event waiting: it is sent again under the same `webhook-id`.
 */
export const deliverWebhooks = async (
  deps: WebhookDependencies,
  { organizationId, endpointId, force }: WebhookDeliveryInput & { force: boolean },
): Promise<DeliveryStep> => {
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(organizationId, work);
  const untilMs = deps.clock.now().getTime() + LONGEST_ROUND_MS;
  for (let first = true; deps.clock.now().getTime() < untilMs; first = false) {
    const endpoint = await inside((tx) => claimEndpoint(tx, endpointId));
    if (!endpoint) return { next: "done" };
    const delivery = await inside((tx) => findNextDelivery(tx, endpointId));
    if (!delivery) {
      if (await inside((tx) => leave(deps, tx, endpointId))) return { next: "done" };
      continue;
    }
    const waitMs = (endpoint.next_attempt_at?.getTime() ?? 0) - deps.clock.now().getTime();
    if (waitMs > 0 && !isWebhookTest(delivery) && !(first && force))
      return { next: "wait", delaySeconds: Math.ceil(waitMs / 1000) };
    await deliver(deps, inside, { endpoint, delivery });
  }
  return { next: "again" };
};

const leave = async (deps: WebhookDependencies, tx: OrganizationTransaction, endpointId: number): Promise<boolean> => {
  const before = new Date(deps.clock.now().getTime() - KEEP_SETTLED_MS);
  await deleteSettledDeliveries(tx, endpointId, { before, limit: FORGET_AT_ONCE });
  return releaseEndpoint(tx, endpointId);
};

type Inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) => Promise<T>;
interface Subject {
  endpoint: WebhookEndpoint;
  delivery: WebhookDelivery;
}

const deliver = async (deps: WebhookDependencies, inside: Inside, subject: Subject): Promise<void> => {
  const body = await inside((tx) => readBody(tx, subject.delivery));
  if (!body) return inside((tx) => noteRemoved(deps, tx, subject.delivery));
  const sent = await sendWebhook(deps, { ...subject, body });
  await inside((tx) => settle(deps, tx, { ...subject, sent }));
};

/** Fails a delivery whose event was removed. */
const noteRemoved = ({ clock }: WebhookDependencies, tx: OrganizationTransaction, { id }: WebhookDelivery) =>
  recordTry(tx, id, { status: null, error: "The event was removed before", at: clock.now(), settledAs: "failed" });

const settle = async (
  { clock }: WebhookDependencies,
  tx: OrganizationTransaction,
  { endpoint, delivery, sent }: Subject & { sent: SentWebhook },
): Promise<void> => {
  const at = clock.now();
  const verdict = decideAfterTry({
    ...sent,
    isTest: isWebhookTest(delivery),
    attempts: delivery.attempts + 1,
    failures: endpoint.failures + 1,
    ageSeconds: (at.getTime() - (delivery.resent_at ?? delivery.created_at).getTime()) / 1000,
  });
  const settledAs = verdict.kind === "delivered" ? "delivered" : verdict.kind === "retry" ? undefined : "failed";
  const { status, error, exchange } = sent;
  await recordTry(tx, delivery.id, { status, error, at, settledAs });
  await keepExchange(tx, { delivery, at, exchange });
  if (verdict.kind === "delivered") return recordSuccess(tx, endpoint.id, at);
  if (verdict.kind === "test_failed") return;
  await recordFailure(tx, endpoint.id, { at, nextAttemptAt: nextAttempt(verdict, at) });
  if (verdict.kind === "expired") await giveUpOld(tx, endpoint, at);
  const reason = reasonToDisable(endpoint, { verdict, at });
  if (reason) await disable(tx, endpoint, { reason, at });
};

const nextAttempt = (verdict: DeliveryVerdict, at: Date): Date | null =>
  "delaySeconds" in verdict ? new Date(at.getTime() + verdict.delaySeconds * 1000) : null;

const giveUpOld = (tx: OrganizationTransaction, endpoint: WebhookEndpoint, at: Date) =>
  abandonPendingDeliveries(tx, endpoint.id, {
    reason: "The webhook accepted nothing for a day",
    at,
    from: new Date(at.getTime() - GIVE_UP_AFTER_SECONDS * 1000),
  });

const reasonToDisable = (
  { failing_since }: WebhookEndpoint,
  { verdict, at }: { verdict: DeliveryVerdict; at: Date },
): string | null => {
  if (verdict.kind === "gone") return "it answered 410 Gone";
  const failingMs = failing_since ? at.getTime() - failing_since.getTime() : 0;
  return failingMs >= DISABLE_AFTER_SECONDS * 1000 ? "it took nothing for three days" : null;
};

const disable = async (
  tx: OrganizationTransaction,
  endpoint: WebhookEndpoint,
  { reason, at }: { reason: string; at: Date },
): Promise<void> => {
  await disableEndpoint(tx, endpoint.id, { reason, at });
  const count = await abandonPendingDeliveries(tx, endpoint.id, {
    reason: `The webhook was switched off: ${reason}`,
    at,
  });
  await recordTimeline(tx, {
    organizationId: endpoint.organization_id,
    kind: "system",
    actor: "system",
    // Only the host is shown, because the rest of an address may hold a secret.
    summary: `The webhook to ${new URL(endpoint.url).host} was switched off: ${reason}`,
    payload: { webhook_id: endpoint.id, given_up: count },
  });
};

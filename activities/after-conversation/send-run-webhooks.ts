import type { WebhookNode } from "../../domain/agent/after-conversation-nodes.ts";
import { decideAfterTry } from "../../domain/webhook/webhook-delivery.rules.ts";
import { WEBHOOK_LIMITS } from "../../domain/webhook/webhook-request.ts";
import { OutboundRequestError } from "../../infra/guarded-request/outbound-request-error.ts";
import {
  findAfterConversationStep,
  recordAfterConversationTry,
} from "../../infra/postgres/after-conversation/after-conversation.repository.ts";
import type { AfterConversationStep } from "../../infra/postgres/after-conversation/after-conversation-step.entity.ts";
import { readAgentWebhookSecret } from "../../infra/postgres/agent/webhook-signing.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { readRetryAfterSeconds } from "../../infra/telephony/carrier-request.ts";
import type { AfterConversationInput, StepResult } from "../../workflows/after-conversation.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { type EndedRun, readEndedRun } from "./ended-run.ts";
import { buildRunWebhook } from "./run-webhook.ts";

export type RunWebhookDependencies = Pick<WorkerDependencies, "database" | "secrets" | "guardedRequests" | "clock">;

/**
 * Sends an ended run's due webhooks, each once, and stores each result before the next. A process that dies between
 * sending and storing sends again, under the same `webhook-id`.
 */
export const sendRunWebhooks = async (
  deps: RunWebhookDependencies,
  { organizationId, runUuid }: AfterConversationInput,
): Promise<StepResult> => {
  const ended = await deps.database.inOrganization(organizationId, (tx) =>
    readEndedRun(tx, { runUuid, now: deps.clock.now() }),
  );
  const waits: number[] = [];
  for (const node of ended?.nodes.webhooks ?? []) {
    const waitSeconds = ended ? await sendWhenDue(deps, ended, node) : null;
    if (waitSeconds !== null) waits.push(waitSeconds);
  }
  return waits.length === 0 ? { kind: "done" } : { kind: "again", inSeconds: Math.max(1, Math.min(...waits)) };
};

/** Returns null when it is settled. */
const sendWhenDue = async (
  deps: RunWebhookDependencies,
  ended: EndedRun,
  node: WebhookNode,
): Promise<number | null> => {
  const { run } = ended;
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(run.organization_id, work);
  const address = { organizationId: run.organization_id, runId: run.id, runUuid: run.uuid, nodeId: node.id };
  const step = await inside((tx) => findAfterConversationStep(tx, address));
  if (step.state !== "pending") return null;
  const waitMs = (step.next_attempt_at?.getTime() ?? 0) - deps.clock.now().getTime();
  if (waitMs > 0) return Math.ceil(waitMs / 1000);
  const tried = await send(deps, ended, { node, step });
  const attempts = step.attempts + 1;
  const ageSeconds = (deps.clock.now().getTime() - step.created_at.getTime()) / 1000;
  const verdict = decideAfterTry({ ...tried, attempts, failures: attempts, ageSeconds });
  if (verdict.kind === "retry") {
    const nextAttemptAt = new Date(deps.clock.now().getTime() + verdict.delaySeconds * 1000);
    await inside((tx) =>
      recordAfterConversationTry(tx, address, { state: "pending", error: tried.error, nextAttemptAt }),
    );
    return verdict.delaySeconds;
  }
  const state = verdict.kind === "delivered" ? "done" : "failed";
  await inside(async (tx) => {
    const isFirst = await recordAfterConversationTry(tx, address, { state, error: tried.error, nextAttemptAt: null });
    if (isFirst) await recordDelivery(tx, run, { node, attempts, error: state === "done" ? null : tried.error });
  });
  return null;
};

interface Tried {
  status: number | null;
  error: string | null;
  retryAfterSeconds: number | null;
}

const send = async (
  { database, secrets, guardedRequests, clock }: RunWebhookDependencies,
  { run, agent }: EndedRun,
  { node, step }: { node: WebhookNode; step: AfterConversationStep },
): Promise<Tried> => {
  const now = clock.now();
  const request = await database.inOrganization(run.organization_id, async (tx) => {
    const owner = { agentId: run.agent_id, organizationId: run.organization_id, secrets };
    const signingSecret = (await readAgentWebhookSecret(tx, owner)) ?? null;
    return buildRunWebhook(tx, { run, agent, node, messageId: step.uuid, signingSecret, now, secrets });
  });
  if ("fault" in request) return { status: null, error: request.fault, retryAfterSeconds: null };
  try {
    const { status, headers } = await guardedRequests.send({ ...request, ...WEBHOOK_LIMITS });
    const retryAfter = headers["retry-after"];
    return {
      status,
      error: status >= 200 && status < 300 ? null : `It answered with status ${status}`,
      retryAfterSeconds: retryAfter === undefined ? null : readRetryAfterSeconds(retryAfter, now),
    };
  } catch (error) {
    if (!(error instanceof OutboundRequestError)) throw error;
    return { status: null, error: error.message, retryAfterSeconds: null };
  }
};

const recordDelivery = async (
  tx: OrganizationTransaction,
  run: CallRun,
  { node, attempts, error }: { node: WebhookNode; attempts: number; error: string | null },
): Promise<void> => {
  const what = error === null ? "was delivered" : `was given up: ${error}`;
  await recordTimeline(tx, {
    organizationId: run.organization_id,
    kind: "system",
    actor: `agent:${run.agent_id}`,
    summary: `${run.name}: the webhook ${node.name} ${what}`,
    payload: {
      event: error === null ? "webhook_delivered" : "webhook_failed",
      node_id: node.id,
      node_name: node.name,
      attempts,
      ...(error !== null && { fault: error }),
    },
    agentId: run.agent_id,
    runId: run.id,
    campaignId: run.campaign_id,
  });
};

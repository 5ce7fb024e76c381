import { createHash } from "node:crypto";
import { Context } from "@temporalio/activity";
import { sql } from "kysely";
import { readEntries } from "../../application/conversation/read-entries.ts";
import { readAgentModel, readNamedModel } from "../../application/model/read-agent-model.ts";
import { openRunModel, readRunModel } from "../../application/model/run-model.ts";
import { settleModelUsage } from "../../application/model/settle-model-usage.ts";
import type { ReviewNode } from "../../domain/agent/after-conversation-nodes.ts";
import { isReviewed, type Review, reviewConversation } from "../../domain/conversation/review.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { MOST_CONCLUSION_TRIES } from "../../domain/model/reply-limits.ts";
import {
  findAfterConversationStep,
  recordAfterConversationTry,
} from "../../infra/postgres/after-conversation/after-conversation.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordDeliverable } from "../../infra/postgres/timeline/deliverable.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { AfterConversationInput, StepResult } from "../../workflows/after-conversation.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { type EndedRun, readEndedRun } from "./ended-run.ts";

export type ReviewDependencies = Pick<
  WorkerDependencies,
  "database" | "secrets" | "guardedRequests" | "clock" | "logger" | "prices"
>;

const ANSWER_WITHIN_MS = 60_000;

/** Has the model review a call, once for each `qa` node. A passing fault of the model is thrown, to be retried. */
export const reviewRun = async (
  deps: ReviewDependencies,
  { organizationId, runUuid }: AfterConversationInput,
  isLastTry = Context.current().info.attempt >= MOST_CONCLUSION_TRIES,
): Promise<StepResult> => {
  const ended = await deps.database.inOrganization(organizationId, (tx) =>
    readEndedRun(tx, { runUuid, now: deps.clock.now() }),
  );
  for (const node of ended?.nodes.reviews ?? []) if (ended) await reviewOnce(deps, { ended, node, isLastTry });
  if (ended) await deps.database.inOrganization(organizationId, (tx) => settleModelUsage(tx, ended.run.id, deps));
  return { kind: "done" };
};

interface ReviewOfNode {
  ended: EndedRun;
  node: ReviewNode;
  isLastTry: boolean;
}

const reviewOnce = async (deps: ReviewDependencies, { ended, node, isLastTry }: ReviewOfNode): Promise<void> => {
  const { run } = ended;
  const address = { organizationId: run.organization_id, runId: run.id, runUuid: run.uuid, nodeId: node.id };
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(run.organization_id, work);
  const step = await inside((tx) => findAfterConversationStep(tx, address));
  if (step.state !== "pending") return;
  if (!isReviewed(run, node, drawLot(run, node))) {
    await inside((tx) =>
      recordAfterConversationTry(tx, address, { state: "skipped", error: null, nextAttemptAt: null }),
    );
    return;
  }
  const made = await askModel(deps, { ended, node, isLastTry });
  await inside(async (tx) => {
    const error = "error" in made ? made.error : null;
    const state = error === null ? "done" : "failed";
    if (!(await recordAfterConversationTry(tx, address, { state, error, nextAttemptAt: null }))) return;
    if ("error" in made) await tellFault(tx, run, { node, fault: made.error });
    else await keep(tx, run, { node, made });
  });
};

/** The lot depends only on the run's uuid, so that a repeated step decides as before. */
const drawLot = ({ uuid }: CallRun, { id }: ReviewNode): number =>
  createHash("sha256").update(`${uuid}/${id}`).digest().readUInt32BE(0) / 2 ** 32;

const askModel = async (
  deps: ReviewDependencies,
  { ended: { run, agent }, node, isLastTry }: ReviewOfNode,
): Promise<Review | { error: string }> => {
  const { database, secrets, logger } = deps;
  const organizationId = run.organization_id;
  const writings: Promise<void>[] = [];
  try {
    const readChoice = (tx: OrganizationTransaction) =>
      node.model
        ? readNamedModel(tx, node.model, secrets)
        : readAgentModel(tx, { organizationId, settings: agent.settings, secrets });
    const { chosen, entries } = await database.inOrganization(organizationId, async (tx) => ({
      chosen: await readRunModel(tx, run.id, readChoice),
      entries: await readEntries(tx, { runId: run.id, secrets }),
    }));
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const model = openRunModel(deps, { organizationId, runId: run.id }, chosen, (writing) => writings.push(writing));
    return await reviewConversation(model, { entries, node, signal });
  } catch (cause) {
    if (!(cause instanceof ModelError) || (cause.isPassing && !isLastTry)) throw cause;
    logger.warn({ err: cause, run_uuid: run.uuid }, "a call was not reviewed");
    return { error: cause.message };
  } finally {
    await Promise.all(writings);
  }
};

const keep = async (
  tx: OrganizationTransaction,
  run: CallRun,
  { node, made }: { node: ReviewNode; made: Review },
): Promise<void> => {
  const kept = JSON.stringify({ [node.id]: { name: node.name, ...made } });
  await tx
    .updateTable("call_runs")
    .set({
      annotations: sql`annotations || jsonb_build_object('qa', coalesce(annotations->'qa', '{}'::jsonb) || ${kept}::jsonb)`,
    })
    .where("id", "=", run.id)
    .execute();
  await recordDeliverable(tx, {
    organizationId: run.organization_id,
    agentId: run.agent_id,
    runId: run.id,
    campaignId: run.campaign_id,
    form: "review",
    summary: `${run.name}, ${node.name}: ${made.score} of 100`,
    content: { node_id: node.id, ...made },
  });
};

const tellFault = async (
  tx: OrganizationTransaction,
  run: CallRun,
  { node, fault }: { node: ReviewNode; fault: string },
): Promise<void> => {
  await recordTimeline(tx, {
    organizationId: run.organization_id,
    kind: "system",
    actor: `agent:${run.agent_id}`,
    summary: `${run.name}, ${node.name}: could not be reviewed: ${fault}`,
    payload: { event: "review", node_id: node.id, node_name: node.name, fault },
    agentId: run.agent_id,
    runId: run.id,
    campaignId: run.campaign_id,
  });
};

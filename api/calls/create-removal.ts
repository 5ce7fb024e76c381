import type { z } from "zod";
import { beginRemoval } from "../../application/removal/begin-removal.ts";
import type { RunsToRemove } from "../../domain/removal/removal.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { countSelectedRuns, findNewestRunId } from "../../infra/postgres/removal/removable-runs.ts";
import type { Removal } from "../../infra/postgres/removal/removal.entity.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import { removalContract, removalStartOptions } from "../../workflows/removal/removal.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { runInUse, runNotFound, unexpectedRuns } from "./calls.errors.ts";
import type { runParams } from "./calls.schemas.ts";
import { requireUsageSubjects } from "./list-usage.ts";
import { presentRemoval } from "./removals.presenter.ts";
import type { createRemovalBody, previewRemovalBody } from "./removals.schemas.ts";

/** Tells how many runs a removal would take now, and how many of them are in use; nothing is changed. */
export const previewRemoval = (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof previewRemovalBody }>,
) =>
  context.inOrganization(async (tx) => {
    const upToRunId = await findNewestRunId(tx);
    const selection = await requireSelection(tx, body);
    const { runs, inUse } = await countSelectedRuns(tx, { selection, upToRunId });
    return { runs, in_use: inUse };
  });

/**
 * Begins to remove runs. The row is written first; its workflow removes, batch by batch, and maintenance starts it where a crash comes
 * between them.
 */
export const createRemoval = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof createRemovalBody }>,
) => {
  const removal = await context.inOrganization(async (tx) => {
    const begun = await begin(context, tx, await requireSelection(tx, body));
    const expected = body.expected_runs ?? begun.runs;
    if (expected !== begun.runs) throw unexpectedRuns(begun.runs, expected);
    return begun;
  });
  return start(context, removal);
};

/** Removes one run that is over. */
export const deleteRun = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof runParams }>,
) => {
  const removal = await context.inOrganization(async (tx) => {
    const run = await tx
      .selectFrom("call_runs")
      .select(["id", "ended_at", "environment"])
      .where("id", "=", params.run_id)
      .where("agent_id", "=", params.workflow_id)
      .executeTakeFirst();
    if (!run) throw runNotFound();
    requireOwnEnvironment(context.actor, run, "call");
    if (run.ended_at === null) throw runInUse();
    return begin(context, tx, { runIds: [run.id] });
  });
  return start(context, removal);
};

const begin = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  selection: RunsToRemove,
): Promise<Removal> => {
  const { organizationId } = context.actor;
  const actor = formatActor(context.actor);
  const uuid = context.requestUuid();
  const { removal, isNew } = await beginRemoval(tx, { organizationId, uuid, campaignId: null, selection, actor });
  if (!isNew) return removal;
  recordTimelineAtCommit(tx, {
    organizationId,
    kind: "system",
    actor,
    summary: `The removal of ${removal.runs === 1 ? "a call" : `${removal.runs} calls`} was begun`,
    payload: { event: "removal_begun", removal_id: uuid, runs: removal.runs },
  });
  return removal;
};

const start = async (context: OperationContext, removal: Removal) => {
  const { organization_id: organizationId, uuid: removalUuid } = removal;
  await tryToStart(context, removalContract.type, removalStartOptions({ organizationId, removalUuid }));
  return presentRemoval(removal);
};

type Body = z.output<typeof previewRemovalBody>;

/** Throws for an agent, a campaign or runs that are not there: a mistyped id must not look as if there were nothing to remove. */
const requireSelection = async (tx: OrganizationTransaction, body: Body): Promise<RunsToRemove> => {
  if (body.where) await requireUsageSubjects(tx, body.where);
  if (body.run_ids) {
    const known = await tx.selectFrom("call_runs").select("id").where("id", "in", body.run_ids).limit(1).execute();
    if (known.length === 0) throw runNotFound();
  }
  return readSelection(body);
};

const readSelection = ({ run_ids, where }: Body): RunsToRemove => ({
  ...(run_ids && { runIds: run_ids }),
  ...(where?.workflow_id !== undefined && { agentId: where.workflow_id }),
  ...(where?.campaign_id !== undefined && { campaignId: where.campaign_id }),
  ...(where?.created_from && { from: where.created_from.toISOString() }),
  ...(where?.created_before && { to: where.created_before.toISOString() }),
  ...(where?.outcomes && { outcomes: where.outcomes }),
  ...(where?.environment && { environment: where.environment }),
});

import { sql } from "kysely";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { runNotFound } from "./calls.errors.ts";
import type { runParams } from "./calls.schemas.ts";
import { openWorkflowLinks } from "./link-to-workflow.ts";
import { presentWholeRun } from "./present-whole-run.ts";

/** Invalidates every link to the run's files that was issued so far. */
export const revokeArtifactLinks = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof runParams }>,
) => {
  const links = await openWorkflowLinks(context);
  return context.inOrganization(async (tx) => {
    const run = await tx
      .updateTable("call_runs")
      .set({ artifact_generation: sql<number>`artifact_generation + 1` })
      .where("id", "=", params.run_id)
      .where("agent_id", "=", params.workflow_id)
      .returningAll()
      .executeTakeFirst();
    if (!run) throw runNotFound();
    requireOwnEnvironment(context.actor, run, "run");
    recordTimelineAtCommit(tx, {
      organizationId: run.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `${run.name}: links to its recording and transcript were revoked`,
      payload: { event: "links_revoked" },
      agentId: run.agent_id,
      runId: run.id,
    });
    return presentWholeRun(context, run, { tx, links });
  });
};

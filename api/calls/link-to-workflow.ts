import { hasRole } from "../../domain/access/member-role.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { readRetentionMs } from "../../infra/temporal/read-retention.ts";
import { buildRunWorkflowId } from "../../workflows/run-workflow.contract.ts";
import type { OperationContext } from "../http/operation-context.ts";

type LinkedRun = Pick<CallRun, "mode" | "organization_id" | "uuid" | "ended_at">;

/** Returns the page of a run's workflow in the Temporal UI; null: there is no link for this caller. */
export type WorkflowLinks = (run: LinkedRun) => string | null;

/**
 * Creates links to the workflows that Temporal still has. There are none without such a UI, nor for members below admin. A link
 * only names the UI's address: the UI shows the workflows of every organization to everybody whom its own log-in admits. Temporal
 * is asked how long it keeps workflows, so no transaction may be open meanwhile.
 */
export const openWorkflowLinks = async ({
  actor,
  clock,
  config,
  temporal,
}: Pick<OperationContext, "actor" | "clock" | "config" | "temporal">): Promise<WorkflowLinks> => {
  const { TEMPORAL_UI_URL: root, TEMPORAL_NAMESPACE: namespace } = config;
  if (root === undefined || !hasRole(actor.role, "admin")) return () => null;
  const retentionMs = await readRetentionMs(temporal);
  const keptSinceMs = retentionMs === null ? -Infinity : clock.now().getTime() - retentionMs;
  return (run) =>
    run.ended_at !== null && run.ended_at.getTime() < keptSinceMs
      ? null
      : `${root}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(buildRunWorkflowId(run))}`;
};

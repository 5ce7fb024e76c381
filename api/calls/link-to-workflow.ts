import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { readRetentionMs } from "../../infra/temporal/read-retention.ts";
import { hasRole } from "../http/authenticate.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { buildWorkflowId } from "./run-workflow.ts";

type LinkedRun = Pick<CallRun, "mode" | "organization_id" | "uuid" | "ended_at">;

/** Returns the page of a run's workflow in the Temporal UI; null: the caller is led nowhere. */
export type WorkflowLinks = (run: LinkedRun) => string | null;

/**
 * Leads to workflows that Temporal still has. Nowhere without such a UI, and for members of the organization below
 * admin. A link tells the UI's address and opens nothing: the UI shows every organization's workflows, to whoever its own
 * log-in lets in. Temporal is asked for how long it keeps them, so no transaction is open meanwhile.
 */
export const openWorkflowLinks = async ({
  actor,
  clock,
  config,
  temporal,
}: Pick<OperationContext, "actor" | "clock" | "config" | "temporal">): Promise<WorkflowLinks> => {
  const { TEMPORAL_UI_URL: root, TEMPORAL_NAMESPACE: namespace } = config;
  if (root === undefined || !hasRole(actor, "admin")) return () => null;
  const retentionMs = await readRetentionMs(temporal);
  const keptSinceMs = retentionMs === null ? -Infinity : clock.now().getTime() - retentionMs;
  return (run) =>
    run.ended_at !== null && run.ended_at.getTime() < keptSinceMs
      ? null
      : `${root}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(buildWorkflowId(run))}`;
};

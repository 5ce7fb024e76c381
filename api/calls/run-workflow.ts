import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import type { SessionAddress } from "../../workflows/session.contract.ts";
import { textSessionContract } from "../../workflows/text-session/text-session.contract.ts";
import { webCallContract } from "../../workflows/web-call/web-call.contract.ts";
import { hasRole } from "../http/authenticate.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Runs without a telephone, by mode. */
const SESSIONS = new Map<string, { workflowId(run: SessionAddress): string }>([
  ["textchat", textSessionContract],
  ["smallwebrtc", webCallContract],
]);

export const isSession = ({ mode }: Pick<CallRun, "mode">): boolean => SESSIONS.has(mode);

/** Returns the id of the workflow that is the run. */
export const buildWorkflowId = (run: Pick<CallRun, "mode" | "organization_id" | "uuid">): string =>
  (SESSIONS.get(run.mode) ?? callRunContract).workflowId({ organizationId: run.organization_id, runUuid: run.uuid });

/**
 * Returns the page of the run's workflow in the Temporal UI. Null without such a UI, and for members of the organization
 * below admin. The link tells the UI's address and opens nothing: the UI shows every organization's workflows, to whoever
 * its own log-in lets in.
 */
export const linkToWorkflow = (
  { actor, config }: Pick<OperationContext, "actor" | "config">,
  run: CallRun,
): string | null => {
  if (config.TEMPORAL_UI_URL === undefined || !hasRole(actor, "admin")) return null;
  const workflow = encodeURIComponent(buildWorkflowId(run));
  return `${config.TEMPORAL_UI_URL}/namespaces/${encodeURIComponent(config.TEMPORAL_NAMESPACE)}/workflows/${workflow}`;
};

import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import type { SessionAddress } from "../../workflows/session.contract.ts";
import { textSessionContract } from "../../workflows/text-session/text-session.contract.ts";
import { webCallContract } from "../../workflows/web-call/web-call.contract.ts";

/** Runs without a telephone, by mode. */
const SESSIONS = new Map<string, { workflowId(run: SessionAddress): string }>([
  ["textchat", textSessionContract],
  ["smallwebrtc", webCallContract],
]);

export const isSession = ({ mode }: Pick<CallRun, "mode">): boolean => SESSIONS.has(mode);

/** Returns the id of the workflow that is the run. */
export const buildWorkflowId = (run: Pick<CallRun, "mode" | "organization_id" | "uuid">): string =>
  (SESSIONS.get(run.mode) ?? callRunContract).workflowId({ organizationId: run.organization_id, runUuid: run.uuid });

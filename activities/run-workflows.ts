import { DAY_MS } from "../domain/time/durations.rules.ts";
import type { CallRun } from "../infra/postgres/call/call-run.entity.ts";
import { callRunContract } from "../workflows/call-run/call-run.contract.ts";
import { textSessionContract } from "../workflows/text-session/text-session.contract.ts";
import { webCallContract } from "../workflows/web-call/web-call.contract.ts";

/** What follows a call is written by its workflow within this time after its end. */
export const FOLLOWED_UP_WITHIN_MS = DAY_MS;

/** What the id of a run's workflow is made of. */
type WorkflowRun = Pick<CallRun, "mode" | "organization_id" | "uuid">;

const SESSIONS = new Map([
  ["textchat", textSessionContract.workflowId],
  ["smallwebrtc", webCallContract.workflowId],
]);

export const isSessionRun = ({ mode }: Pick<CallRun, "mode">): boolean => SESSIONS.has(mode);

/** Returns the id of the workflow that is the run. */
export const findWorkflowId = ({ mode, organization_id: organizationId, uuid: runUuid }: WorkflowRun): string =>
  (SESSIONS.get(mode) ?? callRunContract.workflowId)({ organizationId, runUuid });

import type { RunOfPerson } from "../../infra/postgres/privacy/stop-calling.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import { textSessionContract } from "../../workflows/text-session/text-session.contract.ts";
import { webCallContract } from "../../workflows/web-call/web-call.contract.ts";

const SESSIONS = new Map([
  ["textchat", textSessionContract.workflowId],
  ["smallwebrtc", webCallContract.workflowId],
]);

export const isSessionRun = ({ mode }: Pick<RunOfPerson, "mode">): boolean => SESSIONS.has(mode);

/** Returns the id of the workflow that is the run. */
export const findWorkflowId = ({ mode, organization_id: organizationId, uuid: runUuid }: RunOfPerson): string =>
  (SESSIONS.get(mode) ?? callRunContract.workflowId)({ organizationId, runUuid });

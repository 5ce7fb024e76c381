import { TEXT_MODE, WEB_MODE } from "../domain/call/modes-and-channels.rules.ts";
import { callRunContract } from "./call-run/call-run.contract.ts";
import type { SessionAddress } from "./session.contract.ts";
import { textSessionContract } from "./text-session/text-session.contract.ts";
import { webCallContract } from "./web-call/web-call.contract.ts";

/** What the id of a run's workflow is made of. */
interface RunWithWorkflow {
  mode: string;
  organization_id: number;
  uuid: string;
}

interface SessionContract {
  workflowId(run: SessionAddress): string;
}

/** Runs without a telephone, by mode. */
const SESSIONS: ReadonlyMap<string, SessionContract> = new Map<string, SessionContract>([
  [TEXT_MODE, textSessionContract],
  [WEB_MODE, webCallContract],
]);

/** Returns the id of the workflow that is the run. */
export const buildRunWorkflowId = ({ mode, organization_id: organizationId, uuid: runUuid }: RunWithWorkflow): string =>
  (SESSIONS.get(mode) ?? callRunContract).workflowId({ organizationId, runUuid });

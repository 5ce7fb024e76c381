import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { CallRunState } from "../../domain/call/call-states.rules.ts";
import { agentIdAttribute, campaignIdAttribute, environmentAttribute } from "../search-attributes.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One run: one attempt on one number, whoever asked for it. */
export interface CallRunInput {
  organizationId: number;
  runUuid: string;
  /** Set for runs of campaigns: the shard that is told when the run has ended. */
  shardId?: string;
  /** Set for every new call: its end is written within the workflow task. Calls of earlier code have an activity for it. */
  settlesLocally?: true;
  /** Set for every new call of a campaign: it is handed over within the workflow task. Others have an activity for it. */
  placesLocally?: true;
  /** Set for a call that came in: its carrier has it, nothing is dialled. */
  inbound?: { timeLimitSeconds: number };
}

export const callRunContract = {
  type: "callRun",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, runUuid }: { organizationId: number; runUuid: string }) =>
    `org-${organizationId}/call-${runUuid}`,
} as const;

/** What the start of a call needs of its row. */
export interface CallRunToStart {
  organization_id: number;
  uuid: string;
  name: string;
  agent_id: number;
  campaign_id: number | null;
  environment: string;
}

interface CallRunStart extends Pick<CallRunInput, "shardId" | "inbound"> {
  /** The id was used: a lost workflow is started again. That nobody is dialled twice is then up to the row. */
  again?: boolean;
}

/** How a call's workflow is started, whoever does it. */
export const callRunStartOptions = (run: CallRunToStart, { again = false, ...start }: CallRunStart = {}) => {
  const input: CallRunInput = {
    organizationId: run.organization_id,
    runUuid: run.uuid,
    ...start,
    settlesLocally: true,
    ...(start.shardId !== undefined && { placesLocally: true }),
  };
  return {
    ...organizationStartOptions(callRunContract, input, {
      summary: `${run.name}${start.inbound ? ", came in" : ""}${again ? ", taken up again" : ""}`,
      attributes: [
        ...(run.campaign_id === null ? [] : [{ key: campaignIdAttribute, value: run.campaign_id }]),
        { key: agentIdAttribute, value: run.agent_id },
        { key: environmentAttribute, value: run.environment },
      ],
    }),
    ...(again && { workflowIdReusePolicy: "ALLOW_DUPLICATE" as const }),
    workflowTaskTimeout: "5 seconds" as const,
  };
};

/** From the callback route: a carrier event that ends the call was written down under this id. */
export const carrierEventSignal = defineSignal<[string]>("carrier-event");
/** Ends the call, from the Temporal UI or the API. */
export const hangUpSignal = defineSignal("hang-up");

export const callStateQuery = defineQuery<CallRunState>("state");

/** Answers when the first decision is made: the caller of a one-off call waits for it. */
export const firstDecisionUpdate = defineUpdate<FirstDecision>("first-decision");

export type FirstDecision =
  | { kind: "initiated" }
  | { kind: "blocked"; outcome: string; sentence: string }
  | { kind: "refused"; outcome: string; sentence: string }
  | { kind: "no_capacity"; sentence: string; retryAfterSeconds: number };

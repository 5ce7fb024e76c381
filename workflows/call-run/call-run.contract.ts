import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { CallRunState } from "../../domain/call/call-states.rules.ts";
import type { FirstDecision } from "../../domain/call/first-decision.rules.ts";
import { campaignIdAttribute } from "../search-attributes.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one run: one attempt on one number, whoever requested it. */
export interface CallRunInput {
  organizationId: number;
  runUuid: string;
  /** Set for runs of campaigns: the shard that is notified when the run has ended. */
  shardId?: string;
  /** Set for an incoming call: its carrier has it, and nothing is dialled. `carriesAudio`: a media process speaks. */
  inbound?: { timeLimitSeconds: number; carriesAudio?: true };
}

export const callRunContract = {
  type: "callRun",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, runUuid }: { organizationId: number; runUuid: string }) =>
    `org-${organizationId}/call-${runUuid}`,
} as const;

/** The columns of a call's row that its start needs. */
export interface CallRunToStart {
  organization_id: number;
  uuid: string;
  name: string;
  campaign_id: number | null;
}

interface CallRunStart extends Pick<CallRunInput, "shardId" | "inbound"> {
  /** The id was used: a lost workflow is started again. The row then ensures that nobody is dialled twice. */
  again?: boolean;
}

/** Returns the start options of a call's workflow, for every caller. */
export const callRunStartOptions = (run: CallRunToStart, { again = false, ...start }: CallRunStart = {}) => {
  const input: CallRunInput = {
    organizationId: run.organization_id,
    runUuid: run.uuid,
    ...start,
  };
  return {
    ...organizationStartOptions(callRunContract, input, {
      summary: `${run.name}${start.inbound ? ", came in" : ""}${again ? ", taken up again" : ""}`,
      attributes: run.campaign_id === null ? [] : [{ key: campaignIdAttribute, value: run.campaign_id }],
    }),
    ...(again && { workflowIdReusePolicy: "ALLOW_DUPLICATE" as const }),
    // A campaign's call is handed over within its first task. On an overloaded machine a task that timed out while its worker still
    // ran has left the SDK's cached workflow out of step with its history; a killed worker costs such a call these seconds.
    workflowTaskTimeout: "10 seconds" as const,
  };
};

/** Sent by the callback route: a carrier event that ends the call is stored under this id. */
export const carrierEventSignal = defineSignal<[string]>("carrier-event");
/** Sent by the API or from the Temporal UI: ends the call. */
export const hangUpSignal = defineSignal("hang-up");

/** Sent by the API and by maintenance: the conversation is over, so the carrier is asked whether the call is. */
export const talkEndedSignal = defineSignal("talk-ended");

/** Sent by the API: the agent wants to hand the caller to a person; the transfer is stored under this UUID. A repeat changes nothing. */
export const transferSignal = defineSignal<[string]>("transfer");

export const callStateQuery = defineQuery<CallRunState>("state");

/** Returns the first decision, for which the caller of a one-off call waits. */
export const firstDecisionUpdate = defineUpdate<FirstDecision>("first-decision");

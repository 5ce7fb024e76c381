import type { SignalDefinition } from "@temporalio/common";
import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { RehearsalCommand, RehearsalCounts, RehearsalState } from "../../domain/rehearsal/rehearsal.rules.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one rehearsal; its conversations are rows. */
export interface RehearsalInput {
  organizationId: number;
  rehearsalUuid: string;
}

/** The columns of a rehearsal's row that its start needs. */
export interface RehearsalToStart extends RehearsalInput {
  agentId: number;
}

export interface RehearsalProgress {
  state: RehearsalState;
  counts: RehearsalCounts;
}

/** Failure type of a command that the state forbids; the message is a sentence for people. */
export const REHEARSAL_COMMAND_REFUSED = "RehearsalCommandRefused";

export const rehearsalContract = {
  type: "rehearsal",
  taskQueue: WORKFLOW_QUEUE,
  // The rows say how far a lost one came; it is started again by its id.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, rehearsalUuid }: RehearsalInput) => `org-${organizationId}/rehearsal-${rehearsalUuid}`,
} as const;

export const rehearsalStartOptions = ({ agentId, organizationId, rehearsalUuid }: RehearsalToStart) => ({
  ...organizationStartOptions(
    rehearsalContract,
    { organizationId, rehearsalUuid },
    { summary: `Rehearsal of agent ${agentId}` },
  ),
  workflowIdConflictPolicy: rehearsalContract.workflowIdConflictPolicy,
});

type CommandUpdate = ReturnType<typeof defineUpdate<RehearsalState>>;

export const rehearsalUpdates: Record<RehearsalCommand, CommandUpdate> = {
  pause: defineUpdate<RehearsalState>("pause"),
  resume: defineUpdate<RehearsalState>("resume"),
  cancel: defineUpdate<RehearsalState>("cancel"),
};

/** The commands as signals, for the Temporal UI and CLI; what the state forbids is ignored. */
export const rehearsalSignals: Record<RehearsalCommand, SignalDefinition> = {
  pause: defineSignal("pause"),
  resume: defineSignal("resume"),
  cancel: defineSignal("cancel"),
};

export const rehearsalProgressQuery = defineQuery<RehearsalProgress>("progress");

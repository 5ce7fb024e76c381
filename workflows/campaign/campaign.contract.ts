import type { SignalDefinition } from "@temporalio/common";
import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { CampaignCommandName, CampaignState } from "../../domain/campaign/campaign-states.rules.ts";
import type { CampaignFigures } from "../../domain/campaign/progress-figures.rules.ts";
import type { RedialOutcome } from "../../domain/campaign/redial.rules.ts";
import type { RetryConfig } from "../../domain/campaign/retry.rules.ts";
import { campaignIdAttribute, campaignStateAttribute } from "../search-attributes.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

export interface CampaignAddress {
  organizationId: number;
  campaignId: number;
}

/** Times are epoch milliseconds. */
export interface CampaignProgress {
  state: CampaignState;
  figures: CampaignFigures;
  /** Set while nothing can be dialled before this instant. */
  waitingUntilMs: number | null;
  asOfMs: number;
}

export interface CampaignInput extends CampaignAddress {
  /** The state that a run passes on when it continues as new. */
  carried?: CampaignCarried;
}

export interface CampaignCarried {
  state: CampaignState;
  figures: CampaignFigures;
  shardEpoch: number;
  /** Workflow ids of the working shards. */
  liveShards: string[];
  prepared: boolean;
  /** When a scheduled campaign begins. */
  beginsAtMs?: number | null;
  name: string;
  decisions: string[];
  /** When and by whom the state was entered (null: by the platform). */
  entered: { atMs: number; by: string | null };
}

/** The sender of a command: `user:7`, `api_key:12`; absent from the Temporal UI or CLI. */
export interface CampaignCommand {
  actor?: string;
}

/** A pause of the API, which writes the row itself so that fewer calls are handed over until the workflow has heard of it. */
export interface StateCommand extends CampaignCommand {
  /** This command has changed the row already. */
  hasChanged?: boolean;
  /** The sender of a pause waits itself for the calls that are being handed to a carrier. */
  senderAwaitsHandOvers?: boolean;
  /**
   * The sender has seen the row paused, and looks again after the answer: the pause is answered before it is carried out where no
   * command before it is under way that could undo it.
   */
  isRowPaused?: boolean;
}

export interface RedialCommand extends CampaignCommand {
  name?: string | null;
  outcomes: RedialOutcome[];
  retryConfig?: RetryConfig | null;
  start: boolean;
}

export interface CommandResult {
  state: CampaignState;
  /** False: the state was already reached, and nothing changed. */
  changed: boolean;
}

export interface RedialResult {
  redialedCampaignId: number;
}

/** Failure type of a command that the state forbids; the message is a sentence for people. */
export const COMMAND_REFUSED = "CampaignCommandRefused";

export const campaignContract = {
  type: "campaign",
  taskQueue: WORKFLOW_QUEUE,
  // A person waits for the answer to a command, which must not stand behind the calls of the campaign.
  priorityKey: 1,
  // A redial opens a closed campaign again; an open one takes the command.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, campaignId }: CampaignAddress) => `org-${organizationId}/campaign-${campaignId}`,
} as const;

/** The columns of a campaign's row that its start needs. */
export interface CampaignToStart {
  organization_id: number;
  id: number;
  name: string;
  state: CampaignState;
}

/** Returns the start options of a campaign's workflow, for every caller. */
export const campaignStartOptions = (campaign: CampaignToStart) => {
  const input: CampaignInput = { organizationId: campaign.organization_id, campaignId: campaign.id };
  return {
    ...organizationStartOptions(campaignContract, input, {
      summary: campaign.name,
      attributes: [
        { key: campaignIdAttribute, value: campaign.id },
        { key: campaignStateAttribute, value: campaign.state },
      ],
    }),
    workflowIdConflictPolicy: campaignContract.workflowIdConflictPolicy,
    workflowTaskTimeout: "5 seconds" as const,
  };
};

/**
 * Returns the options for restarting a lost workflow: if a command has started one meanwhile, the restart fails, and
 * that workflow keeps its history.
 */
export const campaignRestartOptions = (campaign: CampaignToStart) => ({
  ...campaignStartOptions(campaign),
  workflowIdConflictPolicy: "FAIL" as const,
});

export type CommandUpdate = ReturnType<typeof defineUpdate<CommandResult, [StateCommand?]>>;

export const commandUpdates: Record<CampaignCommandName, CommandUpdate> = {
  start: defineUpdate<CommandResult, [StateCommand?]>("start"),
  unschedule: defineUpdate<CommandResult, [StateCommand?]>("unschedule"),
  pause: defineUpdate<CommandResult, [StateCommand?]>("pause"),
  resume: defineUpdate<CommandResult, [StateCommand?]>("resume"),
  cancel: defineUpdate<CommandResult, [StateCommand?]>("cancel"),
};
export const redialUpdate = defineUpdate<RedialResult, [RedialCommand?]>("redial");

/** The commands as signals, for the Temporal UI and CLI; refused ones are written to the campaign's log. */
export const commandSignals: Record<CampaignCommandName, SignalDefinition<[StateCommand?]>> = {
  start: defineSignal<[StateCommand?]>("start"),
  unschedule: defineSignal<[StateCommand?]>("unschedule"),
  pause: defineSignal<[StateCommand?]>("pause"),
  resume: defineSignal<[StateCommand?]>("resume"),
  cancel: defineSignal<[StateCommand?]>("cancel"),
};
/** Sent when a scheduled campaign's start was changed: the workflow reads it anew. */
export const rescheduleSignal = defineSignal("reschedule");
/** Sent when the last step of a campaign's journey has come to its end: the campaign looks at once whether it is over. */
export const lookSignal = defineSignal("look");
export const redialSignal = defineSignal<[RedialCommand?]>("redial");

export const progressQuery = defineQuery<CampaignProgress>("progress");

/** Sent by a shard: its last reading, and whether it has ended. */
export interface ShardReport {
  shardId: string;
  ended: boolean;
  state: CampaignState;
  figures: CampaignFigures;
  waitingUntilMs: number | null;
}
export const shardReportSignal = defineSignal<[ShardReport]>("shard-report");

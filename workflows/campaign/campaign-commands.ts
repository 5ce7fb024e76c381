import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  setHandler,
  uuid4,
} from "@temporalio/workflow";
import type { CampaignCommandName } from "../../domain/campaign/campaign-states.rules.ts";
import { CAMPAIGN_COMMANDS, decideCommand, isCampaignOver } from "../../domain/campaign/campaign-states.rules.ts";
import { listRedialOutcomes } from "../../domain/campaign/redial.rules.ts";
import { runUncancellably } from "../cancellation.ts";
import {
  COMMAND_REFUSED,
  type CommandResult,
  type CommandUpdate,
  commandSignals,
  commandUpdates,
  lookSignal,
  progressQuery,
  type RedialCommand,
  type RedialResult,
  redialSignal,
  redialUpdate,
  rescheduleSignal,
  type StateCommand,
  shardReportSignal,
} from "./campaign.contract.ts";
import { OPERATOR } from "./campaign.details.ts";
import { applyCommand, logDecision, readCampaign, redial } from "./campaign-activities.ts";
import { retireShards } from "./campaign-shards.ts";
import { applyReading, type Campaign, readAddress, readProgress, recordDecision } from "./campaign-state.ts";

/** The actor of a start by the campaign's own timer. */
const PLATFORM = "system";

const DESCRIPTIONS: Record<CampaignCommandName, string> = {
  start: "Starts a draft, or schedules it for its own start.",
  unschedule: "Makes a scheduled campaign a draft again.",
  pause: "No further call goes out; those under way finish.",
  resume: "Continues after a pause or a failure.",
  cancel: "Ends a paused or failed campaign for good.",
};

/** Handles commands, as updates and as signals, the progress query, and reports of shards. */
export const handleMessages = (campaign: Campaign, ready: Promise<void>): void => {
  for (const command of CAMPAIGN_COMMANDS) {
    const carryOut = (argument?: StateCommand) =>
      runUncancellably(async () => {
        await ready;
        const { hasEarlier, result } = beginCommand(campaign, command, argument);
        if (hasEarlier || command !== "pause" || !argument?.isRowPaused) return result;
        void logRefusal(campaign, command, () => result);
        return { state: "paused" as const, changed: argument.hasChanged ?? false };
      });
    setHandler<CommandResult, [StateCommand?], CommandUpdate>(commandUpdates[command], carryOut, {
      description: DESCRIPTIONS[command],
      // This run may know an older state than the row, so only commands to a finished campaign are refused without
      // reading it.
      validator: () => refuseWhenOver(campaign, command),
    });
    setHandler(commandSignals[command], (argument) => logRefusal(campaign, command, () => carryOut(argument)), {
      description: DESCRIPTIONS[command],
    });
  }
  const carryOutRedial = (argument: RedialCommand | undefined) =>
    runUncancellably(async () => {
      await ready;
      return executeRedial(campaign, argument ?? { outcomes: listRedialOutcomes(), start: true });
    });
  const description = "Creates and starts a campaign for the contacts that a finished one did not reach.";
  setHandler(redialUpdate, carryOutRedial, { description });
  setHandler(redialSignal, (argument) => logRefusal(campaign, "redial", () => carryOutRedial(argument)), {
    description,
  });
  setHandler(
    rescheduleSignal,
    async () => {
      await ready;
      await runUncancellably(async () => {
        applyReading(campaign, await readCampaign(readAddress(campaign)));
        campaign.reschedules += 1;
      });
    },
    { description: "Reads the start of a scheduled campaign anew." },
  );
  setHandler(
    lookSignal,
    () => {
      campaign.looks += 1;
    },
    { description: "Looks now whether anybody is due, or all is done." },
  );
  setHandler(progressQuery, () => readProgress(campaign), {
    description: "State and figures, as the workflow knows them.",
  });
  setHandler(shardReportSignal, (report) => {
    applyReading(campaign, report);
    campaign.reports += 1;
    campaign.waitingUntilMs = report.waitingUntilMs;
    if (report.ended) campaign.liveShards = campaign.liveShards.filter((id) => id !== report.shardId);
  });
};

/** Handles "Request Cancellation" of the Temporal UI: stops dialling, then cancels the campaign. */
export const handleCancelRequest = (campaign: Campaign, ready: Promise<void>): void => {
  const carryOut = async () => {
    await ready;
    if (campaign.state === "running") await executeCommand(campaign, "pause");
    if (!isCampaignOver(campaign.state)) await executeCommand(campaign, "cancel");
  };
  CancellationScope.current().cancelRequested.catch(() => logRefusal(campaign, "cancel", carryOut));
};

const refuseWhenOver = ({ state }: Campaign, command: CampaignCommandName): void => {
  const decision = decideCommand(state, command);
  if (isCampaignOver(state) && decision.kind === "refuse")
    throw ApplicationFailure.nonRetryable(decision.sentence, COMMAND_REFUSED);
};

interface BegunCommand {
  /** Commands before it are not carried out yet. */
  hasEarlier: boolean;
  result: Promise<CommandResult>;
}

const beginCommand = (campaign: Campaign, command: CampaignCommandName, argument?: StateCommand): BegunCommand => {
  const hasEarlier = campaign.commandsDone < campaign.commandsTaken;
  return { hasEarlier, result: executeCommand(campaign, command, argument) };
};

const executeCommand = async (
  campaign: Campaign,
  command: CampaignCommandName,
  { actor = OPERATOR, hasChanged = false, senderAwaitsHandOvers = false }: StateCommand = {},
): Promise<CommandResult> => {
  const turn = campaign.commandsTaken;
  campaign.commandsTaken += 1;
  // A command whose worker has died is carried out late; later ones wait for it, so that it cannot undo them.
  if (campaign.commandsDone < turn) await condition(() => campaign.commandsDone >= turn);
  try {
    const { figures, state, beginsAtMs, ...applied } = await plainRefusals(
      applyCommand({
        ...readAddress(campaign),
        command,
        actor,
        ...(senderAwaitsHandOvers && { senderAwaitsHandOvers }),
      }),
    );
    const wasRunning = campaign.state === "running";
    applyReading(campaign, { state, figures, ...(beginsAtMs !== undefined && { beginsAtMs }) });
    const changed = applied.changed || hasChanged;
    if (changed) {
      campaign.entered = { atMs: Date.now(), by: actor };
      recordDecision(campaign, `${command} by ${actor}`);
    }
    if (changed && state === "running") {
      // The row was paused, and may have other hours since, while this workflow waits for those that it knows.
      if (wasRunning) campaign.resumptions += 1;
      await retireShards(campaign);
    }
    return { state, changed };
  } finally {
    campaign.commandsDone += 1;
  }
};

/** Starts a scheduled campaign whose time has come. The row decides: its start may have been changed meanwhile. */
export const begin = (campaign: Campaign): Promise<CommandResult> =>
  executeCommand(campaign, "start", { actor: PLATFORM });

const executeRedial = async (campaign: Campaign, command: RedialCommand): Promise<RedialResult> => {
  // The row decides: it may say "completed" before this run of the workflow knows.
  const actor = command.actor ?? OPERATOR;
  const result = await plainRefusals(redial({ ...readAddress(campaign), actor, requestId: uuid4(), command }));
  recordDecision(campaign, `redial by ${actor}: campaign ${result.redialedCampaignId}`);
  return result;
};

/** Rejects with the refusal itself and not with the failure of an activity. */
const plainRefusals = <T>(activity: Promise<T>): Promise<T> =>
  activity.catch((error: unknown) => {
    throw error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
  });

/** A signal has no answer: a refusal is written to the campaign's log and must not fail the workflow. */
const logRefusal = async (campaign: Campaign, command: string, carryOut: () => Promise<unknown>): Promise<void> => {
  try {
    await carryOut();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    recordDecision(campaign, `${command} refused: ${message}`);
    await runUncancellably(() =>
      logDecision({ ...readAddress(campaign), event: "command_refused", message, actor: OPERATOR }),
    );
  }
};

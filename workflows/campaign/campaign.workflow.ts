import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  allHandlersFinished,
  CancellationScope,
  ChildWorkflowFailure,
  condition,
  executeChild,
  workflowInfo,
} from "@temporalio/workflow";
import type { CampaignState } from "../../domain/campaign/campaign-states.rules.ts";
import { isCampaignOver } from "../../domain/campaign/campaign-states.rules.ts";
import { contactImportContract, contactImportStartOptions } from "../contact-import/contact-import.contract.ts";
import { shouldContinueAsNew } from "../history-length.ts";
import { continueOnCurrentVersion, pinToVersion } from "../worker-version.ts";
import type { CampaignInput } from "./campaign.contract.ts";
import { assess, readCampaign, takeSnapshot } from "./campaign-activities.ts";
import { begin, handleCancelRequest, handleMessages } from "./campaign-commands.ts";
import { startShards } from "./campaign-shards.ts";
import {
  applyReading,
  type Campaign,
  createInitialState,
  publishDetails,
  readAddress,
  readCarriedState,
  recordDecision,
} from "./campaign-state.ts";

/** A terminated shard reports no more: after this silence its work is started again. */
const SHARD_SILENCE = "10 minutes";
/** Longer than the activity of a terminated import still runs. */
const IMPORT_AGAIN = "15 seconds";

/**
 * Runs a campaign from its start until it is completed or canceled: commands, figures, shards, waiting. A cancellation
 * request of Temporal's is handled like a command, because a workflow that ended at once would leave its shards
 * dialling.
 */
export const campaign = (input: CampaignInput): Promise<CampaignState> =>
  CancellationScope.nonCancellable(() => runCampaign(input));

pinToVersion(campaign);

/** The type of the workflow, because in the functions below `campaign` is its state. */
type CampaignWorkflow = typeof campaign;

const runCampaign = async (input: CampaignInput): Promise<CampaignState> => {
  const campaign = await open(input);
  while (!isCampaignOver(campaign.state)) {
    if (campaign.state === "running") await runDiallingRound(campaign);
    else if (campaign.state === "scheduled") await waitForStart(campaign);
    else if (campaign.state === "draft") {
      // It was scheduled and is so no more. A start that came with that is carried out first.
      await condition(() => allHandlersFinished() && campaign.commandsDone === campaign.commandsTaken);
      if (campaign.state === "draft") return campaign.state;
    } else
      await condition(() => campaign.state === "running" || isCampaignOver(campaign.state) || shouldContinueAsNew());
    await settleHandlers(campaign);
    if (shouldContinueAsNew())
      return continueOnCurrentVersion<CampaignWorkflow>({
        ...readAddress(campaign),
        carried: readCarriedState(campaign),
      });
  }
  await condition(() => allHandlersFinished() && campaign.commandsDone === campaign.commandsTaken);
  return campaign.state;
};

const open = async (input: CampaignInput): Promise<Campaign> => {
  const campaign = createInitialState(input);
  // Handlers are set before the first await, so that a command that came with the start finds one.
  const ready = input.carried ? Promise.resolve() : readInto(campaign);
  handleMessages(campaign, ready);
  handleCancelRequest(campaign, ready);
  await ready;
  await condition(() => campaign.state !== "draft" || isCampaignOver(campaign.state));
  return campaign;
};

/** The clocks of a worker and of the server may differ by less than this when the start has come. */
const START_AGAIN_MS = 1000;

/** Waits for the campaign's own start, or for a change of it, and begins. */
const waitForStart = async (campaign: Campaign): Promise<void> => {
  const { reschedules } = campaign;
  const moved = () => campaign.state !== "scheduled" || campaign.reschedules !== reschedules || shouldContinueAsNew();
  const waitMs = (campaign.beginsAtMs ?? Date.now()) - Date.now();
  if (waitMs > 0 && (await condition(moved, waitMs, { summary: "until the campaign's start" }))) return;
  const { state } = await begin(campaign);
  const isEarly = state === "scheduled" && (campaign.beginsAtMs ?? 0) <= Date.now();
  if (isEarly) await condition(moved, START_AGAIN_MS, { summary: "until the start has come on every clock" });
};

const readInto = async (campaign: Campaign): Promise<void> => {
  const reading = await readCampaign(readAddress(campaign));
  campaign.name = reading.name;
  campaign.prepared = reading.prepared;
  campaign.shardEpoch = workflowInfo().startTime.getTime();
  applyReading(campaign, reading);
};

/** Runs one round: shards work until nothing is due; then waits for the next event, or finds the campaign completed. */
const runDiallingRound = async (campaign: Campaign): Promise<void> => {
  if (!campaign.prepared) await prepare(campaign);
  if (!campaign.prepared) return;
  const { resumptions } = campaign;
  const moved = () => campaign.state !== "running" || campaign.resumptions !== resumptions || shouldContinueAsNew();
  if (campaign.liveShards.length > 0) {
    const seen = campaign.reports;
    const heard = await condition(
      () => campaign.reports !== seen || campaign.liveShards.length === 0 || moved(),
      SHARD_SILENCE,
      {
        summary: "until a shard reports",
      },
    );
    if (heard && (moved() || campaign.liveShards.length > 0)) return;
  }
  const { looks } = campaign;
  const outlook = await assess(readAddress(campaign));
  applyReading(campaign, outlook);
  if (campaign.state !== "running") return;
  const dueAtMs = outlook.nextDueAtMs ?? outlook.looksAtMs ?? Date.now();
  const waitMs = Math.min(dueAtMs, outlook.looksAtMs ?? Number.POSITIVE_INFINITY) - Date.now();
  if (waitMs > 0) {
    campaign.waitingUntilMs = outlook.nextDueAtMs;
    publishDetails(campaign);
    // What came to its end while it was assessed may have been seen or not: it is assessed again.
    await condition(() => moved() || campaign.looks !== looks, waitMs, { summary: "until the next contact is due" });
    campaign.waitingUntilMs = null;
    return;
  }
  await startShards(campaign, outlook.maxConcurrency);
};

const prepare = async (campaign: Campaign): Promise<void> => {
  const { importId } = await readCampaign(readAddress(campaign));
  if (importId !== null) await importSource(campaign, importId);
  const reading = await takeSnapshot(readAddress(campaign));
  applyReading(campaign, reading);
  campaign.prepared = reading.prepared;
  if (campaign.prepared)
    recordDecision(
      campaign,
      `${campaign.figures.total} contacts taken, ${campaign.figures.suppressed} of them suppressed`,
    );
  // The import is not over: another workflow runs it, or it was terminated and begins again in the next round.
  else if (reading.importId !== null && campaign.state === "running")
    await condition(() => campaign.state !== "running", IMPORT_AGAIN, {
      summary: "until the import is looked at again",
    });
};

const importSource = async (campaign: Campaign, importId: number): Promise<void> => {
  const input = { organizationId: campaign.input.organizationId, importId };
  try {
    const summary = `Contacts of campaign ${campaign.input.campaignId}`;
    const options = contactImportStartOptions(input, summary, { reusesId: true });
    await executeChild(contactImportContract.type, options);
  } catch (error) {
    // However the workflow ended, the import's row says how far it came: the snapshot waits for its end, and fails the
    // campaign with a failed one.
    const importIsOver = error instanceof ChildWorkflowFailure || error instanceof WorkflowExecutionAlreadyStartedError;
    if (!importIsOver) throw error;
  }
};

const settleHandlers = async (campaign: Campaign): Promise<void> => {
  if (shouldContinueAsNew())
    await condition(() => allHandlersFinished() && campaign.commandsDone === campaign.commandsTaken);
};

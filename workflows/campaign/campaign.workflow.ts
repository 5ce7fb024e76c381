import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  allHandlersFinished,
  CancellationScope,
  ChildWorkflowFailure,
  condition,
  continueAsNew,
  executeChild,
  workflowInfo,
} from "@temporalio/workflow";
import { contactImportContract, contactImportStartOptions } from "../contact-import/contact-import.contract.ts";
import { assess, readCampaign, takeSnapshot } from "./campaign-activities.ts";
import { handleCancelRequest, handleMessages } from "./campaign-commands.ts";
import type { CampaignInput } from "./campaign.contract.ts";
import type { CampaignState } from "../../domain/campaign/campaign.rules.ts";
import { isOver } from "../../domain/campaign/campaign.rules.ts";
import { startShards } from "./campaign-shards.ts";
import {
  addressOf,
  beginning,
  type Campaign,
  carriedBy,
  decide,
  note,
  shouldContinueAsNew,
  show,
} from "./campaign-state.ts";

/** A shard that was ended from outside reports no more: after this its work is taken up anew. */
const SHARD_SILENCE = "10 minutes";

/**
 * A campaign from its start until it is completed or canceled: commands, figures, shards, waiting. Temporal's own request
 * to cancel it is a command like the others: a workflow that just ended would leave its shards dialling.
 */
export const campaign = (input: CampaignInput): Promise<CampaignState> =>
  CancellationScope.nonCancellable(() => conduct(input));

const conduct = async (input: CampaignInput): Promise<CampaignState> => {
  const it = await open(input);
  while (!isOver(it.state)) {
    if (it.state === "running") await dial(it);
    else await condition(() => it.state === "running" || isOver(it.state) || shouldContinueAsNew());
    await settleHandlers(it);
    if (shouldContinueAsNew()) return continueAsNew<typeof campaign>({ ...addressOf(it), carried: carriedBy(it) });
  }
  await condition(() => allHandlersFinished() && it.commandsDone === it.commandsTaken);
  return it.state;
};

const open = async (input: CampaignInput): Promise<Campaign> => {
  const it = beginning(input);
  // Before the first await: a command that came with the start finds its handler.
  const ready = input.carried ? Promise.resolve() : readInto(it);
  handleMessages(it, ready);
  handleCancelRequest(it, ready);
  await ready;
  await condition(() => it.state !== "draft" || isOver(it.state));
  return it;
};

const readInto = async (it: Campaign): Promise<void> => {
  const reading = await readCampaign(addressOf(it));
  it.name = reading.name;
  it.prepared = reading.prepared;
  it.shardEpoch = workflowInfo().startTime.getTime();
  note(it, reading);
};

/** One round: shards work until nothing is due; then wait for what comes next, or find the campaign completed. */
const dial = async (it: Campaign): Promise<void> => {
  if (!it.prepared) await prepare(it);
  if (!it.prepared) return;
  const moved = () => it.state !== "running" || shouldContinueAsNew();
  if (it.liveShards.length > 0) {
    const seen = it.reports;
    const heard = await condition(() => it.reports !== seen || it.liveShards.length === 0 || moved(), SHARD_SILENCE, {
      summary: "until a shard reports",
    });
    if (heard && (moved() || it.liveShards.length > 0)) return;
  }
  const outlook = await assess(addressOf(it));
  note(it, outlook);
  if (it.state !== "running") return;
  const waitMs = (outlook.nextDueAtMs ?? Date.now()) - Date.now();
  if (waitMs > 0) {
    it.waitingUntilMs = outlook.nextDueAtMs;
    show(it);
    await condition(moved, waitMs, { summary: "until the next contact is due" });
    it.waitingUntilMs = null;
    return;
  }
  await startShards(it, outlook.maxConcurrency);
};

const prepare = async (it: Campaign): Promise<void> => {
  const { importId } = await readCampaign(addressOf(it));
  if (importId !== null) await importSource(it, importId);
  const reading = await takeSnapshot(addressOf(it));
  note(it, reading);
  it.prepared = reading.prepared;
  if (it.prepared) decide(it, `${it.figures.total} contacts taken, ${it.figures.suppressed} of them suppressed`);
};

const importSource = async (it: Campaign, importId: number): Promise<void> => {
  const input = { organizationId: it.input.organizationId, importId };
  try {
    const summary = `Contacts of campaign ${it.input.campaignId}`;
    await executeChild(contactImportContract.type, contactImportStartOptions(input, summary));
  } catch (error) {
    // However it ended, its row says how far it came: the snapshot goes by that and fails the campaign if it must.
    const importIsOver = error instanceof ChildWorkflowFailure || error instanceof WorkflowExecutionAlreadyStartedError;
    if (!importIsOver) throw error;
  }
};

const settleHandlers = async (it: Campaign): Promise<void> => {
  if (shouldContinueAsNew()) await condition(() => allHandlersFinished() && it.commandsDone === it.commandsTaken);
};

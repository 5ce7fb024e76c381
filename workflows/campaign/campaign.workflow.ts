import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  ActivityFailure,
  allHandlersFinished,
  ChildWorkflowFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  executeChild,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  startChild,
  upsertSearchAttributes,
  uuid4,
  workflowInfo,
} from "@temporalio/workflow";
import { uncancelled } from "../cancellation.ts";
import { contactImportContract } from "../contact-import/contact-import.contract.ts";
import { campaignIdAttribute, campaignStateAttribute, organizationIdAttribute } from "../search-attributes.ts";
import {
  type CampaignCarried,
  type CampaignCommand,
  type CampaignCommandName,
  type CampaignInput,
  type CampaignProgress,
  type CampaignState,
  COMMAND_REFUSED,
  type CommandResult,
  type CommandUpdate,
  commandSignals,
  commandUpdates,
  progressQuery,
  type RedialCommand,
  type RedialResult,
  redialSignal,
  redialUpdate,
  shardReportSignal,
} from "./campaign.contract.ts";
import type { CampaignActivities } from "./campaign.ports.ts";
import { addDecision, describeCampaign, OPERATOR } from "./campaign-details.rules.ts";
import { addPaceSample, type PaceSample, paceOf } from "./campaign-pace.rules.ts";
import { decideCommand, isOver, noFigures, shardWindows } from "./campaign.rules.ts";
import { campaignShardContract, retireSignal } from "./campaign-shard.contract.ts";

const { readCampaign, applyCommand, takeSnapshot, assess, redial, logDecision } = proxyActivities<CampaignActivities>({
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "5 seconds",
  retry: {
    initialInterval: "500 milliseconds",
    maximumInterval: "10 seconds",
    nonRetryableErrorTypes: [COMMAND_REFUSED],
  },
});

const MAX_HISTORY_EVENTS = 1500;
/** A shard that was ended from outside reports no more: after this its work is taken up anew. */
const SHARD_SILENCE = "10 minutes";
const COMMANDS_IN_TURN = "commands-in-turn";

interface Campaign extends CampaignCarried {
  input: CampaignInput;
  entered: { atMs: number; by: string | null };
  paceSamples: PaceSample[];
  waitingUntilMs: number | null;
  asOfMs: number;
  /** How many shard reports have come. */
  reports: number;
  /** Commands that have come, and those of them that are carried out; a state is not final before all are. */
  commandsTaken: number;
  commandsDone: number;
}

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
  const it: Campaign = {
    input,
    state: "draft",
    figures: noFigures,
    shardEpoch: 0,
    liveShards: [],
    prepared: false,
    name: "",
    decisions: [],
    entered: { atMs: Date.now(), by: null },
    paceSamples: [],
    ...input.carried,
    waitingUntilMs: null,
    asOfMs: Date.now(),
    reports: 0,
    commandsTaken: 0,
    commandsDone: 0,
  };
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

// ── messages ────────────────────────────────────────────────────────────────────────────────────────────────

const DESCRIPTIONS: Record<CampaignCommandName, string> = {
  start: "Starts a draft.",
  pause: "No further call goes out; those under way finish.",
  resume: "Goes on after a pause or a failure.",
  cancel: "Ends a paused campaign for good.",
};

const handleMessages = (it: Campaign, ready: Promise<void>): void => {
  for (const command of ["start", "pause", "resume", "cancel"] as const) {
    const carryOut = (actor?: string) =>
      uncancelled(async () => {
        await ready;
        return obey(it, command, actor ?? OPERATOR);
      });
    setHandler<CommandResult, [CampaignCommand?], CommandUpdate>(
      commandUpdates[command],
      (argument) => carryOut(argument?.actor),
      {
        description: DESCRIPTIONS[command],
        // What this run knows may be older than the row: only what is over for good is refused unread.
        validator: () =>
          refuseUnless(!isOver(it.state) || decideCommand(it.state, command).kind !== "refuse", it, command),
      },
    );
    setHandler(commandSignals[command], (argument) => logRefusal(it, command, () => carryOut(argument?.actor)), {
      description: DESCRIPTIONS[command],
    });
  }
  const carryOutRedial = (argument: RedialCommand | undefined) =>
    uncancelled(async () => {
      await ready;
      return obeyRedial(it, argument ?? { outcomes: ["voicemail", "no_answer", "busy"], start: true });
    });
  const description = "Makes and starts a campaign for those whom a finished one did not reach.";
  setHandler(redialUpdate, carryOutRedial, { description });
  setHandler(redialSignal, (argument) => logRefusal(it, "redial", () => carryOutRedial(argument)), { description });
  setHandler(progressQuery, () => progressOf(it), { description: "State and figures, as the workflow knows them." });
  setHandler(shardReportSignal, (report) => {
    note(it, report);
    it.reports += 1;
    it.waitingUntilMs = report.waitingUntilMs;
    if (report.ended) it.liveShards = it.liveShards.filter((id) => id !== report.shardId);
  });
};

/** "Request Cancellation" in the Temporal UI: stop dialling, then end the campaign for good. */
const handleCancelRequest = (it: Campaign, ready: Promise<void>): void => {
  const carryOut = async () => {
    await ready;
    if (it.state === "running") await obey(it, "pause", OPERATOR);
    if (!isOver(it.state)) await obey(it, "cancel", OPERATOR);
  };
  CancellationScope.current().cancelRequested.catch(() => logRefusal(it, "cancel", carryOut));
};

const refuseUnless = (allowed: boolean, it: Campaign, command: string): void => {
  if (!allowed) throw ApplicationFailure.nonRetryable(`A ${it.state} campaign cannot ${command}`, COMMAND_REFUSED);
};

const obey = async (it: Campaign, command: CampaignCommandName, actor: string): Promise<CommandResult> => {
  const turn = it.commandsTaken;
  it.commandsTaken += 1;
  // One whose worker has died is carried out late: those that came after it must not be undone by it.
  if (it.commandsDone < turn && patched(COMMANDS_IN_TURN)) await condition(() => it.commandsDone >= turn);
  try {
    const { figures, ...result } = await plainRefusals(applyCommand({ ...addressOf(it), command, actor }));
    note(it, { state: result.state, figures });
    if (result.changed) {
      it.entered = { atMs: Date.now(), by: actor };
      decide(it, `${command} by ${actor}`);
    }
    if (result.changed && result.state === "running") await retireShards(it);
    return result;
  } finally {
    it.commandsDone += 1;
  }
};

const obeyRedial = async (it: Campaign, command: RedialCommand): Promise<RedialResult> => {
  // The row decides: it may say "completed" before this run of the workflow has heard of it.
  const actor = command.actor ?? OPERATOR;
  const result = await plainRefusals(redial({ ...addressOf(it), actor, requestId: uuid4(), command }));
  decide(it, `redial by ${actor}: campaign ${result.redialedCampaignId}`);
  return result;
};

/** Whoever gave a command gets the refusal itself, not the news that an activity failed. */
const plainRefusals = <T>(activity: Promise<T>): Promise<T> =>
  activity.catch((error: unknown) => {
    throw error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
  });

/** A signal has no answer: a refusal goes to the campaign's log, and must not fail the workflow. */
const logRefusal = async (it: Campaign, command: string, carryOut: () => Promise<unknown>): Promise<void> => {
  try {
    await carryOut();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    decide(it, `${command} refused: ${message}`);
    await uncancelled(() => logDecision({ ...addressOf(it), event: "command_refused", message, actor: OPERATOR }));
  }
};

// ── dialling ────────────────────────────────────────────────────────────────────────────────────────────────

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
    await executeChild(contactImportContract.type, {
      workflowId: contactImportContract.workflowId(input),
      taskQueue: contactImportContract.taskQueue,
      args: [input],
    });
  } catch (error) {
    // However it ended, its row says how far it came: the snapshot goes by that and fails the campaign if it must.
    const importIsOver = error instanceof ChildWorkflowFailure || error instanceof WorkflowExecutionAlreadyStartedError;
    if (!importIsOver) throw error;
  }
};

const startShards = async (it: Campaign, maxConcurrency: number): Promise<void> => {
  const epoch = (it.shardEpoch += 1);
  const inputs = shardWindows(maxConcurrency).map((windowSize, shard) => ({
    ...addressOf(it),
    epoch,
    shard,
    windowSize,
  }));
  it.liveShards = inputs.map((input) => campaignShardContract.workflowId(input));
  await Promise.all(
    inputs.map(async (input) => {
      const shard = await startChild(campaignShardContract.type, {
        workflowId: campaignShardContract.workflowId(input),
        taskQueue: campaignShardContract.taskQueue,
        workflowIdReusePolicy: campaignShardContract.workflowIdReusePolicy,
        parentClosePolicy: ParentClosePolicy.ABANDON,
        workflowTaskTimeout: "5 seconds",
        args: [input],
        typedSearchAttributes: [
          { key: organizationIdAttribute, value: input.organizationId },
          { key: campaignIdAttribute, value: input.campaignId },
        ],
        staticSummary: `Shard ${input.shard} of campaign ${input.campaignId}: up to ${input.windowSize} calls`,
      });
      // One that is terminated reports no more: its work is taken up anew.
      shard.result().catch(() => {
        it.liveShards = it.liveShards.filter((id) => id !== shard.workflowId);
      });
    }),
  );
};

/** After a pause the campaign may have other settings: new shards take over, the old ones finish their calls. */
const retireShards = async (it: Campaign): Promise<void> => {
  const retired = it.liveShards;
  it.liveShards = [];
  const retire = (id: string) =>
    getExternalWorkflowHandle(id)
      .signal(retireSignal)
      .catch(() => undefined);
  await Promise.all(retired.map(retire));
};

// ── state ───────────────────────────────────────────────────────────────────────────────────────────────────

const addressOf = ({ input }: Campaign) => ({ organizationId: input.organizationId, campaignId: input.campaignId });

const carriedBy = ({
  state,
  figures,
  shardEpoch,
  liveShards,
  prepared,
  name,
  decisions,
  entered,
}: Campaign): CampaignCarried => ({
  state,
  figures,
  shardEpoch,
  liveShards,
  prepared,
  name,
  decisions,
  entered,
});

const progressOf = ({ state, figures, waitingUntilMs, asOfMs }: Campaign): CampaignProgress => ({
  state,
  figures,
  waitingUntilMs,
  asOfMs,
});

const note = (it: Campaign, news: Pick<Campaign, "state" | "figures">): void => {
  // A reading from before a command must not undo it: every change of state or figures has a revision of its own.
  if (news.figures.revision < it.figures.revision) return;
  it.figures = news.figures;
  it.asOfMs = Date.now();
  it.paceSamples = addPaceSample(it.paceSamples, news.figures, it.asOfMs);
  enter(it, news.state);
};

const enter = (it: Campaign, state: CampaignState): void => {
  if (it.state !== state) {
    it.state = state;
    it.entered = { atMs: Date.now(), by: null };
    it.paceSamples = [];
    upsertSearchAttributes([{ key: campaignStateAttribute, value: state }]);
  }
  show(it);
};

const decide = (it: Campaign, line: string): void => {
  it.decisions = addDecision(it.decisions, `${new Date().toISOString()} ${line}`);
  show(it);
};

const show = (it: Campaign): void => setCurrentDetails(describeCampaign({ ...it, pace: paceOf(it.paceSamples) }));

const shouldContinueAsNew = (): boolean =>
  workflowInfo().continueAsNewSuggested || workflowInfo().historyLength > MAX_HISTORY_EVENTS;

const settleHandlers = async (it: Campaign): Promise<void> => {
  if (shouldContinueAsNew()) await condition(() => allHandlersFinished() && it.commandsDone === it.commandsTaken);
};

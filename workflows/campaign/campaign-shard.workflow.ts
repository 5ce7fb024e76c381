import {
  condition,
  getExternalWorkflowHandle,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  uuid4,
} from "@temporalio/workflow";
import { receiveCancellation } from "../cancellation.ts";
import { shouldContinueAsNew } from "../history-length.ts";
import { continueOnCurrentVersion, pinToVersion } from "../worker-version.ts";
import { campaignContract, shardReportSignal } from "./campaign.contract.ts";
import type { CampaignActivities, ClaimResult } from "./campaign.ports.ts";
import {
  type CampaignShardInput,
  callSettledSignal,
  campaignShardContract,
  retireSignal,
} from "./campaign-shard.contract.ts";

const { claimRuns } = proxyActivities<CampaignActivities>({
  startToCloseTimeout: "2 minutes",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});

/** A report costs the shard and its campaign a workflow task each. */
const REPORT_EVERY_MS = 5000;
/** Well below the time after which the campaign takes a silent shard for lost. */
const SIGN_OF_LIFE_MS = 240_000;
const MIN_WAIT_MS = 100;
/** A claim costs two workflow tasks and an activity: single slots that become free wait for others this long. */
const CLAIM_EVERY_MS = 1000;
/** The share of the window that is filled at once. */
const MANY_SLOTS = 0.25;

interface Shard {
  input: CampaignShardInput;
  id: string;
  inFlight: Set<string>;
  /** Runs that ended before the claim that started them was answered. */
  settledEarly: Set<string>;
  /** A call has ended since the last claim, which did not count its slot as free. */
  roomCameFree: boolean;
  retired: boolean;
  claimedAtMs: number;
  reportedAtMs: number;
}

/**
 * Runs a sliding window over the campaign's due contacts: claims into free slots until nothing is due and nothing runs.
 */
export const campaignShard = async (input: CampaignShardInput): Promise<void> => {
  const shard: Shard = {
    input,
    id: campaignShardContract.workflowId(input),
    inFlight: new Set(input.inFlight),
    settledEarly: new Set(),
    roomCameFree: false,
    retired: input.retired ?? false,
    claimedAtMs: 0,
    reportedAtMs: 0,
  };
  setHandler(callSettledSignal, (settled) => {
    for (const runUuid of settled) {
      if (!shard.inFlight.delete(runUuid)) shard.settledEarly.add(runUuid);
    }
    shard.roomCameFree = true;
  });
  setHandler(retireSignal, () => {
    shard.retired = true;
  });
  // Operators pause the campaign; a shard that is canceled alone continues.
  return receiveCancellation(
    () => undefined,
    () => work(shard),
  );
};

pinToVersion(campaignShard);

const work = async (shard: Shard): Promise<void> => {
  while (!shard.retired) {
    const claim = await fillWindow(shard);
    const ended = shard.inFlight.size === 0 && claim.runUuids.length === 0;
    await report(shard, claim, ended);
    if (ended) return;
    await waitForWork(shard, claim);
    if (shouldContinueAsNew()) {
      return continueOnCurrentVersion<typeof campaignShard>({
        ...shard.input,
        inFlight: [...shard.inFlight],
        retired: shard.retired,
      });
    }
  }
  await condition(() => shard.inFlight.size === 0);
};

const fillWindow = async (shard: Shard): Promise<ClaimResult> => {
  const { organizationId, campaignId, windowSize } = shard.input;
  shard.roomCameFree = false;
  shard.claimedAtMs = Date.now();
  const limit = Math.max(windowSize - shard.inFlight.size, 0);
  const request = { organizationId, campaignId, shardId: shard.id, token: uuid4(), limit };
  const claim = await claimRuns.executeWithOptions({ summary: `up to ${limit} contacts that are due` }, [request]);
  for (const runUuid of claim.runUuids) {
    if (!shard.settledEarly.has(runUuid)) shard.inFlight.add(runUuid);
  }
  shard.settledEarly.clear();
  setCurrentDetails(
    `**${shard.inFlight.size} of ${windowSize}** calls under way. It follows its campaign, \`${campaignContract.workflowId(shard.input)}\`: command that.`,
  );
  return claim;
};

/** Waits until a slot is free and something may be due for it, or until others have taken over. */
const waitForWork = async (shard: Shard, claim: ClaimResult): Promise<void> => {
  const isWoken = () => shard.retired || shard.roomCameFree;
  const hasRoom = shard.inFlight.size < shard.input.windowSize;
  const dueInMs = hasRoom && claim.nextDueAtMs !== null ? claim.nextDueAtMs - Date.now() : SIGN_OF_LIFE_MS;
  await condition(isWoken, Math.min(Math.max(dueInMs, MIN_WAIT_MS), SIGN_OF_LIFE_MS), {
    summary: "until a call ends or a contact is due",
  });
  if (shard.inFlight.size > 0) await gatherSlots(shard);
};

const gatherSlots = async (shard: Shard): Promise<void> => {
  const isOver = () => shard.retired || shard.inFlight.size === 0;
  const { windowSize } = shard.input;
  const areMany = () => windowSize - shard.inFlight.size >= windowSize * MANY_SLOTS;
  const waitMs = shard.claimedAtMs + CLAIM_EVERY_MS - Date.now();
  if (waitMs > 0) await condition(() => isOver() || areMany(), waitMs, { summary: "calls that end together" });
};

const report = async (shard: Shard, claim: ClaimResult, ended: boolean): Promise<void> => {
  if (!ended && Date.now() - shard.reportedAtMs < REPORT_EVERY_MS) return;
  shard.reportedAtMs = Date.now();
  const { state, figures, waitingUntilMs } = claim;
  await getExternalWorkflowHandle(campaignContract.workflowId(shard.input))
    .signal(shardReportSignal, { shardId: shard.id, ended, state, figures, waitingUntilMs })
    // A campaign that was terminated takes no reports; the shard's calls are still finished.
    .catch(() => undefined);
};

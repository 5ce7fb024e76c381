import { ApplicationFailure } from "@temporalio/common";
import { readBegin } from "../../application/campaign/read-begin.ts";
import { decideCommand } from "../../domain/campaign/campaign-states.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import {
  awaitHandOvers,
  findCampaign,
  lockCampaign,
  lockCampaignRow,
} from "../../infra/postgres/campaign/campaign.repository.ts";
import {
  changeStateByCommand,
  isCarriedOut,
  recordPauseAnswer,
} from "../../infra/postgres/campaign/campaign-transitions.ts";
import { findImportBeforeStart } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { sendTogether } from "../../infra/postgres/send-together.ts";
import { type CampaignAddress, COMMAND_REFUSED } from "../../workflows/campaign/campaign.contract.ts";
import type { CampaignActivities, CommandReading } from "../../workflows/campaign/campaign.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { readCampaign } from "./read-campaign.ts";

type Command = Parameters<CampaignActivities["applyCommand"]>[0] & {
  /** The same for each try of the activity. */
  commandKey: string;
};

/**
 * Carries out a command on the row under the campaign's lock: it waits for calls that are being handed to a carrier, and
 * none follows that the new state forbids.
 */
export const applyCommand = async (
  { database, clock }: Pick<WorkerDependencies, "database" | "clock">,
  input: Command,
): Promise<CommandReading> => {
  const within = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    database.inOrganization(input.organizationId, work);
  const now = clock.now();
  if (input.command !== "pause") return within((tx) => decideAndApply(tx, { ...input, lock: lockCampaign, now }));
  // It waits last, also where it is repeated: calls that wait for their admission meanwhile are turned back.
  const reading = await within((tx) => decideAndApply(tx, { ...input, lock: lockCampaignRow, now }));
  if (!input.senderAwaitsHandOvers) await within((tx) => answerPause(tx, input));
  return reading;
};

const answerPause = async (tx: OrganizationTransaction, { campaignId, actor }: Command): Promise<void> => {
  await awaitHandOvers(tx, campaignId);
  const campaign = await findCampaign(tx, campaignId);
  if (campaign?.state === "paused") await recordPauseAnswer(tx, campaign, actor);
};

const decideAndApply = async (
  tx: OrganizationTransaction,
  { lock, ...input }: Command & { lock: typeof lockCampaign; now: Date },
): Promise<CommandReading> => {
  const [campaign, isRepeated] = await sendTogether(tx, (tx) => [
    lock(tx, input.campaignId),
    isCarriedOut(tx, input.campaignId, input.commandKey),
  ]);
  // A try that died before its answer has changed the state, and others may have since: it is not changed again.
  if (isRepeated) return { ...(await readState(tx, input)), changed: true };
  if (!campaign) throw ApplicationFailure.nonRetryable("Campaign not found", COMMAND_REFUSED);
  const beginsAt = await readBeginBefore(tx, campaign, input);
  const decision = decideCommand(campaign.state, input.command, { isBeforeStart: beginsAt !== null });
  if (decision.kind === "refuse") throw ApplicationFailure.nonRetryable(decision.sentence, COMMAND_REFUSED);
  const [, , reading] = await sendTogether(tx, (tx) => [
    decision.kind === "apply" && changeStateByCommand(tx, campaign, { ...input, to: decision.to, beginsAt }),
    decision.kind === "holds" && beginsAt !== null && moveBegin(tx, campaign.id, beginsAt),
    readState(tx, input),
  ]);
  return { ...reading, changed: decision.kind === "apply" };
};

/** Returns when a campaign begins that is to start and whose start has not come; null for any other command. */
const readBeginBefore = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  { command, now }: { command: Command["command"]; now: Date },
): Promise<Date | null> => {
  if (command !== "start" || (campaign.state !== "draft" && campaign.state !== "scheduled")) return null;
  const beginsAt = await readBegin(tx, campaign, now);
  if (beginsAt !== null && beginsAt > now) return beginsAt;
  // It would leave out for good who is not in the list yet; a draft is refused before.
  const isImporting = campaign.state === "scheduled" && (await findImportBeforeStart(tx, campaign.id)) !== undefined;
  return isImporting ? new Date(now.getTime() + IMPORT_AGAIN_MS) : null;
};

/** How soon a campaign looks again whose start has come while an import into its list is under way. */
const IMPORT_AGAIN_MS = 10_000;

const moveBegin = async (tx: OrganizationTransaction, campaignId: number, beginsAt: Date): Promise<void> => {
  await tx.updateTable("campaigns").set({ begins_at: beginsAt }).where("id", "=", campaignId).execute();
};

const readState = async (tx: OrganizationTransaction, input: CampaignAddress) => {
  const { state, figures, beginsAtMs } = await readCampaign(tx, input);
  return { state, figures, beginsAtMs };
};

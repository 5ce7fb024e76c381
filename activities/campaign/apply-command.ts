import { ApplicationFailure } from "@temporalio/common";
import type { Updateable } from "kysely";
import { awaitHandOvers, lockCampaign, lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import {
  type CampaignDecision,
  changeCampaignState,
  isCarriedOut,
} from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { sendTogether } from "../../infra/postgres/send-together.ts";
import { type CampaignAddress, COMMAND_REFUSED } from "../../workflows/campaign/campaign.contract.ts";
import type { CampaignCommandName, CampaignState } from "../../domain/campaign/campaign.rules.ts";
import type { CommandReading } from "../../workflows/campaign/campaign.ports.ts";
import { decideCommand } from "../../domain/campaign/campaign.rules.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { readCampaign } from "./read-campaign.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { Tables } from "../../infra/postgres/tables.ts";

const PAST: Record<CampaignCommandName, string> = {
  start: "started",
  pause: "paused",
  resume: "resumed",
  cancel: "canceled",
};

type Command = CampaignAddress & {
  command: CampaignCommandName;
  actor: string;
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
  await within((tx) => awaitHandOvers(tx, input.campaignId));
  return reading;
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
  const decision = decideCommand(campaign.state, input.command);
  if (decision.kind === "refuse") throw ApplicationFailure.nonRetryable(decision.sentence, COMMAND_REFUSED);
  const applied: CampaignDecision = {
    level: "info",
    event: PAST[input.command],
    message: `The campaign was ${PAST[input.command]}`,
    actor: input.actor,
    commandKey: input.commandKey,
  };
  const [, reading] = await sendTogether(tx, (tx) => [
    decision.kind === "apply" &&
      changeCampaignState(tx, campaign, {
        to: decision.to,
        columns: columnsFor(campaign, decision.to, input.now),
        decision: applied,
      }),
    readState(tx, input),
  ]);
  return { ...reading, changed: decision.kind === "apply" };
};

const readState = async (tx: OrganizationTransaction, input: CampaignAddress) => {
  const { state, figures } = await readCampaign(tx, input);
  return { state, figures };
};

const columnsFor = (
  campaign: Campaign,
  state: CampaignState,
  now: Date,
): Omit<Updateable<Tables["campaigns"]>, "state"> => ({
  ...(state === "running" && {
    started_at: campaign.started_at ?? now,
    breaker_reset_at: now,
    failure_reason: null,
    budget_wait: null,
  }),
  ...(state === "canceled" && { completed_at: now }),
});

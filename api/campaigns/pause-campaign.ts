import { decideCommand } from "../../domain/campaign/campaign-states.rules.ts";
import { createKeyedSemaphore } from "../../infra/limits/keyed-semaphore.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { awaitHandOvers, lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { changeStateByCommand, recordPauseAnswer } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { DECIDED_WITHIN_MS } from "../../infra/temporal/deadlines.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { campaignNotFound, notDecidedYet } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { commandCampaign } from "./command-campaign.ts";
import { readCampaignAnswer } from "./get-campaign.ts";

/**
 * Pauses a campaign: after this answer no new call is handed to a carrier; calls in progress finish. The row is written at
 * once, so that as few calls as possible go out until then. The workflow then gives the command its turn after those that it
 * has not carried out yet and that would undo it, and answers at once where there are none: where this process ends in between, the
 * row is paused all the same, and a repeated pause is answered like a first one.
 */
export const pauseCampaign = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignParams }>,
) => {
  const { campaign, hasChanged } = await context.inOrganization((tx) => pauseRow(context, tx, params.campaign_id));
  const afterHandOvers = <Result>(read: (tx: OrganizationTransaction) => Promise<Result>) =>
    handOverWaits.run(campaign.organization_id, () =>
      context.inOrganization(async (tx) => {
        await awaitHandOvers(tx, campaign.id);
        return read(tx);
      }),
    );
  const pauseAnd = async (done: Parameters<typeof commandCampaign>[3]) => {
    let isAnswered = false;
    const read = async (tx: OrganizationTransaction) => {
      const answer = await readCampaignAnswer(tx, campaign.id);
      if (answer.state === "paused") await recordPauseAnswer(tx, campaign, formatActor(context.actor));
      return answer;
    };
    // Both at a time: what is being handed over since before the row was written usually takes longer than the workflow.
    const [answer] = await Promise.all([
      afterHandOvers(async (tx) => (isAnswered ? read(tx) : null)),
      commandCampaign(context, campaign, "pause", { senderAwaitsHandOvers: true, ...done }).then(() => {
        isAnswered = true;
      }),
    ]);
    // Otherwise once more, for calls that a command before this one has let out; there are none as a rule.
    return answer ?? afterHandOvers(read);
  };
  const isRowPaused = hasChanged || campaign.state === "paused";
  const answer = await pauseAnd({ hasChanged, ...(isRowPaused && { isRowPaused }) });
  // A command that came to the workflow first has resumed it meanwhile: this time the pause is carried out before its answer.
  return isRowPaused && answer.state === "running" ? pauseAnd({ hasChanged: true }) : answer;
};

/**
 * Each wait holds a connection for as long as a carrier takes to answer. Further pauses of the organization wait without one,
 * so that the rows of others can still be written.
 */
const handOverWaits = createKeyedSemaphore<number>({
  permitsOfKey: 3,
  mostWaiting: { ofKey: Infinity, inAll: Infinity },
  waitMs: DECIDED_WITHIN_MS,
  refuse: () => notDecidedYet(new Error("too many pauses of the organization wait for calls that go out")),
});

/** Pauses the row of a running campaign; any other is left to its workflow. */
const pauseRow = async (
  { actor, clock }: OperationContext,
  tx: OrganizationTransaction,
  campaignId: number,
): Promise<{ campaign: Campaign; hasChanged: boolean }> => {
  const campaign = await lockCampaignRow(tx, campaignId);
  if (!campaign) throw campaignNotFound();
  requireOwnEnvironment(actor, campaign, "campaign");
  const decision = decideCommand(campaign.state, "pause");
  if (decision.kind !== "apply") return { campaign, hasChanged: false };
  const change = { command: "pause", to: decision.to, actor: formatActor(actor), now: clock.now() } as const;
  await changeStateByCommand(tx, campaign, change);
  return { campaign, hasChanged: true };
};

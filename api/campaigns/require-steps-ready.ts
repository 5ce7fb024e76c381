import { explainNoTexts } from "../../application/message/admit-text.ts";
import { chooseAccount } from "../../application/telephony/choose-account.ts";
import { chooseProvider } from "../../domain/environment/sandbox.rules.ts";
import type { JourneyStep } from "../../domain/journey/journey.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { DUPLICATE_AGENT, requireUsable } from "../http/require-production.ts";
import { requireAgentToRun } from "../require-agent.ts";
import { stepChannelNotFound, stepNotReady, stepWebhookNotFound } from "./campaigns.errors.ts";

/** Throws where steps need what the organization has not, or what is not ready. */
export const requireStepsReady = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { campaign, steps }: { campaign: Campaign; steps: readonly JourneyStep[] },
): Promise<void> => {
  for (const [index, step] of steps.entries()) await requireReady(context, tx, { campaign, step, index });
};

/** Throws where a step needs what the organization has not, or what is not ready. */
const requireReady = async (
  { mailer, carriers }: OperationContext,
  tx: OrganizationTransaction,
  { campaign, step, index }: { campaign: Campaign; step: JourneyStep; index: number },
): Promise<void> => {
  if (step.do === "call" && step.workflow_id !== undefined)
    requireUsable(campaign, (await requireAgentToRun(tx, step.workflow_id, "published")).agent, DUPLICATE_AGENT);
  if (step.do === "sms") {
    const choice = await chooseAccount(tx, {
      isSandbox: campaign.environment === "sandbox",
      telephonyAccountId: campaign.telephony_configuration_id ?? undefined,
    });
    if ("problem" in choice)
      throw stepNotReady(index, "do", "There is no carrier account for texts: connect one first");
    const carrier = carriers.get(chooseProvider(campaign.environment, choice.account.provider));
    if (carrier.messages === null) throw stepNotReady(index, "do", explainNoTexts(carrier));
  }
  if (step.do === "mail" && !mailer)
    throw stepNotReady(index, "do", "No mail server is configured: the platform's operator sets SMTP_URL");
  if (step.do === "webhook") {
    const webhook = await tx
      .selectFrom("webhook_endpoints")
      .select("is_active")
      .where("id", "=", step.webhook_id)
      .forShare()
      .executeTakeFirst();
    if (!webhook) throw stepWebhookNotFound();
    if (!webhook.is_active) throw stepNotReady(index, "webhook_id", "The webhook is switched off: switch it on first");
  }
  if (step.do === "inbox") {
    const channel = await tx
      .selectFrom("folders")
      .select("id")
      .where("id", "=", step.folder_id)
      .forShare()
      .executeTakeFirst();
    if (!channel) throw stepChannelNotFound();
  }
};

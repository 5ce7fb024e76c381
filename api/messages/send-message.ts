import { sendText, type TextResult } from "../../application/message/send-text.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { chooseCallerId } from "../../infra/postgres/telephony/telephony.repository.ts";
import { callerIdNotFound } from "../calls/calls.errors.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireCarrierAccount } from "../require-carrier-account.ts";
import { textDependencies } from "../text-dependencies.ts";
import { campaignOfTextNotFound, keyOfAnotherText, textRefused, textWaits } from "./messages.errors.ts";
import { presentMessage } from "./messages.presenter.ts";
import type { sendMessageBody } from "./messages.schemas.ts";

/**
 * Sends a text and answers when its carrier has. The row is written before the carrier is asked, under a key that follows from the
 * Idempotency-Key: a repeated request finds the first one's text and sends nothing. A crash in between leaves a text that is looked up
 * and never sent again.
 */
export const sendMessage = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof sendMessageBody }>,
) => {
  const { actor } = context;
  const { to, telephonyAccountId, campaignName } = await context.inOrganization((tx) => readAddress(context, tx, body));
  const uuid = context.requestUuid();
  const result = await sendText(textDependencies(context), {
    organizationId: actor.organizationId,
    environment: actor.environment,
    key: `api:${uuid}`,
    uuid,
    reason: "api",
    actor: formatActor(actor),
    to,
    body: body.body,
    telephonyAccountId,
    fromPhoneNumberId: body.from_phone_number_id,
    campaignId: body.campaign_id ?? null,
  });
  const message = requireMade(result);
  if (message.phone_number !== to || (!message.body_hidden && message.body !== body.body)) throw keyOfAnotherText();
  return presentMessage({ ...message, campaign_name: campaignName });
};

const readAddress = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  body: OperationInput<{ body: typeof sendMessageBody }>["body"],
) => {
  const { country } = await tx.selectFrom("organizations").select("country").executeTakeFirstOrThrow();
  const parsed = parsePhoneNumber(body.to, country);
  if (!parsed.ok) throw invalidField(["to"], parsed.reason, "phone_number_invalid");
  const campaign = await findCampaign(context, tx, body.campaign_id);
  const named = body.telephony_configuration_id ?? campaign?.telephony_configuration_id ?? undefined;
  const account = await requireCarrierAccount(context, tx, named);
  const { from_phone_number_id: phoneNumberId } = body;
  if (
    phoneNumberId !== undefined &&
    (await chooseCallerId(tx, { telephonyAccountId: account.id, phoneNumberId })) === null
  )
    throw callerIdNotFound();
  return { to: parsed.e164, telephonyAccountId: account.id, campaignName: campaign?.name ?? null };
};

const findCampaign = async ({ actor }: OperationContext, tx: OrganizationTransaction, id: number | undefined) => {
  if (id === undefined) return null;
  const campaign = await tx.selectFrom("campaigns").selectAll().where("id", "=", id).executeTakeFirst();
  if (!campaign) throw campaignOfTextNotFound();
  requireOwnEnvironment(actor, campaign, "campaign");
  return campaign;
};

const requireMade = (result: TextResult): TextMessage => {
  switch (result.kind) {
    case "made":
      return result.message;
    case "refused":
      throw textRefused(result.outcome, result.sentence);
    case "waits": {
      const { outcome, sentence, untilMs } = result;
      throw textWaits({ outcome, sentence, waitSeconds: (untilMs - Date.now()) / 1000 });
    }
  }
};

import { receiveText, type StoredText } from "../../../application/message/receive-text.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { TelephonyAccount } from "../../../infra/postgres/telephony/telephony-account.entity.ts";
import type { CallbackRequest } from "../../../infra/telephony/carrier.ts";
import type { CarrierMessages, InboundText } from "../../../infra/telephony/carrier-messages.ts";
import { notFound } from "../../http/http-error.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { createRawAnswer } from "../../http/raw-answer.ts";
import { signalSessionEnded } from "../../signal-session-ended.ts";
import { signalThreadWorkflow } from "../../signal-thread-workflow.ts";
import { textDependencies } from "../../text-dependencies.ts";
import { rebuildCallbackRequest } from "../carrier-callbacks/callback-target.ts";
import { refuseCallback } from "../carrier-callbacks/refused-callbacks.ts";
import { listInboundAccounts } from "../inbound/inbound-account.ts";
import type { inboundTextParams } from "./carrier-texts.schemas.ts";

/** Receives a text from a person, at the one address that a carrier has for all of them. */
export const receiveInboundText = async (
  context: OperationContext,
  { params, request }: OperationInput<{ params: typeof inboundTextParams }> & WithRequest,
) => {
  const { provider } = params;
  const messages = context.carriers.has(provider) ? context.carriers.get(provider).messages : null;
  if (messages === null) throw notFound("Carrier of texts");
  const asked = rebuildCallbackRequest(context, request);
  const received = await verify(context, { provider, messages, asked });
  if (!received) throw refuseCallback(context, { provider, reason: "no account of ours verifies this text" });
  const mostSessions = context.config.TEXT_SESSIONS_PER_ORGANIZATION;
  const stored = await receiveText(textDependencies(context), { ...received, mostSessions });
  await signal(context, stored);
  context.metrics.callbacks.inc({ provider, result: "taken" });
  const { contentType, body } = messages.inboundAnswer ?? { contentType: "text/plain", body: "" };
  return createRawAnswer((response) => void response.status(200).type(contentType).send(body));
};

/** The rows say the same, so that whatever is lost here is done by maintenance, or at the next look of a workflow. */
const signal = async (context: OperationContext, { message, thread, endedRunUuids }: StoredText): Promise<void> => {
  if (thread) await signalThreadWorkflow(context, thread);
  const { organization_id: organizationId } = message;
  for (const runUuid of endedRunUuids) await signalSessionEnded(context, { organizationId, runUuid });
};

interface Verified {
  account: TelephonyAccount;
  phoneNumberId: number | null;
  text: InboundText;
}

/** Finds the account whose secret verifies the text; null: none does. */
const verify = async (
  context: OperationContext,
  { provider, messages, asked }: { provider: string; messages: CarrierMessages; asked: CallbackRequest },
): Promise<Verified | null> => {
  const peeked = messages.peekInbound(asked);
  if (!peeked) return null;
  const read = (credentials: CarrierCredentials) => messages.readInbound(credentials, asked);
  for await (const { account, credentials, number } of listInboundAccounts(context, { provider, ...peeked })) {
    const verified = read(credentials);
    if (verified.ok) return { account, phoneNumberId: number?.id ?? null, text: verified.text };
  }
  return null;
};

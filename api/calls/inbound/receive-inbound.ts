import { DEFAULT_SETTINGS } from "../../../domain/agent/agent-settings.ts";
import type { CallInstructions } from "../../../domain/call/call-instructions.ts";
import { answerMissedCaller, type MissedCallReason } from "../../../domain/call/missed-call.rules.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import { buildInboundTarget } from "../../../infra/telephony/call-addresses.ts";
import { notFound } from "../../http/http-error.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { createRawAnswer } from "../../http/raw-answer.ts";
import { answerWithInstructions, FIRST_TURN } from "../carrier-callbacks/answer-with-instructions.ts";
import { rebuildCallbackRequest } from "../carrier-callbacks/callback-target.ts";
import { refuseCallback } from "../carrier-callbacks/refused-callbacks.ts";
import { decideInboundCall } from "./decide-inbound-call.ts";
import type { inboundParams } from "./inbound.schemas.ts";
import { type AnnouncedCall, verifyInboundCall } from "./inbound-account.ts";
import { startInboundCall } from "./start-inbound-call.ts";

/**
 * Answers an incoming call. The row is written first, then its workflow is started, then the call is answered: a
 * process that dies between leaves a ringing call, whose announcement the carrier repeats or whose workflow maintenance
 * starts.
 */
export const receiveInbound = async (
  context: OperationContext,
  { params: { provider }, request }: OperationInput<{ params: typeof inboundParams }> & WithRequest,
) => {
  if (!context.carriers.has(provider)) throw notFound("Carrier");
  const carrier = context.carriers.get(provider);
  const asked = rebuildCallbackRequest(context, request);
  const announced = await verifyInboundCall(context, { carrier, asked });
  if (!announced) throw refuseCallback(context, { provider, reason: "no account's signature fits this announcement" });
  const decision = await decideInboundCall(context, announced);
  if (decision.kind === "missed") return refuseCall(context, announced, decision.reason);
  const { run } = decision;
  await startInboundCall(context, run, carrier);
  return answerWithInstructions(
    context,
    { run, carrier, credentials: announced.credentials },
    { event: { kind: "begin", answeredBy: null }, carrierCallId: announced.call.carrierCallId, at: FIRST_TURN },
  );
};

const refuseCall = async (
  { config }: OperationContext,
  { account, carrier, credentials, call: { carrierCallId } }: AnnouncedCall,
  reason: MissedCallReason,
) => {
  const { statusUrl } = buildInboundTarget(readPublicBaseUrl(config), {
    provider: account.provider,
    organizationId: account.organization_id,
    telephonyAccountId: account.id,
  });
  const { contentType, body } = await carrier.instruct(credentials, {
    carrierCallId,
    statusUrl,
    instructions: refusal(reason),
  });
  return createRawAnswer((response) => void response.status(200).type(contentType).send(body));
};

const refusal = (reason: MissedCallReason): CallInstructions => {
  const sentence = answerMissedCaller(reason);
  return {
    say: sentence === null ? [] : [sentence],
    language: DEFAULT_SETTINGS.language,
    next: { kind: "reject", reason: reason === "out_of_concurrency" ? "busy" : "unavailable" },
  };
};

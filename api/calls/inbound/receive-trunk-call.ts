import { DEFAULT_SETTINGS } from "../../../domain/agent/agent-settings.ts";
import type { CallInstructions } from "../../../domain/call/call-instructions.ts";
import { SIP } from "../../../domain/call/carrier-account.ts";
import { findInboundRun } from "../../../infra/postgres/call/inbound-calls.repository.ts";
import { findConnectedNumber } from "../../../infra/postgres/number/phone-number.repository.ts";
import { openCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { findTelephonyAccount } from "../../../infra/postgres/telephony/telephony-account.repository.ts";
import type { CallbackRequest, CarrierEvent } from "../../../infra/telephony/carrier.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { receiveCarrierEvent } from "../carrier-callbacks/receive-carrier-event.ts";
import { decideInboundCall } from "./decide-inbound-call.ts";
import type { AnnouncedCall } from "./inbound-account.ts";
import { startInboundCall } from "./start-inbound-call.ts";

/** The account that LiveKit SIP was given as the target of calls. */
export interface CalledAccount {
  organizationId: number;
  telephonyAccountId: number;
}

/**
 * Receives LiveKit's events about a caller: the call of somebody who has entered their room is accepted or rejected, and an
 * accepted one ends when they leave. It rings until a media process joins them.
 */
export const receiveTrunkCall = async (
  context: OperationContext,
  called: CalledAccount,
  request: CallbackRequest,
): Promise<undefined> => {
  const carrier = context.carriers.get(SIP);
  const inbound = carrier.readInbound({}, request);
  if (inbound.ok) {
    const announced = await openAccount(context, called, inbound.call);
    return announced === null ? turnAway(context, inbound.call.carrierCallId) : takeOrTurnAway(context, announced);
  }
  const told = carrier.readCallback({}, request);
  if (told.ok && told.event.call.state === "completed") await endCall(context, called, told.event);
};

const openAccount = (
  { database, secrets, carriers }: OperationContext,
  { organizationId, telephonyAccountId }: CalledAccount,
  call: AnnouncedCall["call"],
): Promise<AnnouncedCall | null> =>
  database.inOrganization(organizationId, async (tx) => {
    const account = await findTelephonyAccount(tx, telephonyAccountId);
    if (account?.provider !== SIP) return null;
    const number = await findConnectedNumber(tx, { telephonyAccountId, e164: call.to });
    const credentials = openCredentials(account, secrets);
    return { call, carrier: carriers.get(SIP), account, credentials, number: number ?? null };
  });

/** Accepts or rejects a call. A repeated INVITE has a room of its own, but is no call of its own. */
const takeOrTurnAway = async (context: OperationContext, announced: AnnouncedCall): Promise<undefined> => {
  const { carrierCallId } = announced.call;
  const decision = await decideInboundCall(context, announced);
  if (decision.kind === "missed" || decision.run.carrier_call_id !== carrierCallId)
    return turnAway(context, carrierCallId);
  await startInboundCall(context, decision.run, announced.carrier);
};

const TURNED_AWAY: CallInstructions = {
  say: [],
  language: DEFAULT_SETTINGS.language,
  next: { kind: "reject", reason: "busy" },
};

const turnAway = async ({ carriers }: OperationContext, carrierCallId: string): Promise<undefined> => {
  await carriers.get(SIP).instruct({}, { carrierCallId, statusUrl: "", instructions: TURNED_AWAY });
};

/** LiveKit does not say whether a caller who has left had been answered; our own row does. */
const endCall = async (context: OperationContext, called: CalledAccount, event: CarrierEvent): Promise<void> => {
  const { carrierCallId } = event.call;
  const { telephonyAccountId } = called;
  const run = await context.database.inOrganization(called.organizationId, (tx) =>
    findInboundRun(tx, { telephonyAccountId, carrierCallId }),
  );
  // The call was rejected, and is already recorded.
  if (!run) return;
  const outcome = run.answered_at === null ? "canceled" : "answered";
  await receiveCarrierEvent(context, { run, provider: SIP, event: { ...event, call: { ...event.call, outcome } } });
};

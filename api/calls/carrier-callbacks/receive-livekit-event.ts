import { setTimeout as delay } from "node:timers/promises";
import { SIP } from "../../../domain/call/carrier-account.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import { readLivekitSettings } from "../../../infra/livekit/livekit-settings.ts";
import { hasEndedUnanswered, readSipWebhook, toCarrierEvent } from "../../../infra/telephony/sip/sip.event.ts";
import { STATUS_URL_ATTRIBUTE } from "../../../infra/telephony/sip/sip.participant.ts";
import { isGenuine } from "../../../infra/telephony/sip/sip.signature.ts";
import type { WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { type CalledAccount, receiveTrunkCall } from "../inbound/receive-trunk-call.ts";
import { rebuildCallbackRequest } from "./callback-target.ts";
import { callNotFound } from "./carrier-callbacks.errors.ts";
import { recordStatus } from "./receive-status.ts";
import { refuseCallback } from "./refused-callbacks.ts";

/**
 * How long an event of LiveKit waits for the process that dialled, which hears the trunk's own answer at the same moment and knows
 * more about a call that nobody answered. If that process was killed, LiveKit's event counts. LiveKit is answered when its event is
 * stored, and repeats it otherwise.
 */
const AFTER_THE_DIALLING_PROCESS_MS = 2000;

/** Receives the events that LiveKit sends, all to one address; those about a phone call become events of that call. */
export const receiveLivekitEvent = async (context: OperationContext, { request }: WithRequest): Promise<undefined> => {
  const livekit = readLivekitSettings(context.config);
  if (livekit === null) throw callNotFound();
  const callback = rebuildCallbackRequest(context, request);
  if (!isGenuine(livekit, callback))
    throw refuseCallback(context, { provider: SIP, reason: "no signature of LiveKit's" });
  const told = readSipWebhook(callback.body);
  const url = told?.participant.attributes[STATUS_URL_ATTRIBUTE];
  if (!told || url === undefined) return;
  const called = calledAccountOf(context, url);
  if (called) return receiveTrunkCall(context, called, { ...callback, url });
  const params = callOf(context, url);
  if (!params || toCarrierEvent(told) === null) return;
  if (hasEndedUnanswered(told)) await delay(AFTER_THE_DIALLING_PROCESS_MS);
  return recordStatus(context, params, { ...callback, url });
};

const STATUS_PATH = /^\/api\/v1\/telephony\/callbacks\/sip\/(\d{1,15})\/([0-9a-f-]{36})\/status$/;

const CALLED_PATH = /^\/api\/v1\/telephony\/inbound\/sip\/([1-9]\d{0,14})\/([1-9]\d{0,14})\/status$/;

/** Returns the account that somebody calls; null: no account has this address. */
const calledAccountOf = ({ config }: OperationContext, url: string): CalledAccount | null => {
  const root = readPublicBaseUrl(config);
  const [, organizationId, telephonyAccountId] =
    (url.startsWith(root) && CALLED_PATH.exec(url.slice(root.length))) || [];
  return organizationId && telephonyAccountId
    ? { organizationId: Number(organizationId), telephonyAccountId: Number(telephonyAccountId) }
    : null;
};

type Params = Parameters<typeof recordStatus>[1];

/** Returns the call that the address names; null: the address is not one of ours. */
const callOf = ({ config }: OperationContext, url: string): Params | null => {
  const root = readPublicBaseUrl(config);
  const [, organization_id, run_uuid] = (url.startsWith(root) && STATUS_PATH.exec(url.slice(root.length))) || [];
  return organization_id && run_uuid ? { provider: SIP, organization_id, run_uuid } : null;
};

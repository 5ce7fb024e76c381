import { z } from "zod";
import type { TurnEvent, VerifiedInboundCall, VerifiedTurn } from "../../../domain/call/call-instructions.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { CallbackRequest } from "../carrier.ts";
import { readCallOfAddress } from "./vonage.address.ts";
import { toE164 } from "./vonage.call.ts";
import { TRANSFER_OVER } from "./vonage.ncco.ts";
import { isGenuine, readClaimedApplication } from "./vonage.signature.ts";

const heard = z.object({ text: z.string(), confidence: z.coerce.number().min(0).max(1).nullish().catch(null) });

const turn = z.object({
  uuid: z.string().min(1).optional(),
  to: z.string().nullish(),
  from: z.string().nullish(),
  status: z.string().optional(),
  speech: z.object({ results: z.array(heard).nullish() }).nullish(),
  dtmf: z.object({ digits: z.string().nullish() }).nullish(),
  payload: z.object({ ringdown: z.string() }).optional(),
});

type Turn = z.infer<typeof turn>;

/** Reads a request for instructions: of the answer URL, of an `input` action, or of a `connect` action. */
export const readTurn = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedTurn => {
  if (!isGenuine(credentials, request)) return { ok: false, reason: "missing, old or wrong signature" };
  const read = turn.safeParse(contentOf(request)).data;
  const event = read && toTurnEvent(read);
  // The other side of a transfer is a separate call: the address names ours.
  const carrierCallId = readCallOfAddress(request.url) ?? read?.uuid;
  if (!event || carrierCallId === undefined) return { ok: false, reason: "this asks for no instructions" };
  return { ok: true, turn: { carrierCallId, event } };
};

const toTurnEvent = (read: Turn): TurnEvent | null => {
  if (read.speech || read.dtmf) return toInput(read);
  if (read.payload) return toTransferOver(read.payload.ringdown);
  if (read.status !== undefined) return toTransferEvent(read.status);
  return read.uuid && read.to ? { kind: "begin", answeredBy: null } : null;
};

const toInput = ({ speech, dtmf }: Turn): TurnEvent => {
  if (dtmf?.digits) return { kind: "digits", digits: dtmf.digits };
  // The most likely result comes first. Unintelligible speech is asked for again, like silence.
  const [best] = speech?.results ?? [];
  if (!best?.text.trim()) return { kind: "silence" };
  return { kind: "speech", text: best.text, confidence: best.confidence ?? null };
};

/**
 * Sent after a conversation with the other side; when there was none, an event has reported why and got the next
 * instructions.
 */
const toTransferOver = (payload: string): TurnEvent =>
  payload === TRANSFER_OVER ? { kind: "transfer_ended", outcome: "answered" } : { kind: "other" };

const FAILED_TRANSFERS: Readonly<Record<string, "busy" | "no_answer" | "failed">> = {
  busy: "busy",
  timeout: "no_answer",
  unanswered: "no_answer",
  failed: "failed",
  rejected: "failed",
  cancelled: "failed",
};

const toTransferEvent = (status: string): TurnEvent => {
  const outcome = FAILED_TRANSFERS[status];
  return outcome ? { kind: "transfer_ended", outcome } : { kind: "other" };
};

/** Reads the answer webhook of the application for an incoming call. */
export const peekInbound = (request: CallbackRequest): { to: string; accountId: string | null } | null => {
  const call = readAnnouncement(request);
  return call && { to: call.to, accountId: readClaimedApplication(request) };
};

export const readInbound = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundCall => {
  if (!isGenuine(credentials, request)) return { ok: false, reason: "missing, old or wrong signature" };
  const call = readAnnouncement(request);
  if (!call) return { ok: false, reason: "this announces no call" };
  return { ok: true, call: { carrierCallId: call.uuid, from: call.from, to: call.to, startedAt: null } };
};

const readAnnouncement = (request: CallbackRequest): { uuid: string; to: string; from: string | null } | null => {
  const read = turn.safeParse(contentOf(request)).data;
  const to = toE164(read?.to);
  if (!read?.uuid || to === null || toTurnEvent(read)?.kind !== "begin") return null;
  return { uuid: read.uuid, to, from: toE164(read.from) };
};

/** Applications may be set to use GET. */
const contentOf = ({ method, url, body }: CallbackRequest): unknown =>
  method === "GET" ? Object.fromEntries(new URL(url).searchParams) : parseJson(body.toString("utf8"));

import { z } from "zod";
import type { CarrierTransferResult } from "../../../domain/conversation/turn-input.ts";
import type { LivekitSettings } from "../../livekit/livekit-settings.ts";
import { CarrierUnavailableError } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import { createLivekitClient, type LivekitClient, readAnswer, readProblem } from "./sip.client.ts";
import { findPerson } from "./sip.look.ts";
import { toOutcomeOfStatus } from "./sip.outcome.ts";
import { ANSWERED, buildCallRoomName, CALLEE, isCallerRoom, readLivingState, TAKEN_BACK } from "./sip.participant.ts";

const COMMAND_WITHIN_MS = 10_000;
const TRANSFER_MARGIN_MS = 10_000;

/** Ends the call of a person; one that is over already is no error. Throws `CarrierUnavailableError`. */
export const removePerson = async (client: LivekitClient, carrierCallId: string): Promise<void> => {
  const room = buildCallRoomName(carrierCallId);
  const identity = await identityOf(client, carrierCallId);
  if (identity === null) return;
  readAnswer(await client({ method: "RoomService/RemoveParticipant", room, body: { room, identity } }), z.unknown());
};

/** Ends a call. A call that still rings is marked first, because LiveKit keeps nothing of how it ended. */
export const hangUpCall = async (client: LivekitClient, carrierCallId: string): Promise<void> => {
  const person = isCallerRoom(carrierCallId) ? null : await findPerson(client, carrierCallId);
  if (person && ["queued", "ringing"].includes(readLivingState(person) ?? "over")) {
    await markRoom(client, { carrierCallId, metadata: TAKEN_BACK });
  }
  await removePerson(client, carrierCallId);
};

/** Returns LiveKit's name of the person; null: they are not in the room. */
const identityOf = async (client: LivekitClient, carrierCallId: string): Promise<string | null> =>
  isCallerRoom(buildCallRoomName(carrierCallId))
    ? ((await findPerson(client, carrierCallId))?.identity ?? null)
    : CALLEE;

export const hangUpPerson = (livekit: LivekitSettings, carrierCallId: string): Promise<void> =>
  removePerson(createLivekitClient(livekit, { readTimeoutMs: COMMAND_WITHIN_MS }), carrierCallId);

/** Records on the room that somebody answered, for those who ask about the call after its end. Throws `CarrierUnavailableError`. */
export const recordAnswer = (livekit: LivekitSettings, carrierCallId: string): Promise<void> =>
  markRoom(createLivekitClient(livekit, { readTimeoutMs: COMMAND_WITHIN_MS }), { carrierCallId, metadata: ANSWERED });

/** Writes this metadata on the room of the call. Throws `CarrierUnavailableError` when it cannot. */
export const markRoom = async (
  client: LivekitClient,
  { carrierCallId, metadata, timeoutMs }: { carrierCallId: string; metadata: string; timeoutMs?: number },
): Promise<void> => {
  const room = buildCallRoomName(carrierCallId);
  const request = { method: "RoomService/UpdateRoomMetadata", room, body: { room, metadata } };
  const marked = readAnswer(await client({ ...request, ...(timeoutMs !== undefined && { timeoutMs }) }), z.unknown());
  if (marked === null) throw new CarrierUnavailableError("LiveKit: the room of the call is gone");
};

/** Asks the person's side to call somebody else instead (REFER); it then hangs up here. */
export const transferPerson = async (
  livekit: LivekitSettings,
  carrierCallId: string,
  { to, ringTimeoutSeconds }: { to: string; ringTimeoutSeconds: number },
): Promise<CarrierTransferResult> => {
  const client = createLivekitClient(livekit, { readTimeoutMs: COMMAND_WITHIN_MS });
  const room = buildCallRoomName(carrierCallId);
  const identity = await identityOf(client, carrierCallId);
  if (identity === null) return "failed";
  const result = await client({
    method: "SIP/TransferSIPParticipant",
    room,
    body: {
      room_name: room,
      participant_identity: identity,
      transfer_to: to.startsWith("sip:") ? to : `tel:${to}`,
      ringing_timeout: `${ringTimeoutSeconds}s`,
    },
    timeoutMs: ringTimeoutSeconds * 1000 + TRANSFER_MARGIN_MS,
  });
  if (result.kind === "no_response") return "failed";
  if (isSuccess(result)) return "answered";
  const outcome = toOutcomeOfStatus(readProblem(result)?.sip?.code ?? 0);
  return outcome === "busy" || outcome === "no_answer" ? outcome : "failed";
};

import { z } from "zod";
import { parseJson } from "../../../domain/json/json-value.ts";
import { isPerson } from "../../livekit/room-token.ts";
import type { CarrierCall, CarrierEvent } from "../carrier.ts";
import { describeLiveCall } from "../live-call.ts";
import { toOutcomeOfLeaving, toOutcomeOfStatus } from "./sip.outcome.ts";
import {
  CALL_STATUS_ATTRIBUTE,
  HUNG_UP,
  participantSchema,
  readCallOfRoom,
  readLivingState,
  readStartedAt,
  type SipParticipant,
} from "./sip.participant.ts";

/**
 * Events that LiveKit does not have: the first two come from its answer to the dialling process, the others from what the media
 * process has heard.
 */
export const REPORTED_EVENTS = {
  answered: "call_answered",
  refused: "call_refused",
  machine: "call_machine",
  tone: "call_tone",
} as const;

/** The event by which the media process reports the tone of an answering machine. */
export const MACHINE_EVENT = {
  event: REPORTED_EVENTS.machine,
  attributes: { [CALL_STATUS_ATTRIBUTE]: "active" },
} as const;

const TONE_ATTRIBUTE = "ringdown.tone";

/** The event by which the media process reports a tone of the network, which says that nobody is reached. */
export const toToneEvent = (tone: string) =>
  ({
    event: REPORTED_EVENTS.tone,
    attributes: { [CALL_STATUS_ATTRIBUTE]: "active", [TONE_ATTRIBUTE]: tone },
  }) as const;

/** LiveKit's event for a person who has hung up, as the media process in their room reports it too. */
export const PERSON_LEFT_EVENT = {
  event: "participant_left",
  attributes: { [CALL_STATUS_ATTRIBUTE]: HUNG_UP },
  disconnectReason: "CLIENT_INITIATED",
} as const;

const webhook = z.object({
  event: z.string(),
  id: z.string().min(1),
  createdAt: z.coerce.number(),
  room: z.object({ name: z.string() }),
  participant: participantSchema,
  /** The trunk's answer, which only our own events have. */
  sip: z.object({ code: z.number().int(), status: z.string() }).nullish(),
});
export type SipWebhook = z.output<typeof webhook>;

/** Reads an event about the person of a call; null: it is about something else. */
export const readSipWebhook = (body: Buffer): SipWebhook | null => {
  const read = webhook.safeParse(parseJson(body.toString("utf8"))).data;
  return read && isPerson(read.participant.identity) && readCallOfRoom(read.room.name) !== null ? read : null;
};

/** Converts the event to one of the call; null: it says nothing about the call. */
export const toCarrierEvent = (told: SipWebhook): CarrierEvent | null => {
  const call = toCall(told);
  return call === null ? null : { eventId: told.id, call };
};

/** Tells whether the person left the room before anybody answered; another event may report the trunk's answer. */
export const hasEndedUnanswered = ({ event, participant }: SipWebhook): boolean =>
  isLeaving(event) && !wasAnswered(participant);

const isLeaving = (event: string) => event === "participant_left" || event === "participant_connection_aborted";

const toCall = (told: SipWebhook): CarrierCall | null => {
  const { event, participant, room } = told;
  const at = new Date(told.createdAt * 1000);
  const known = { carrierCallId: readCallOfRoom(room.name) ?? "", startedAt: readStartedAt(participant) };
  if (event === REPORTED_EVENTS.answered) {
    return describeLiveCall({ ...known, state: "in_progress", answeredAt: at, detail: "answered" });
  }
  if (event === REPORTED_EVENTS.machine) {
    return describeLiveCall({
      ...known,
      state: "in_progress",
      answeredBy: "voicemail",
      answerTones: ["beep"],
      detail: "an answering machine",
    });
  }
  if (event === REPORTED_EVENTS.tone) {
    const tone = participant.attributes[TONE_ATTRIBUTE] ?? "unknown";
    const detail = `the network's tone: ${tone}`;
    return describeLiveCall({ ...known, state: "in_progress", answeredBy: "ivr", answerTones: [tone], detail });
  }
  if (event === REPORTED_EVENTS.refused && told.sip) return ended(known, { at, ...refusal(told.sip) });
  if (event === "participant_joined") {
    const state = readLivingState(participant);
    return (
      state && describeLiveCall({ ...known, state, detail: participant.attributes[CALL_STATUS_ATTRIBUTE] ?? null })
    );
  }
  if (!isLeaving(event)) return null;
  const reason = participant.disconnectReason ?? "UNKNOWN_REASON";
  const outcome = wasAnswered(participant)
    ? "answered"
    : toOutcomeOfLeaving({ reason, rang: readLivingState(participant) === "ringing" });
  return ended(known, { at, outcome, detail: `left: ${reason}` });
};

const refusal = ({ code, status }: NonNullable<SipWebhook["sip"]>) => ({
  outcome: toOutcomeOfStatus(code),
  detail: `SIP ${code} ${status}`.trim(),
});

const wasAnswered = ({ attributes }: SipParticipant): boolean =>
  ["active", "automation", HUNG_UP].includes(attributes[CALL_STATUS_ATTRIBUTE] ?? "");

const ended = (
  known: Pick<CarrierCall, "carrierCallId" | "startedAt">,
  { at, outcome, detail }: { at: Date; outcome: NonNullable<CarrierCall["outcome"]>; detail: string },
): CarrierCall => ({
  ...describeLiveCall(known),
  state: "completed",
  outcome,
  endedAt: at,
  // The talk time of an answered call is the time between the events of its answer and its end.
  durationSeconds: outcome === "answered" ? null : 0,
  detail,
});

import { z } from "zod";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { CarrierCall, CarrierEvent } from "../carrier.ts";
import { isPerson } from "../../livekit/access-token.ts";
import { describeLiveCall } from "../live-call.ts";
import { toOutcomeOfLeaving, toOutcomeOfStatus } from "./sip.outcome.ts";
import {
  CALL_STATUS_ATTRIBUTE,
  readCallOfRoom,
  HUNG_UP,
  readLivingState,
  participantSchema,
  type SipParticipant,
  readStartedAt,
} from "./sip.participant.ts";

/**
 * Events that LiveKit has no name for: the first two are in its answer to the dialling process, the third is what the media
 * process has heard.
 */
export const REPORTED_BY_US = { answered: "call_answered", refused: "call_refused", machine: "call_machine" } as const;

/** What the media process reports when it has heard the tone of an answering machine. */
export const MACHINE = {
  event: REPORTED_BY_US.machine,
  attributes: { [CALL_STATUS_ATTRIBUTE]: "active" },
} as const;

/** LiveKit's event for a person who has hung up, as the media process in their room reports it too. */
export const LEFT = {
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
  /** The trunk's answer; only our own events have it. */
  sip: z.object({ code: z.number().int(), status: z.string() }).nullish(),
});
export type SipWebhook = z.output<typeof webhook>;

/** Reads an event about the person of a call; null: it is about something else. */
export const readSipWebhook = (body: Buffer): SipWebhook | null => {
  const read = webhook.safeParse(parseJson(body.toString("utf8"))).data;
  return read && isPerson(read.participant.identity) && readCallOfRoom(read.room.name) !== null ? read : null;
};

/** Returns what the event says about the call; null: nothing. */
export const toCarrierEvent = (told: SipWebhook): CarrierEvent | null => {
  const call = toCall(told);
  return call === null ? null : { eventId: told.id, call };
};

/** Tells whether they left the room before anybody answered; another event may tell what the trunk said. */
export const hasEndedUnanswered = ({ event, participant }: SipWebhook): boolean =>
  isLeaving(event) && !wasAnswered(participant);

const isLeaving = (event: string) => event === "participant_left" || event === "participant_connection_aborted";

const toCall = (told: SipWebhook): CarrierCall | null => {
  const { event, participant, room } = told;
  const at = new Date(told.createdAt * 1000);
  const known = { carrierCallId: readCallOfRoom(room.name) ?? "", startedAt: readStartedAt(participant) };
  if (event === REPORTED_BY_US.answered) {
    return describeLiveCall({ ...known, state: "in_progress", answeredAt: at, detail: "answered" });
  }
  if (event === REPORTED_BY_US.machine) {
    return describeLiveCall({ ...known, state: "in_progress", answeredBy: "machine", detail: "an answering machine" });
  }
  if (event === REPORTED_BY_US.refused && told.sip) return ended(known, { at, ...refusal(told.sip) });
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

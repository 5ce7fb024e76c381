import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { CallbackRequest, CarrierEvent, VerifiedCallback } from "../carrier.ts";
import { describeLiveCall } from "../live-call.ts";
import { readCallOfAddress } from "./vonage.address.ts";
import { toAnsweredBy, toDate, toEnding, toOutcome, toState } from "./vonage.call.ts";
import { toRecording } from "./vonage.recording.ts";
import { isGenuine } from "./vonage.signature.ts";

const text = z.string().nullish();

const callEvent = z
  .object({
    uuid: text,
    // The name of the call's id in events of machine detection.
    call_uuid: text,
    status: z.string(),
    detail: text,
    sub_state: text,
    timestamp: text,
    start_time: text,
    end_time: text,
    duration: z.union([z.string(), z.number()]).nullish(),
    price: z.union([z.string(), z.number()]).nullish(),
  })
  .transform((event) => ({ ...event, uuid: event.uuid ?? event.call_uuid ?? "" }));

const recordingEvent = z.object({ recording_url: z.string(), start_time: text, end_time: text });

/** Reads an event webhook. A repeated delivery has the same `eventId`, and terminal states never change. */
export const readCallback = (credentials: CarrierCredentials, request: CallbackRequest): VerifiedCallback => {
  if (!isGenuine(credentials, request)) return { ok: false, reason: "missing, old or wrong signature" };
  const body = parseJson(request.body.toString("utf8"));
  const event = readRecordingEvent(request.url, body) ?? readCallEvent(body);
  return event ? { ok: true, event } : { ok: false, reason: "the body is not a call event" };
};

const readCallEvent = (body: unknown): CarrierEvent | null => {
  const event = callEvent.safeParse(body).data;
  const state = event && toState(event.status);
  if (!event || !state || event.uuid === "") return null;
  const { uuid, status, detail } = event;
  const toldAt = toDate(event.timestamp);
  const ending = toEnding(event, toldAt);
  return {
    eventId: [uuid, status, event.sub_state, event.timestamp].filter(Boolean).join("."),
    call: {
      carrierCallId: uuid,
      state,
      outcome: toOutcome(status, detail),
      answeredBy: toAnsweredBy(status),
      answerWord: toAnsweredBy(status) && [status, event.sub_state].filter(Boolean).join(", "),
      startedAt: status === "started" ? toldAt : null,
      ...ending,
      answeredAt: status === "answered" ? toldAt : ending.answeredAt,
      optedOut: false,
      detail: [status, detail, event.sub_state].filter(Boolean).join(", "),
    },
  };
};

/** Such an event names only the conversation; the address names the call, see `withCall`. */
const readRecordingEvent = (url: string, body: unknown): CarrierEvent | null => {
  const event = recordingEvent.safeParse(body).data;
  const carrierCallId = readCallOfAddress(url);
  if (!event || carrierCallId === null) return null;
  const recording = toRecording({ url: event.recording_url, startedAt: event.start_time, endedAt: event.end_time });
  return {
    eventId: `${carrierCallId}.recording.${recording.recordingId}`,
    // Only answered calls are recorded; a separate event reports the end.
    call: describeLiveCall({ carrierCallId, detail: "recorded" }),
    recording,
  };
};

import { setTimeout as delay } from "node:timers/promises";
import type { LivekitSettings } from "../../livekit/livekit-settings.ts";
import { isSuccess } from "../carrier-answers.ts";
import { sendOnce } from "../carrier-request.ts";
import { REPORTED_EVENTS } from "./sip.event.ts";
import { buildCallRoomName, CALL_STATUS_ATTRIBUTE, CALLEE } from "./sip.participant.ts";
import type { Answered } from "./sip.place-call.ts";
import { signBody } from "./sip.signature.ts";

const REPORT_WITHIN_MS = 10_000;
const WAITS_MS = [0, 500, 1000, 2000, 4000, 8000, 16_000];

/** An event of a call that a process of ours reports, at the address for carriers' events. */
export interface CallReport {
  runUuid: string;
  statusUrl: string;
  event: string;
  attributes: Readonly<Record<string, string>>;
  disconnectReason?: string;
  sip?: { code: number; status: string };
}

/** Returns the event by which the dialling process reports the trunk's answer. */
export const toAnswerEvent = (
  call: { runUuid: string; statusUrl: string; from: string },
  answer: Answered,
): CallReport => ({
  runUuid: call.runUuid,
  statusUrl: call.statusUrl,
  event: answer.answered ? REPORTED_EVENTS.answered : REPORTED_EVENTS.refused,
  attributes: {
    [CALL_STATUS_ATTRIBUTE]: answer.answered ? "active" : "dialing",
    "sip.trunkPhoneNumber": call.from,
  },
  ...(!answer.answered && { sip: answer.sip }),
});

/** Writes an event as LiveKit writes its own. */
export const writeReport = ({ runUuid, event, attributes, disconnectReason, sip }: Omit<CallReport, "statusUrl">) =>
  JSON.stringify({
    event,
    id: `${runUuid}:${event}`,
    createdAt: Math.floor(Date.now() / 1000),
    room: { name: buildCallRoomName(runUuid) },
    participant: { identity: CALLEE, attributes, disconnectReason },
    sip,
  });

/** Repeats the event until the API accepts it, for half a minute at most; after that LiveKit's own events have to suffice. */
export const reportCall = async (livekit: LivekitSettings, told: CallReport): Promise<void> => {
  const { statusUrl } = told;
  const body = writeReport(told);
  for (const waitMs of WAITS_MS) {
    await delay(waitMs, undefined, { ref: false });
    const headers = { authorization: await signBody(livekit, body), "content-type": "application/webhook+json" };
    const result = await sendOnce({ method: "POST", url: statusUrl, headers, body, timeoutMs: REPORT_WITHIN_MS });
    if (result.kind === "response" && (isSuccess(result) || (result.status >= 400 && result.status < 500))) return;
  }
};

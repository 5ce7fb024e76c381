import { randomUUID } from "node:crypto";
import { accountTime, type StandInCall, utcTime } from "./calls.ts";
import { readPlivoDocument } from "./document.ts";
import type { RecordingShelf } from "./recordings.ts";

/** Returns the course of a call with this end. */
const ENDINGS: Readonly<Record<string, { code: number; name: string; network: string; status: string }>> = {
  answered: { code: 4000, name: "Normal Hangup", network: "NORMAL_CLEARING", status: "completed" },
  voicemail: { code: 4000, name: "Normal Hangup", network: "NORMAL_CLEARING", status: "completed" },
  no_answer: { code: 6010, name: "Ring Timeout Reached", network: "ORIGINATOR_CANCEL", status: "no-answer" },
  busy: { code: 3010, name: "Busy Line", network: "USER_BUSY", status: "busy" },
  rejected: { code: 3020, name: "Rejected", network: "CALL_REJECTED", status: "busy" },
  failed: { code: 2010, name: "Destination Out Of Service", network: "NETWORK_OUT_OF_ORDER", status: "failed" },
};

const TALK_SECONDS = 61;

/** Sends Plivo's events and requests during a call. */
export interface Teller {
  sign(request: { url: string; body: string }): Record<string, string>;
  recordings: RecordingShelf;
  /** Returns the platform's answer to a call's request for instructions, when nobody listens at its URL. */
  platform(call: StandInCall): Promise<string | null>;
}

/** Returns the fields of every request about a call. */
export const aboutCall = (call: StandInCall): Record<string, string> => ({
  CallUUID: call.uuid,
  From: call.from,
  To: call.to,
  Direction: call.direction,
  SessionStart: utcTime(call.begunAt),
  ...(call.direction === "outbound" && {
    RequestUUID: call.uuid,
    ALegUUID: call.uuid,
    ALegRequestUUID: call.uuid,
  }),
});

/** Lets a call end at once, and tells of it as Plivo does: rung, answered, over. */
export const endCall = async (teller: Teller, call: StandInCall, outcome: string): Promise<void> => {
  const ending = ENDINGS[outcome];
  if (!ending) throw new Error(`no call ends ${outcome}`);
  const isAnswered = outcome === "answered" || outcome === "voicemail";
  const machine: Record<string, string> = outcome === "voicemail" ? { Machine: "true" } : {};
  const post = (name: string, fields: Record<string, string>) =>
    send(teller, String(call.json[name]), { ...aboutCall(call), ...fields });
  if (isAnswered || outcome === "no_answer") await post("ring_url", { Event: "Ring", CallStatus: "ringing" });
  call.status = isAnswered ? "in-progress" : "ringing";
  let isRecorded = false;
  if (isAnswered) {
    call.answeredAt = new Date();
    await post("answer_url", { Event: "StartApp", CallStatus: "in-progress", ...machine });
    const document = await teller.platform(call);
    isRecorded = document !== null && readPlivoDocument(document).some(({ name }) => name === "Record");
  }
  finish(call, ending, isAnswered);
  await post("hangup_url", { Event: "Hangup", CallStatus: ending.status, ...endingFields(call, ending), ...machine });
  if (isRecorded) await tellRecording(teller, call);
};

const finish = (call: StandInCall, { code, name }: { code: number; name: string }, isAnswered: boolean): void => {
  call.status = "over";
  call.talkSeconds = isAnswered ? TALK_SECONDS : 0;
  call.endedAt = new Date((call.answeredAt ?? call.begunAt).getTime() + call.talkSeconds * 1000);
  call.cause = { code, name };
  call.amount = isAnswered ? "0.02600" : "0.00000";
};

const endingFields = (call: StandInCall, ending: { code: number; name: string; network: string }) => ({
  HangupCause: ending.network,
  HangupCauseCode: String(ending.code),
  HangupCauseName: ending.name,
  HangupSource: "Callee",
  StartTime: accountTime(call.begunAt),
  EndTime: accountTime(call.endedAt ?? new Date()),
  ...(call.answeredAt && { AnswerTime: accountTime(call.answeredAt) }),
  Duration: String(call.talkSeconds + 4),
  BillDuration: String(Math.ceil(call.talkSeconds / 60) * 60),
  TotalCost: call.amount,
});

const tellRecording = async (teller: Teller, call: StandInCall): Promise<void> => {
  const { id, url } = teller.recordings.keep({ id: randomUUID(), callUuid: call.uuid, seconds: TALK_SECONDS });
  await send(teller, String(call.json["hangup_url"]), {
    ...aboutCall(call),
    Event: "RecordStop",
    CallStatus: "completed",
    RecordUrl: url,
    RecordingID: id,
    RecordingDuration: String(TALK_SECONDS),
    RecordingDurationMs: String(TALK_SECONDS * 1000),
    RecordingStartMs: String(call.begunAt.getTime()),
    RecordingEndMs: String(call.begunAt.getTime() + TALK_SECONDS * 1000),
  });
};

const send = async (teller: Teller, url: string, fields: Record<string, string>): Promise<void> => {
  const body = new URLSearchParams(fields).toString();
  await fetch(url, { method: "POST", headers: teller.sign({ url, body }), body });
};

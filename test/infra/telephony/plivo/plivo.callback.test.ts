import { describe, expect, it } from "@jest/globals";
import { readCallback } from "../../../../infra/telephony/plivo/plivo.callback.ts";
import { peekInbound, readInbound, readTurn } from "../../../../infra/telephony/plivo/plivo.turn.ts";
import { signAsPlivo } from "./stand-in/signing.ts";

const credentials = { auth_id: "MA1", auth_token: "token" };
const receivedAt = new Date("2026-01-02T03:06:00Z");
const CALL = { CallUUID: "c1", From: "12025550100", To: "12025550142", Direction: "outbound" };

const asked = (fields: Record<string, string>, path = "status") => {
  const url = `https://us.example/run/${path}`;
  const body = new URLSearchParams({ ...CALL, ...fields }).toString();
  return { method: "POST", url, headers: signAsPlivo(["token"], { url, body }), body: Buffer.from(body) };
};
const eventOf = (fields: Record<string, string>) => {
  const read = readCallback(credentials, asked(fields), receivedAt);
  if (!read.ok) throw new Error(read.reason);
  return read.event;
};
const turnOf = (fields: Record<string, string>, path = "turn?turn=1") => {
  const read = readTurn(credentials, asked(fields, path));
  if (!read.ok) throw new Error(read.reason);
  return read.turn.event;
};

const ENDED = {
  Event: "Hangup",
  CallStatus: "completed",
  HangupCause: "NORMAL_CLEARING",
  HangupCauseCode: "4000",
  HangupCauseName: "Normal Hangup",
  SessionStart: "2026-01-02 03:04:01.000000",
  StartTime: "2026-01-01 19:04:00",
  AnswerTime: "2026-01-01 19:04:05",
  EndTime: "2026-01-01 19:05:06",
  Duration: "66",
  BillDuration: "120",
};

describe("Plivo's events", () => {
  it("is in the account's time zone, which is found out", () => {
    expect(eventOf(ENDED).call).toMatchObject({
      state: "completed",
      outcome: "answered",
      startedAt: new Date("2026-01-02T03:04:00Z"),
      answeredAt: new Date("2026-01-02T03:04:05Z"),
      endedAt: new Date("2026-01-02T03:05:06Z"),
      durationSeconds: 61,
      detail: "Normal Hangup, code 4000",
    });
  });

  it("is placed by its arrival when there was no ringing to compare with", () => {
    const { SessionStart: _, ...fields } = ENDED;
    expect(eventOf(fields).call).toMatchObject({ answeredAt: new Date("2026-01-02T03:04:05Z"), durationSeconds: 61 });
    const busy = eventOf({ CallStatus: "busy", HangupCause: "USER_BUSY" }).call;
    expect(busy).toMatchObject({ outcome: "busy", endedAt: receivedAt, answeredAt: null, durationSeconds: 0 });
  });

  it("needs no event name: an application's hang-ups have none", () => {
    const { Event: _, ...fields } = ENDED;
    expect(eventOf(fields)).toEqual(eventOf(ENDED));
  });

  it("counts the talk time told when the times are missing", () => {
    const call = eventOf({ CallStatus: "completed", HangupCause: "NORMAL_CLEARING", Duration: "7" }).call;
    expect(call).toMatchObject({ outcome: "answered", durationSeconds: 7 });
    const unanswered = eventOf({ CallStatus: "completed", HangupCause: "NO_ANSWER", Duration: "30" }).call;
    expect(unanswered).toMatchObject({ outcome: "no_answer", durationSeconds: 0 });
  });

  it("makes a request for instructions a call in progress", () => {
    expect(eventOf({ Event: "StartApp", CallStatus: "in-progress", Machine: "true" })).toMatchObject({
      eventId: "c1.StartApp",
      call: { state: "in_progress", outcome: null, answeredBy: "voicemail" },
    });
    expect(eventOf({ Event: "StartApp", CallStatus: "in-progress", Machine: "false" }).call.answeredBy).toBe("person");
  });

  it("tells of a machine while the agent talks, too", () => {
    const found = { Event: "MachineDetection", CallStatus: "in-progress", Machine: "true", IfMachine: "continue" };
    expect(eventOf(found)).toMatchObject({
      eventId: "c1.MachineDetection",
      call: { state: "in_progress", outcome: null, answeredBy: "voicemail" },
    });
  });

  it("does not end a call by its recording", () => {
    const event = eventOf({
      CallStatus: "completed",
      RecordingID: "r1",
      RecordUrl: "https://media.plivo.com/v1/Account/MA1/Recording/r1.mp3",
      RecordingDuration: "-1",
      RecordingDurationMs: "61400",
    });
    expect(event).toMatchObject({
      eventId: "c1.recording.r1",
      call: { state: "in_progress", outcome: null, endedAt: null },
      recording: {
        recordingId: "r1",
        url: "https://media.plivo.com/v1/Account/MA1/Recording/r1.mp3",
        durationSeconds: 61,
      },
    });
  });
});

describe("Plivo's questions", () => {
  it.each([
    [{ InputType: "speech", Speech: "" }, { kind: "silence" }],
    [{ InputType: "dtmf", Digits: "", Speech: "" }, { kind: "silence" }],
    [
      { InputType: "speech", Speech: "Yes", SpeechConfidenceScore: "high" },
      { kind: "speech", confidence: null },
    ],
    [
      { InputType: "speech", Speech: "Bye", CallStatus: "completed" },
      { kind: "speech", text: "Bye" },
    ],
    [{ InputType: "speech", Speech: "", CallStatus: "completed" }, { kind: "other" }],
    [{ Event: "Hangup", CallStatus: "completed" }, { kind: "other" }],
    [{ DialStatus: "timeout" }, { kind: "transfer_ended", outcome: "no_answer" }],
    [
      { DialStatus: "cancel", CallStatus: "completed" },
      { kind: "transfer_ended", outcome: "failed" },
    ],
    [{ Event: "Redirect", CallStatus: "in-progress" }, { kind: "other" }],
  ])("%j means %j", (fields, event) => {
    expect(turnOf({ CallStatus: "in-progress", ...fields })).toMatchObject(event);
  });

  it("takes silence for silence at the address made for it only", () => {
    const redirected = { Event: "Redirect", CallStatus: "in-progress" };
    expect(turnOf(redirected, "turn?turn=1&silence=true")).toEqual({ kind: "silence" });
    expect(turnOf(redirected, "turn?silence=true")).toEqual({ kind: "silence" });
    expect(turnOf(redirected, "turn?turn=1&silence=truely")).toEqual({ kind: "other" });
    expect(turnOf({ ...redirected, Speech: "Yes" }, "turn?silence=true")).toMatchObject({ kind: "speech" });
  });

  it("may come by GET, its fields in the address", () => {
    const url = `https://us.example/inbound?${new URLSearchParams({ ...CALL, Direction: "inbound" }).toString()}`;
    const request = { method: "GET", url, headers: {}, body: Buffer.alloc(0) };
    expect(peekInbound(request)).toEqual({ to: "+12025550142", accountId: null });
    expect(readInbound(credentials, request).ok).toBe(false);
  });

  it("announces no outbound call as one that came in", () => {
    expect(peekInbound(asked({}))).toBeNull();
    expect(readInbound(credentials, asked({})).ok).toBe(false);
    expect(readInbound(credentials, asked({ Direction: "inbound" })).ok).toBe(true);
  });
});

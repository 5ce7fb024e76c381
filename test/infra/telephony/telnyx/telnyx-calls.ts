import { randomBytes, randomUUID } from "node:crypto";
import type { Situation } from "../carrier-rig.ts";
import { type Action, check, commandBodies, dialBody, FAULTS, type Fault } from "./telnyx-schemas.ts";

export interface SentEvent {
  id: string;
  event_type: string;
  occurred_at: string;
  payload: Record<string, unknown>;
}

export interface StandInCall {
  callControlId: string;
  legId: string;
  sessionId: string;
  connectionId: string;
  direction: "incoming" | "outgoing";
  from: string;
  to: string;
  webhookUrl: string;
  clientState: string | null;
  startedAt: Date;
  isAlive: boolean;
  isAnswered: boolean;
  endedAt: Date | null;
  /** The events that Telnyx remembers. */
  events: SentEvent[];
  /** Sends what the call costs, which Telnyx does some time after the end. */
  sendCost: (() => void) | null;
  /** Commands since they were last taken. */
  commands: { action: Action; body: Record<string, unknown> }[];
}

/** Seconds from a call's begin. */
const ANSWERED_AFTER = 5;
const TALK_SECONDS = 61;
const ENDINGS: Readonly<Record<string, { cause: string; source: string; sip: string }>> = {
  answered: { cause: "normal_clearing", source: "callee", sip: "200" },
  voicemail: { cause: "normal_clearing", source: "caller", sip: "200" },
  no_answer: { cause: "timeout", source: "unknown", sip: "487" },
  busy: { cause: "user_busy", source: "callee", sip: "486" },
  rejected: { cause: "call_rejected", source: "callee", sip: "603" },
  failed: { cause: "unspecified", source: "unknown", sip: "503" },
  canceled: { cause: "originator_cancel", source: "caller", sip: "487" },
};

export interface CallBookOptions {
  connectionId: string;
  /** Sends one event to the call's webhook. */
  deliver(call: StandInCall, event: SentEvent): Promise<void>;
  /** A call that was recorded. */
  onRecorded(call: StandInCall): string;
}

/** Creates the calls of one Telnyx application, and what happens to them. */
export const createCallBook = ({ connectionId, deliver, onRecorded }: CallBookOptions) => {
  const calls: StandInCall[] = [];
  const dialled = new Map<string, StandInCall>();

  const open = (more: Pick<StandInCall, "direction" | "from" | "to" | "webhookUrl" | "clientState">): StandInCall => {
    const call: StandInCall = {
      callControlId: `v3:${randomBytes(24).toString("base64url")}/+=`,
      legId: randomUUID(),
      sessionId: randomUUID(),
      connectionId,
      startedAt: new Date(),
      isAlive: false,
      isAnswered: false,
      endedAt: null,
      events: [],
      sendCost: null,
      commands: [],
      ...more,
    };
    calls.push(call);
    return call;
  };

  const note = (call: StandInCall, type: string, at: Date, more: Record<string, unknown> = {}): SentEvent => {
    const event: SentEvent = {
      id: randomUUID(),
      event_type: type,
      occurred_at: at.toISOString(),
      payload: {
        call_control_id: call.callControlId,
        call_leg_id: call.legId,
        call_session_id: call.sessionId,
        client_state: call.clientState,
        connection_id: call.connectionId,
        from: call.from,
        to: call.to,
        start_time: call.startedAt.toISOString(),
        ...more,
      },
    };
    call.events.push(event);
    return event;
  };
  const tell = (call: StandInCall, type: string, at: Date, more?: Record<string, unknown>) =>
    deliver(call, note(call, type, at, more));
  const after = (call: StandInCall, seconds: number) => new Date(call.startedAt.getTime() + seconds * 1000);

  const begin = async (call: StandInCall) => {
    call.isAlive = true;
    await tell(call, "call.initiated", call.startedAt, { direction: call.direction, state: "bridging" });
  };
  const pickUp = async (call: StandInCall, result: string | null) => {
    call.isAnswered = true;
    await tell(call, "call.answered", after(call, ANSWERED_AFTER), { state: "answered" });
    if (result) await tell(call, "call.machine.premium.detection.ended", after(call, ANSWERED_AFTER + 2), { result });
  };
  const finish = (call: StandInCall, ending: string, seconds: number) => {
    const { cause, source, sip } = ENDINGS[ending] ?? { cause: "unspecified", source: "unknown", sip: "unspecified" };
    call.isAlive = false;
    call.endedAt = after(call, seconds);
    return note(call, "call.hangup", call.endedAt, {
      hangup_cause: cause,
      hangup_source: source,
      sip_hangup_cause: sip,
      state: "hangup",
    });
  };

  const live = async (
    call: StandInCall,
    situation: Situation,
    { detects, records }: { detects: boolean; records: boolean },
  ) => {
    if ("stays" in situation) {
      if (situation.stays !== "queued") await begin(call);
      if (situation.stays === "in_progress") await pickUp(call, detects ? "human_residence" : null);
      return;
    }
    if (!("ends" in situation)) return;
    const talks = situation.ends === "answered" || situation.ends === "voicemail";
    await begin(call);
    const result = situation.ends === "voicemail" ? "machine" : "human_residence";
    if (talks) await pickUp(call, detects ? result : null);
    await deliver(call, finish(call, situation.ends, talks ? ANSWERED_AFTER + TALK_SECONDS : 20));
    if (records && talks) {
      await tell(call, "call.recording.saved", after(call, 70), {
        channels: "dual",
        recording_id: onRecorded(call),
        recording_started_at: after(call, ANSWERED_AFTER).toISOString(),
        recording_ended_at: after(call, ANSWERED_AFTER + TALK_SECONDS).toISOString(),
        recording_urls: { mp3: "https://storage.example/expires-soon.mp3", wav: null },
      });
    }
    if (talks) call.sendCost = () => void note(call, "call.cost", after(call, 90), COST);
  };

  const carriedOut = new Set<string>();
  return {
    calls,
    find: (callControlId: string) => calls.find((call) => call.callControlId === callControlId),
    /** A repeated `command_id` returns the first call. */
    dial: (
      body: unknown,
    ): { ok: true; call: StandInCall; live: (situation: Situation) => Promise<void> } | { ok: false; fault: Fault } => {
      const checked = check(dialBody, body);
      if (!checked.ok) return checked;
      const { value } = checked;
      if (value.connection_id !== connectionId) return { ok: false, fault: FAULTS.connection };
      const repeated = dialled.get(value.command_id ?? "");
      if (repeated) return { ok: true, call: repeated, live: async () => {} };
      const { from, to, webhook_url: webhookUrl, client_state: clientState = null } = value;
      const call = open({ direction: "outgoing", from, to, webhookUrl, clientState });
      if (value.command_id) dialled.set(value.command_id, call);
      const asked = {
        detects: value.answering_machine_detection === "premium",
        records: value.record === "record-from-answer",
      };
      return { ok: true, call, live: (situation) => live(call, situation, asked) };
    },
    /** Somebody calls; the announcement is not delivered but given. */
    comeIn: (more: { from: string; to: string; webhookUrl: string }) => {
      const call = open({ ...more, direction: "incoming", clientState: null });
      call.isAlive = true;
      return { call, event: note(call, "call.initiated", call.startedAt, { direction: "incoming", state: "parked" }) };
    },
    command: (callControlId: string, action: Action, body: unknown): Fault | null => {
      const call = calls.find((each) => each.callControlId === callControlId);
      if (!call) return FAULTS.noSuchCall;
      if (call.endedAt) return FAULTS.callEnded;
      const checked = check<Record<string, unknown>>(commandBodies[action], body);
      if (!checked.ok) return checked.fault;
      const NEEDS_ANSWER: readonly Action[] = ["conversation_relay_start", "playback_start", "send_dtmf", "speak"];
      if (!call.isAnswered && NEEDS_ANSWER.includes(action)) return FAULTS.notAnswered;
      if (action === "answer" && (call.isAnswered || call.direction === "outgoing")) {
        return { status: 422, code: "90102", title: "Invalid command", detail: "The call cannot be answered." };
      }
      // One that was carried out within the last minute is answered and ignored.
      const { command_id: commandId } = checked.value;
      if (typeof commandId === "string" && carriedOut.has(`${callControlId} ${commandId}`)) return null;
      if (typeof commandId === "string") carriedOut.add(`${callControlId} ${commandId}`);
      call.commands.push({ action, body: checked.value });
      if (typeof checked.value["client_state"] === "string") call.clientState = checked.value["client_state"];
      if (typeof checked.value["webhook_url"] === "string") call.webhookUrl = checked.value["webhook_url"];
      if (action === "answer") call.isAnswered = true;
      if (action === "hangup") void deliver(call, finish(call, call.isAnswered ? "answered" : "canceled", 30));
      if (action === "reject") finish(call, "rejected", 1);
      return null;
    },
    /** An event that is given rather than delivered. */
    event: note,
  };
};

const COST = {
  status: "success",
  total_cost: "0.0260",
  billed_duration_secs: 120,
  cost_parts: [
    { call_part: "sip-trunking", cost: "0.0220", currency: "USD", rate: "0.011", billed_duration_secs: 120 },
    { call_part: "call-control", cost: "0.0040", currency: "USD", rate: "0.002", billed_duration_secs: 120 },
  ],
};

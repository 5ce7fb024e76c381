import type { CallEventType } from "../telephony/simulator/simulator.protocol.ts";
import { listCallEvents, type SimulatorCall, viewCall } from "./call.ts";
import { createConferences } from "./conferences.ts";
import { announceIncomingCall, type ConversationPort, followInstructions } from "./conversation.ts";
import type { Ledger } from "./ledger.ts";
import { createLine, type Line } from "./line.ts";

/** The lines of all calls that still have events or conversations. */
export interface Lines {
  connect(call: SimulatorCall): Line;
  /** Announces an incoming call and follows the platform's instructions. */
  ring(call: SimulatorCall, inboundUrl: string): void;
  hangUp(callId: string, by: "platform" | "agent" | "person"): void;
  /** Stops the chosen calls. */
  disconnect(chosen: (call: SimulatorCall) => boolean): void;
}

interface OpenLine {
  call: SimulatorCall;
  line: Line;
  stop: AbortController;
  /** Aborted when the call is over. */
  over: AbortController;
}

/** A caller who is not answered gives up after this phone time; the platform has at least this real time to answer. */
const RING_SECONDS = 30;
const LEAST_RING_MS = 15_000;
const TIME_LIMIT_SECONDS = 3600;

export const createLines = (ledger: Ledger, signingKey: string): Lines => {
  const open = new Map<string, OpenLine>();
  const conferences = createConferences();

  const hangUp: Lines["hangUp"] = (callId, by) => {
    const call = ledger.calls.get(callId);
    if (!call || viewCall(call, Date.now()).state === "completed") return;
    // An answered call stays answered, however quick the end.
    const afterAnswerMs = call.createdAtMs + (call.plan.answeredAfterMs ?? 0) + 1;
    const atMs = by === "platform" ? Date.now() : Math.max(Date.now(), afterAnswerMs);
    ledger.commit({ kind: "hung_up", callId, atMs, by });
    open.get(callId)?.line.reschedule();
  };

  const portOf = ({ call, over }: Pick<OpenLine, "call" | "over">): ConversationPort => ({
    ...changesOf(ledger, call, () => open.get(call.id)?.line.reschedule()),
    signingKey,
    stopped: over.signal,
    conference: (name, stays) => conferences.join(name, { stays, stopped: over.signal }),
    hangUp: (by) => hangUp(call.id, by),
  });

  const connect = (call: SimulatorCall): Line => {
    const [stop, over] = [new AbortController(), new AbortController()];
    const alreadySettled = ledger.settledEvents(call.id);
    const onEvent = (event: CallEventType) => {
      if (event === "answered" && call.request.conversation) void followInstructions(call, portOf({ call, over }));
      if (event === "completed") over.abort();
    };
    const line = createLine(call, {
      signingKey,
      stopped: stop.signal,
      alreadySettled,
      onEvent,
      onSettled: (event) => {
        if (stop.signal.aborted) return;
        ledger.commit({ kind: "settled", callId: call.id, event });
        if (listCallEvents(call).every((each) => alreadySettled.has(each.type))) open.delete(call.id);
      },
    });
    stop.signal.addEventListener("abort", () => over.abort());
    open.set(call.id, { call, line, stop, over });
    return line;
  };

  return {
    connect,
    ring: (call, inboundUrl) => {
      connect(call).run();
      const line = open.get(call.id);
      if (line) void announceIncomingCall(call, inboundUrl, portOf(line));
    },
    hangUp,
    disconnect: (chosen) => {
      for (const { call, stop } of [...open.values()].filter((each) => chosen(each.call))) {
        stop.abort();
        open.delete(call.id);
      }
    },
  };
};

/** Returns how long an incoming call rings when nobody takes it, in real time. */
export const computeRingMs = (speed: number): number => Math.max(LEAST_RING_MS, (RING_SECONDS * 1000) / speed);

const pickedUp = ({ plan, createdAtMs }: SimulatorCall): SimulatorCall["plan"] => {
  const answeredAfterMs = Date.now() - createdAtMs;
  const endedAfterMs = answeredAfterMs + (TIME_LIMIT_SECONDS * 1000) / plan.speed;
  return { ...plan, outcome: "answered", answeredAfterMs, endedAfterMs, talkSeconds: TIME_LIMIT_SECONDS };
};

/** Returns the operations by which a conversation changes its call. */
const changesOf = (
  ledger: Ledger,
  call: SimulatorCall,
  reschedule: () => void,
): Pick<ConversationPort, "view" | "note" | "setVoice" | "pickUp" | "turnAway"> => {
  const replan = (plan: SimulatorCall["plan"], how: { statusUrl: string | null; record: boolean }) => {
    ledger.commit({ kind: "planned", callId: call.id, plan, ...how });
    reschedule();
  };
  return {
    view: () => viewCall(call, Date.now()),
    note: (note) => {
      const heard = { at: new Date().toISOString(), ...note };
      if (ledger.calls.has(call.id)) ledger.commit({ kind: "heard", callId: call.id, heard });
    },
    setVoice: (voice) => {
      if (ledger.calls.has(call.id)) ledger.commit({ kind: "voiced", callId: call.id, voice });
    },
    pickUp: (how) => replan(pickedUp(call), how),
    turnAway: (outcome) => {
      const endedAfterMs = Date.now() - call.createdAtMs;
      replan({ ...call.plan, outcome, endedAfterMs }, { statusUrl: null, record: false });
    },
  };
};

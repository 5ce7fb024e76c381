import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { computeReconnectDelayMs, VOICE_AWAY_FOR_SECONDS } from "../../domain/call/web-call.rules.ts";
import { type AgentFrame, isSaid, type PersonFrame, readAgentFrame } from "./agent-frames.ts";
import { createResendBuffer } from "./resend-buffer.ts";

export interface RelayChannel {
  send(frame: PersonFrame): void;
}

interface RelayEvents {
  frame(frame: AgentFrame): void;
  /** The connection was lost and is being made again; then a reply that had not come whole comes anew. */
  lost(): void;
  /** Tells whether something of a reply is still to come. */
  awaitsWords(): boolean;
}

/**
 * The call is given up after this long without the API, so that another process, which may reach it, has time to take the call over
 * before its workflow ends it.
 */
const GIVE_UP_AFTER_MS = (VOICE_AWAY_FOR_SECONDS - 10) * 1000;
/** The API closes a connection with this code when the same conversation is joined by another one. */
const REPLACED = 4000;
/** The person's leaving is reported within this time, even when the connection was just lost; later the workflow detects it. */
const TELL_LEAVING_FOR_MS = 10_000;

/** What a person may do while the API is away; it would end a connection that begins with more. */
const MOST_UNTOLD = 100;

/**
 * Exchanges the words of a call with the API, over the same connection as pages that speak themselves, and reconnects whenever it
 * is lost, with growing pauses. `done` resolves when `signal` says that the call is over, and rejects when the API was unreachable
 * for too long.
 */
export const openRelayChannel = (
  address: string,
  events: RelayEvents,
  signal: AbortSignal,
  wait: (milliseconds: number) => Promise<unknown> = delay,
): { words: RelayChannel; done: Promise<void> } => {
  let socket: WebSocket | null = null;
  let tellLeavingUntilMs = 0;
  /** This is not the first connection. */
  let isLost = false;
  /** What the person did while there is no connection, as there is none yet when a call begins. */
  const untold: PersonFrame[] = [];
  const unsettled = createResendBuffer();
  const mustTellLeaving = () => performance.now() < tellLeavingUntilMs;
  const send = (frame: PersonFrame) => {
    if (frame.type === "interrupt") unsettled.interrupts(frame.utteranceUntilInterrupt);
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(unsettled.sends(frame)));
    else if (frame.type === "leave") tellLeavingUntilMs = performance.now() + TELL_LEAVING_FOR_MS;
    else if (isToldLater(frame) && untold.length < MOST_UNTOLD) untold.push(frame);
  };
  const begin = () => {
    const missed = isLost && events.awaitsWords();
    socket?.send(JSON.stringify(unsettled.begins({ missed, hasSpoken: untold.some(isSaid) })));
    for (const frame of untold.splice(0)) send(frame);
    if (mustTellLeaving()) send({ type: "leave" });
    tellLeavingUntilMs = 0;
    if (signal.aborted) socket?.close(1000);
  };
  const takeFrame = (frame: AgentFrame) => {
    if (!signal.aborted && unsettled.takes(frame)) events.frame(frame);
  };
  const hold = async (): Promise<void> => {
    let joinedAtMs = performance.now();
    for (let failures = 0; !signal.aborted || mustTellLeaving(); failures += 1) {
      const opened = new WebSocket(address, { handshakeTimeout: 5000 });
      socket = opened;
      const closeIt = () => {
        if (!mustTellLeaving()) opened.close(1000);
      };
      signal.addEventListener("abort", closeIt);
      const { wasOpen, code } = await untilClosed(opened, { begin, takeFrame });
      signal.removeEventListener("abort", closeIt);
      if (signal.aborted && !mustTellLeaving()) return;
      if (code === REPLACED) throw new Error("another media process has taken up this call");
      if (wasOpen) {
        joinedAtMs = performance.now();
        failures = 0;
        isLost = true;
        events.lost();
      } else if (!signal.aborted && performance.now() - joinedAtMs > GIVE_UP_AFTER_MS) {
        throw new Error("the API could not be joined for the words of this call");
      }
      await wait(computeReconnectDelayMs(failures));
    }
  };
  return { words: { send }, done: hold() };
};

/**
 * That somebody speaks, or has heard everything, says nothing any more when the connection is there again; with an
 * interruption the next one begins.
 */
const isToldLater = (frame: PersonFrame): boolean =>
  frame.type === "dtmf" || frame.type === "supervisor" || isSaid(frame);

/** Resolves when the connection is closed: whether it had been open, and the code of its end. */
const untilClosed = (
  socket: WebSocket,
  { begin, takeFrame }: { begin(): void; takeFrame(frame: AgentFrame): void },
): Promise<{ wasOpen: boolean; code: number }> =>
  new Promise((resolve) => {
    let wasOpen = false;
    socket.on("open", () => {
      wasOpen = true;
      begin();
    });
    socket.on("message", (data) => {
      const frame = readAgentFrame(Buffer.isBuffer(data) ? data.toString("utf8") : "");
      if (frame) takeFrame(frame);
    });
    // A "close" event follows.
    socket.on("error", () => {});
    socket.on("close", (code) => resolve({ wasOpen, code }));
  });

import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { z } from "zod";
import { computeReconnectDelayMs, VOICE_AWAY_FOR_SECONDS } from "../domain/call/web-call.rules.ts";
import { parseJson } from "../domain/json/json-value.ts";

const speech = {
  interruptible: z.boolean().default(true),
  /** How many interruptions the API knew of when it sent this; absent: one of a former version does not tell. */
  interruptions: z.number().optional(),
};

const frameSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    token: z.string(),
    last: z.boolean(),
    ...speech,
  }),
  z.object({ type: z.literal("play"), source: z.string(), ...speech }),
  z.object({ type: z.literal("sendDigits"), digits: z.string() }),
  z.object({ type: z.literal("language"), transcriptionLanguage: z.string() }),
  z.object({ type: z.literal("end") }),
]);

/** A message of the turn engine, as far as a voice needs it. */
export type AgentFrame = z.output<typeof frameSchema>;

export type PersonFrame =
  | { type: "setup"; countInterruptions: true }
  | { type: "prompt"; voicePrompt: string; last: boolean }
  | { type: "interrupt"; utteranceUntilInterrupt: string }
  | { type: "dtmf"; digit: string }
  | { type: "spoken" }
  | { type: "leave" };

export interface WordsChannel {
  send(frame: PersonFrame): void;
}

interface WordsEvents {
  frame(frame: AgentFrame): void;
  /** The connection was lost and is being made again; then a reply that had not come whole is made anew. */
  lost(): void;
}

/**
 * The call is given up after this long without the API, so that another process, which may reach it, has time to take it
 * up before its workflow ends it.
 */
const GIVE_UP_AFTER_MS = (VOICE_AWAY_FOR_SECONDS - 10) * 1000;
/** The API closes a connection with this code when the same conversation is joined by another one. */
const REPLACED = 4000;
/**
 * The person's leaving is reported within this time, also when the connection was just lost; later the workflow detects
 * it.
 */
const TELL_LEAVING_FOR_MS = 10_000;

/** What a person may do while the API is away; it would end a connection that begins with more. */
const MOST_UNTOLD = 100;

/**
 * Exchanges the words of a call with the API, over the same connection as pages that speak themselves, and reconnects
 * whenever it is lost, the later the longer that fails. `done` resolves when `signal` says that the call is over, and
 * rejects when the API was unreachable for too long.
 */
export const openWordsChannel = (
  address: string,
  events: WordsEvents,
  signal: AbortSignal,
  wait: (milliseconds: number) => Promise<unknown> = delay,
): { words: WordsChannel; done: Promise<void> } => {
  let socket: WebSocket | null = null;
  let tellLeavingUntilMs = 0;
  /** What the person did while there is no connection, as there is none yet when a call begins. */
  const untold: PersonFrame[] = [];
  /** Of this connection. */
  let interruptions = 0;
  const mustTellLeaving = () => performance.now() < tellLeavingUntilMs;
  const send = (frame: PersonFrame) => {
    if (socket?.readyState === WebSocket.OPEN) {
      if (frame.type === "interrupt") interruptions += 1;
      socket.send(JSON.stringify(frame));
    } else if (frame.type === "leave") tellLeavingUntilMs = performance.now() + TELL_LEAVING_FOR_MS;
    else if (isToldLater(frame) && untold.length < MOST_UNTOLD) untold.push(frame);
  };
  const begin = () => {
    interruptions = 0;
    send({ type: "setup", countInterruptions: true });
    for (const frame of untold.splice(0)) send(frame);
    if (mustTellLeaving()) send({ type: "leave" });
    tellLeavingUntilMs = 0;
    if (signal.aborted) socket?.close(1000);
  };
  const takeFrame = (frame: AgentFrame) => {
    if (!signal.aborted && !wasOvertaken(frame, interruptions)) events.frame(frame);
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
        events.lost();
      } else if (!signal.aborted && performance.now() - joinedAtMs > GIVE_UP_AFTER_MS) {
        throw new Error("the API could not be joined for the words of this call");
      }
      await wait(computeReconnectDelayMs(failures));
    }
  };
  return { words: { send }, done: hold() };
};

/** That somebody speaks, or has heard everything, says nothing any more when the connection is there again. */
const isToldLater = (frame: PersonFrame): boolean =>
  frame.type === "dtmf" || frame.type === "interrupt" || (frame.type === "prompt" && frame.last);

/** Tells whether it was on its way when the person interrupted; what may not be interrupted is said all the same. */
const wasOvertaken = (frame: AgentFrame, interruptions: number): boolean =>
  (frame.type === "text" || frame.type === "play") &&
  frame.interruptible &&
  frame.interruptions !== undefined &&
  frame.interruptions < interruptions;

/** Resolves with whether it had been open, and with the code by which it was closed. */
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
      const frame = frameSchema.safeParse(parseJson(Buffer.isBuffer(data) ? data.toString("utf8") : ""));
      if (frame.success) takeFrame(frame.data);
    });
    // "close" follows.
    socket.on("error", () => {});
    socket.on("close", (code) => resolve({ wasOpen, code }));
  });

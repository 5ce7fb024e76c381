import { randomKey } from "../api/random-key.ts";

/** The server's messages, as far as a page needs them. */
export type ServerFrame =
  | ({ type: "text"; token: string; last: boolean } & Speech)
  | ({ type: "play"; source: string } & Speech)
  | { type: "language"; transcriptionLanguage: string }
  /** Somebody has taken the conversation over, or let go of it. */
  | { type: "supervision"; takenOver: boolean }
  | { type: "end" };

interface Speech {
  interruptible: boolean;
  /** Null, as the turn: the server is of an earlier version. */
  interruptions: number | null;
  turn: string | null;
}

export type PageFrame =
  | { type: "prompt"; voicePrompt: string; last: boolean }
  | { type: "interrupt"; utteranceUntilInterrupt: string }
  | { type: "spoken" }
  | { type: "leave" };

export interface ConnectionEvents {
  frame(frame: ServerFrame): void;
  /** The connection was lost and is being made again; then a reply that had not come whole comes anew. */
  lost(): void;
  /** Tells whether something of a reply is still to come. */
  awaitsWords(): boolean;
  /** Tells whether the person has spoken since the connection was lost: they do not want to hear again what was before. */
  hasSpoken(): boolean;
  joined(): void;
  /** It can no longer be joined, or another window has joined it. */
  ended(how: "gone" | "elsewhere"): void;
}

export interface Connection {
  send(frame: PageFrame): void;
  close(): void;
}

/** The server ends a conversation whose page is away for longer. */
const GIVE_UP_AFTER_MS = 45_000;
const LONGEST_WAIT_MS = 3000;
/** The code with which the server closes a connection that another window has replaced. */
export const REPLACED = 4000;
/** The code with which it closes one that is over. */
export const OVER = 1000;
/** A connection for sound is made again after this time. */
export const RECONNECT_MS = 500;
/** The server takes no more of them. */
const MOST_UNANSWERED = 20;

/** Joins a conversation, and rejoins it whenever the connection is lost. */
export const connectToConversation = (token: string, events: ConnectionEvents): Connection => {
  const root = location.origin.replace(/^http/, "ws");
  let socket: WebSocket;
  const unsettled = createResendBuffer();
  let isClosed = false;
  /** This is not the first connection. */
  let isLost = false;
  let waitMs = 250;
  let lastJoinedAtMs = performance.now();

  const send = (frame: PageFrame) => {
    if (frame.type === "interrupt") unsettled.interrupts(frame.utteranceUntilInterrupt);
    // Words that are said while the connection is closing are told over the next one.
    const sent = JSON.stringify(unsettled.sends(frame));
    if (socket.readyState === WebSocket.OPEN) socket.send(sent);
  };
  const open = () => {
    socket = new WebSocket(`${root}/api/v1/talk/${token}`);
    socket.addEventListener("open", () => {
      waitMs = 250;
      lastJoinedAtMs = performance.now();
      const missed = isLost && events.awaitsWords();
      socket.send(JSON.stringify(unsettled.begins({ missed, hasSpoken: events.hasSpoken() })));
      events.joined();
    });
    socket.addEventListener("message", ({ data }) => {
      const frame = readFrame(data);
      if (frame && unsettled.takes(frame)) events.frame(frame);
    });
    socket.addEventListener("close", ({ code }) => {
      if (isClosed) return;
      if (code === REPLACED) {
        isClosed = true;
        return events.ended("elsewhere");
      }
      if (performance.now() - lastJoinedAtMs > GIVE_UP_AFTER_MS) {
        isClosed = true;
        return events.ended("gone");
      }
      isLost = true;
      events.lost();
      setTimeout(open, waitMs);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    });
  };
  open();
  return {
    send,
    close: () => {
      isClosed = true;
      socket.close(1000);
    },
  };
};

/** What the server may not know when a connection is lost: the next one begins with it. */
const createResendBuffer = () => {
  /** That were sent on this connection. */
  let interruptions = 0;
  /** What the person had heard when they interrupted, until the server is known to know it. */
  let interrupted: string | null = null;
  /** The person's words, until something answers them. */
  let unanswered: { id: string; text: string }[] = [];
  /** The turn that the latest words are of. */
  let latest: string | null = null;
  /** The latest turn of which nothing more is awaited: all of its words came, or the person spoke over them. */
  let settled: string | null = null;
  return {
    /** Returns the first frame of a connection. `missed`: something of a reply is to be said again. */
    begins: ({ missed, hasSpoken }: { missed: boolean; hasSpoken: boolean }): object => {
      interruptions = 0;
      const known = { interrupted, unanswered, missed: missed && !hasSpoken, settled: hasSpoken ? null : settled };
      return { type: "setup", countInterruptions: true, ...known };
    },
    interrupts: (heard: string): void => {
      interrupted = heard;
      settled = latest;
    },
    /** Returns the frame as it is sent. */
    sends: (frame: PageFrame): object => {
      if (frame.type === "interrupt") interruptions += 1;
      if (frame.type !== "prompt" || !frame.last) return frame;
      const id = randomKey();
      unanswered = [...unanswered, { id, text: frame.voicePrompt }].slice(-MOST_UNANSWERED);
      return { ...frame, id };
    },
    /** False: it was on its way when the person interrupted; what may not be interrupted is said all the same. */
    takes: (frame: ServerFrame): boolean => {
      if (frame.type !== "text" && frame.type !== "play") return true;
      latest = frame.turn;
      // A server of a former version does not tell.
      const known = frame.interruptions ?? interruptions;
      // It answers nothing that the person has said since they interrupted.
      const isSpokenOver = known < interruptions;
      if (isSpokenOver || (frame.type === "text" && frame.last)) settled = latest;
      if (isSpokenOver) return !frame.interruptible;
      unanswered = [];
      interrupted = null;
      return true;
    },
  };
};

const readFrame = (data: unknown): ServerFrame | null => {
  const frame: unknown = typeof data === "string" ? JSON.parse(data) : null;
  if (typeof frame !== "object" || frame === null) return null;
  const text = (name: string): string => {
    const value: unknown = Reflect.get(frame, name);
    return typeof value === "string" ? value : "";
  };
  const told: unknown = Reflect.get(frame, "interruptions");
  const speech = {
    interruptible: Reflect.get(frame, "interruptible") !== false,
    interruptions: typeof told === "number" ? told : null,
    turn: text("turn") || null,
  };
  switch (text("type")) {
    case "text":
      return { type: "text", token: text("token"), last: Reflect.get(frame, "last") === true, ...speech };
    case "play":
      return { type: "play", source: text("source"), ...speech };
    case "language":
      return { type: "language", transcriptionLanguage: text("transcriptionLanguage") };
    case "supervision":
      return { type: "supervision", takenOver: Reflect.get(frame, "takenOver") === true };
    case "end":
      return { type: "end" };
    default:
      return null;
  }
};

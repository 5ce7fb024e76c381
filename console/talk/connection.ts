/** The server's messages, as far as a page needs them. */
export type ServerFrame =
  | { type: "text"; token: string; last: boolean; interruptible: boolean; interruptions: number | null }
  | { type: "play"; source: string; interruptible: boolean; interruptions: number | null }
  | { type: "language"; transcriptionLanguage: string }
  | { type: "end" };

export type PageFrame =
  | { type: "setup"; countInterruptions: true }
  | { type: "prompt"; voicePrompt: string; last: boolean }
  | { type: "interrupt"; utteranceUntilInterrupt: string }
  | { type: "spoken" }
  | { type: "leave" };

export interface ConnectionEvents {
  frame(frame: ServerFrame): void;
  /** The connection was lost and is being made again; then a reply that had not come whole is made anew. */
  lost(): void;
  joined(): void;
  /** The conversation can no longer be joined. */
  gone(): void;
  /** Another window has joined it. */
  replaced(): void;
}

export interface Connection {
  send(frame: PageFrame): void;
  close(): void;
}

/** The server ends a conversation whose page is away for longer. */
const GIVE_UP_AFTER_MS = 45_000;
const LONGEST_WAIT_MS = 3000;
const REPLACED = 4000;

/** Joins a conversation, and rejoins it whenever the connection is lost. */
export const connectToConversation = (token: string, events: ConnectionEvents): Connection => {
  const root = location.origin.replace(/^http/, "ws");
  let socket: WebSocket;
  /** That were sent on this connection. */
  let interruptions = 0;
  let isClosed = false;
  let waitMs = 250;
  let lastJoinedAtMs = performance.now();

  const send = (frame: PageFrame) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (frame.type === "interrupt") interruptions += 1;
    socket.send(JSON.stringify(frame));
  };
  const open = () => {
    socket = new WebSocket(`${root}/api/v1/talk/${token}`);
    socket.addEventListener("open", () => {
      waitMs = 250;
      lastJoinedAtMs = performance.now();
      interruptions = 0;
      send({ type: "setup", countInterruptions: true });
      events.joined();
    });
    socket.addEventListener("message", ({ data }) => {
      const frame = readFrame(data);
      if (frame && !wasOvertaken(frame, interruptions)) events.frame(frame);
    });
    socket.addEventListener("close", ({ code }) => {
      if (isClosed) return;
      if (code === REPLACED) {
        isClosed = true;
        return events.replaced();
      }
      if (performance.now() - lastJoinedAtMs > GIVE_UP_AFTER_MS) {
        isClosed = true;
        return events.gone();
      }
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

/** Tells whether it was on its way when the person interrupted; what may not be interrupted is said all the same. */
const wasOvertaken = (frame: ServerFrame, interruptions: number): boolean =>
  (frame.type === "text" || frame.type === "play") &&
  frame.interruptible &&
  frame.interruptions !== null &&
  frame.interruptions < interruptions;

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
    /** Null: the server is of a former version. */
    interruptions: typeof told === "number" ? told : null,
  };
  switch (text("type")) {
    case "text":
      return { type: "text", token: text("token"), last: Reflect.get(frame, "last") === true, ...speech };
    case "play":
      return { type: "play", source: text("source"), ...speech };
    case "language":
      return { type: "language", transcriptionLanguage: text("transcriptionLanguage") };
    case "end":
      return { type: "end" };
    default:
      return null;
  }
};

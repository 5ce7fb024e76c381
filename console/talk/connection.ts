/** The server's messages, as far as a page needs them. */
export type ServerFrame =
  | { type: "text"; token: string; last: boolean; interruptible: boolean }
  | { type: "play"; source: string; interruptible: boolean }
  | { type: "language"; transcriptionLanguage: string }
  | { type: "end" };

export type PageFrame =
  | { type: "setup" }
  | { type: "prompt"; voicePrompt: string; last: boolean }
  | { type: "interrupt"; utteranceUntilInterrupt: string }
  | { type: "spoken" }
  | { type: "leave" };

export interface ConnectionEvents {
  frame(frame: ServerFrame): void;
  /** The connection was lost and is being made again; then the last turn is said again. */
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
  let isClosed = false;
  let waitMs = 250;
  let lastJoinedAtMs = performance.now();

  const open = () => {
    socket = new WebSocket(`${root}/api/v1/talk/${token}`);
    socket.addEventListener("open", () => {
      waitMs = 250;
      lastJoinedAtMs = performance.now();
      socket.send(JSON.stringify({ type: "setup" }));
      events.joined();
    });
    socket.addEventListener("message", ({ data }) => {
      const frame = readFrame(data);
      if (frame) events.frame(frame);
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
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    },
    close: () => {
      isClosed = true;
      socket.close(1000);
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
  const interruptible = Reflect.get(frame, "interruptible") !== false;
  switch (text("type")) {
    case "text":
      return { type: "text", token: text("token"), last: Reflect.get(frame, "last") === true, interruptible };
    case "play":
      return { type: "play", source: text("source"), interruptible };
    case "language":
      return { type: "language", transcriptionLanguage: text("transcriptionLanguage") };
    case "end":
      return { type: "end" };
    default:
      return null;
  }
};

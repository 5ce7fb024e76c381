import WebSocket from "ws";
import { PATIENCE_MS } from "../../../harness/patience.ts";

interface Frame {
  type: string;
  token?: string;
  /** The address of a recording. */
  source?: string;
  last?: boolean;
  interruptions?: number;
  turn?: string;
}

interface HeardReply {
  words: string[];
  then: "listen" | "ended" | "lost";
  interruptions: number | null;
  turn: string | null;
}

/** The carrier's end of a call's WebSocket. */
export interface RelayEar {
  /** Words that are sent when it is closed are heard by nobody. */
  isOpen(): boolean;
  send(frame: object): void;
  /**
   * Listens until the agent has finished, ends the relay, or the connection is closed; throws where nothing comes. `interruptions`,
   * `turn`: of the last frame.
   */
  hear(): Promise<HeardReply>;
  /** Closes the connection behind what was sent. */
  close(): void;
  /** The connection is lost. */
  drop(): void;
}

export const openRelayEar = (url: string, headers: Record<string, string>, setup: object): RelayEar => {
  const frames: (Frame | "lost")[] = [];
  let awaken = () => {};
  const take = (frame: Frame | "lost") => {
    frames.push(frame);
    awaken();
  };
  const socket = new WebSocket(url, { headers });
  socket.on("open", () => socket.send(JSON.stringify({ type: "setup", ...setup })));
  socket.on("message", (data: Buffer) => take(JSON.parse(data.toString())));
  // "close" follows.
  socket.on("error", () => {});
  socket.on("close", () => take("lost"));
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  const nextFrame = async (words: readonly string[]): Promise<Frame | "lost"> => {
    for (let frame = frames[0]; ; frame = frames[0]) {
      if (frame === "lost") return frame;
      if (frame) return frames.shift() ?? frame;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      awaken = resolve;
      const late = setTimeout(() => reject(inVain(words)), PATIENCE_MS);
      await promise.finally(() => clearTimeout(late));
    }
  };
  const inVain = (words: readonly string[]) => {
    const state = isOpen() ? "open" : `in state ${socket.readyState}`;
    const said = words.length === 0 ? "nothing" : JSON.stringify(words);
    return new Error(
      `waited ${PATIENCE_MS} ms in vain until the agent finishes or the relay ends; it is ${state}, and the agent has said ${said} since it was listened to`,
    );
  };
  return {
    isOpen,
    send: (frame) => {
      if (isOpen()) socket.send(JSON.stringify(frame));
    },
    hear: async () => {
      const words: string[] = [];
      for (;;) {
        const frame = await nextFrame(words);
        if (frame === "lost") return { words, then: "lost", interruptions: null, turn: null };
        if (frame.source) words.push(`(${frame.source})`);
        if (frame.token?.trim()) words.push(frame.token.trim());
        const marks = { interruptions: frame.interruptions ?? null, turn: frame.turn ?? null };
        if (frame.type === "text" && frame.last) return { words, then: "listen", ...marks };
        if (frame.type !== "end") continue;
        socket.close();
        return { words, then: "ended", ...marks };
      }
    },
    close: () => socket.close(1000),
    drop: () => socket.terminate(),
  };
};

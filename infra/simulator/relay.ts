import WebSocket from "ws";
import { z } from "zod";
import { parseJson } from "../../domain/json/json-value.ts";

/** The platform's frames over the relay, in the form that Twilio and Telnyx take. */
const platformFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), token: z.string(), last: z.boolean().default(false) }),
  z.object({ type: z.literal("sendDigits"), digits: z.string().regex(/^[0-9*#A-DwW]+$/) }),
  z.object({ type: z.literal("play"), source: z.string() }),
  z.object({
    type: z.literal("language"),
    ttsLanguage: z.string().optional(),
    transcriptionLanguage: z.string().optional(),
  }),
  z.object({ type: z.literal("end"), handoffData: z.string().optional() }),
]);

export type PlatformFrame = z.infer<typeof platformFrame>;

/** The simulator's frames. */
export type CarrierFrame =
  | { type: "prompt"; voicePrompt: string; lang: string; last: boolean }
  | { type: "dtmf"; digit: string }
  | { type: "interrupt"; utteranceUntilInterrupt: string; durationUntilInterruptMs: number };

export interface RelayOptions {
  url: string;
  headers: Record<string, string>;
  /** The first frame. */
  setup: Readonly<Record<string, unknown>>;
  onFrame(frame: PlatformFrame): void;
  /** Called once, when the connection ends or could not be opened. */
  onClosed(): void;
}

export interface Relay {
  send(frame: CarrierFrame): void;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 5000;

/** Opens the WebSocket for words. An invalid frame is answered with an `error` frame, as carriers do. */
export const openRelay = (options: RelayOptions): Relay => {
  const socket = new WebSocket(options.url, { headers: options.headers, handshakeTimeout: CONNECT_TIMEOUT_MS });
  const early: object[] = [{ type: "setup", ...options.setup }];
  const send = (frame: object) => {
    if (socket.readyState === WebSocket.CONNECTING) early.push(frame);
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };
  socket.on("open", () => early.forEach(send));
  socket.on("message", (data) => {
    const frame = platformFrame.safeParse(parseJson(Buffer.isBuffer(data) ? data.toString("utf8") : ""));
    if (frame.success) options.onFrame(frame.data);
    else send({ type: "error", description: `Invalid message received: ${z.prettifyError(frame.error)}` });
  });
  // "close" always follows; without a listener the process would end.
  socket.on("error", () => {});
  socket.once("close", options.onClosed);
  return { send, close: () => socket.close(1000) };
};

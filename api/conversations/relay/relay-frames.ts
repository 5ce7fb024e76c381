import { z } from "zod";
import { DETECTIONS, readDetection } from "../../../domain/answerer/answered-by.rules.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { toStorable } from "../../../domain/json/storable.ts";
import { SPEECH_PROVIDERS } from "../../../domain/model/speech-providers.ts";
import { DAY_MS } from "../../../domain/time/durations.rules.ts";

/** Names words of a person, in whatever form our own ends make it up. */
const ownId = z.string().regex(/^[\da-f-]{32,36}$/);
const key = z.string().regex(/^[0-9*#A-D]$/);

const milliseconds = z.number().int().min(0).max(DAY_MS).nullable().default(null);

/**
 * The frames of a call's WebSocket, in the form of Twilio's ConversationRelay and Telnyx, and two more of our own
 * pages. Unknown fields, which carriers add, are ignored.
 */
const incomingFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("setup"),
    /** In the words of carriers or in ours. */
    answeredBy: z.preprocess(readDetection, z.enum(DETECTIONS).nullable()).catch(null),
    /** Our own ends send it to be told how many of their interruptions were known when words were sent, and of which turn they are. */
    countInterruptions: z.boolean().catch(false),
    /** Sent by our own ends when they are back: what the person had heard when they interrupted. */
    interrupted: z.string().max(50_000).nullable().catch(null),
    /** The same: their words that nothing has answered, in their order. */
    unanswered: z
      .array(z.object({ id: ownId, text: z.string().max(20_000) }))
      .max(20)
      .catch([]),
    /** The same: the keys that nothing has answered, in their order. */
    pressed: z
      .array(z.object({ id: ownId, digit: key }))
      .max(64)
      .catch([]),
    /** The same: the agent's last reply has not come whole. */
    missed: z.boolean().catch(false),
    /** The same: the last turn of which all words came, or which the person spoke over; null where nothing is to be said again. */
    settled: z.string().max(100).nullable().catch(null),
  }),
  /** `last: false`: an interim result. `id`: by which our own ends name it when they are back. */
  z.object({
    type: z.literal("prompt"),
    voicePrompt: z.string().max(20_000),
    last: z.boolean().default(true),
    id: ownId.optional().catch(undefined),
  }),
  z.object({ type: z.literal("dtmf"), digit: key, id: ownId.optional().catch(undefined) }),
  z.object({ type: z.literal("interrupt"), utteranceUntilInterrupt: z.string().max(50_000).default("") }),
  /** Sent by our own pages: everything that was handed over has been spoken. */
  z.object({ type: z.literal("spoken") }),
  /** Sent by media processes: what they have measured of the turn of this key, once the agent is silent. */
  z.object({
    type: z.literal("sounded"),
    turn: z.string().max(100),
    heardMs: milliseconds,
    endOfTurnMs: milliseconds,
    recognizedMs: milliseconds,
    soundMs: milliseconds,
    responseMs: milliseconds,
    spokenMs: milliseconds,
    hearing: z.enum(SPEECH_PROVIDERS).nullable().catch(null),
    voice: z.enum(SPEECH_PROVIDERS).nullable().catch(null),
  }),
  /** Sent by media processes: what a supervisor who has the call has said to the person. */
  z.object({ type: z.literal("supervisor"), text: z.string().min(1).max(20_000), id: ownId }),
  /** Sent by our own pages: the person has left for good. */
  z.object({ type: z.literal("leave") }),
  z.object({ type: z.literal("error"), description: z.string().max(2000).default("") }),
]);

export type IncomingFrame = z.output<typeof incomingFrame>;

export type OutgoingFrame =
  /** `last`: nothing more follows before the person may speak. */
  | { type: "text"; token: string; last: boolean; interruptible?: boolean; interruptions?: number; turn?: string }
  | { type: "play"; source: string; interruptible?: boolean; interruptions?: number; turn?: string }
  /** To media processes: plays again and again, while nothing is said; null: no longer. */
  | { type: "music"; source: string | null }
  | { type: "sendDigits"; digits: string }
  | { type: "language"; ttsLanguage: string; transcriptionLanguage: string }
  /** To our own ends: whether a supervisor listens, whether one speaks in the agent's place, and which processes have their connections. */
  | { type: "supervision"; listens: boolean; takenOver: boolean; at: readonly string[] }
  | { type: "end"; handoffData?: string };

/** Reads a frame. `unknown`: a kind that is not needed here; null: not a frame. */
export const readFrame = (text: string): IncomingFrame | "unknown" | null => {
  const json = toStorable(parseJson(text));
  const read = incomingFrame.safeParse(json);
  if (read.success) return read.data;
  return isTyped(json) && !KNOWN.has(json.type) ? "unknown" : null;
};

/** Tells whether the agent answers this frame, and no later one: whole words, or the key that ends a number. */
export const beginsTurn = (frame: IncomingFrame): boolean =>
  (frame.type === "prompt" && frame.last) ||
  frame.type === "supervisor" ||
  (frame.type === "dtmf" && frame.digit === "#");

const KNOWN: ReadonlySet<unknown> = new Set([
  "setup",
  "prompt",
  "dtmf",
  "interrupt",
  "spoken",
  "sounded",
  "supervisor",
  "leave",
  "error",
]);

const isTyped = (json: unknown): json is { type: string } =>
  typeof json === "object" && json !== null && "type" in json && typeof json.type === "string";

import { z } from "zod";
import { agentVoiceSchema } from "../../../domain/agent/agent-voice.ts";
import { DETECTIONS, readDetection } from "../../../domain/answerer/answered-by.rules.ts";

const url = z.url();
const step = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("hang_up") }),
  z.object({
    kind: z.literal("listen"),
    turn_url: url,
    silence_seconds: z.number().positive(),
    interruptible: z.boolean(),
  }),
  z.object({ kind: z.literal("relay"), web_socket_url: url, after_url: url, interruptible: z.boolean() }),
  z.object({
    kind: z.literal("transfer"),
    to: z.string(),
    caller_id: z.string(),
    ring_timeout_seconds: z.number().positive(),
    after_url: url,
  }),
  z.object({ kind: z.literal("hold"), ask_url: url, seconds: z.number().positive() }),
  z.object({ kind: z.literal("join"), conference: z.string(), after_url: url }),
  z.object({ kind: z.literal("reject"), reason: z.enum(["busy", "unavailable"]) }),
]);

/** The answer to a request for instructions. */
export const instructionsSchema = z.strictObject({
  /** Words, or the address of a recording to play. */
  say: z.array(z.union([z.string(), z.strictObject({ play: z.url() })])),
  language: z.string(),
  voice: agentVoiceSchema.nullable(),
  play_digits: z.string().nullable(),
  next: step,
  /** The address for the call's events from now on. */
  status_url: url,
  /** The call is recorded from here on; only the first instructions of an incoming call count. */
  record: z.boolean(),
});

export type Instructions = z.infer<typeof instructionsSchema>;
export type Step = Instructions["next"];

/** The event that a request for instructions reports. */
export const turnSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("begin"),
    answeredBy: z.preprocess((word) => readDetection(word) ?? word, z.enum(DETECTIONS)).nullable(),
  }),
  z.object({ kind: z.literal("speech"), text: z.string(), confidence: z.number().nullable() }),
  z.object({ kind: z.literal("digits"), digits: z.string() }),
  z.object({ kind: z.literal("silence") }),
  z.object({ kind: z.literal("relay_ended") }),
  z.object({ kind: z.literal("transfer_ended"), outcome: z.enum(["answered", "busy", "no_answer", "failed"]) }),
]);

export type Turn = z.infer<typeof turnSchema>;

import { z } from "zod";
import { agentVoiceSchema } from "../../../domain/agent/agent-voice.ts";
import type { CallInstructions } from "../../../domain/call/call-instructions.ts";
import { parseJson } from "../../../domain/json/json-value.ts";

const nextStep = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("hang_up") }),
  z.object({
    kind: z.literal("relay"),
    webSocketUrl: z.string(),
    afterUrl: z.string(),
    interruptible: z.boolean(),
  }),
  z.object({
    kind: z.literal("transfer"),
    to: z.string(),
    callerId: z.string(),
    ringTimeoutSeconds: z.number(),
    afterUrl: z.string(),
  }),
  z.object({ kind: z.literal("hold"), askUrl: z.string(), seconds: z.number() }),
  z.object({
    kind: z.literal("join"),
    conference: z.string(),
    otherCallId: z.string().nullable(),
    afterUrl: z.string(),
  }),
]);

const callState = z.object({
  statusUrl: z.string(),
  relays: z.boolean().exactOptional(),
  detects: z.boolean().exactOptional(),
  transferOf: z.string().exactOptional(),
  asked: z.string().exactOptional(),
  resume: z
    .object({
      say: z.array(z.union([z.string(), z.object({ play: z.string() })])),
      language: z.string(),
      voice: agentVoiceSchema.exactOptional(),
      playDigits: z.string().exactOptional(),
      next: nextStep,
    })
    .exactOptional(),
});

/**
 * The state that a call of ours carries: sent with a command as `client_state`, it comes back in every later event,
 * inside what Telnyx signs. So an event is bound to its run although the signature does not cover the address, a lost
 * call is recognised, and instructions of several parts continue in any process that receives the end of a part.
 */
export interface CallState {
  /** The address of the call's events; it identifies the run. */
  statusUrl: string;
  /** The relay starts with the answer, so no instructions are requested. */
  relays?: boolean;
  /** An event of its own reports who has answered; only then are instructions requested. */
  detects?: boolean;
  /** On the leg that a transfer dials: the call that is transferred. */
  transferOf?: string;
  /** On a hold: the address that it is asked at, which makes its command unlike the one before. */
  asked?: string;
  /** The instructions that remain when the command with this state is done. */
  resume?: CallInstructions;
}

/** Encodes the state in Base64, as Telnyx requires. */
export const encodeCallState = (state: CallState): string => Buffer.from(JSON.stringify(state)).toString("base64");

/** Decodes the state; null for a call without one, or with another's. */
export const decodeCallState = (clientState: string | null | undefined): CallState | null =>
  callState.safeParse(parseJson(Buffer.from(clientState ?? "", "base64").toString("utf8"))).data ?? null;

import { z } from "zod";
import { agentVoiceSchema } from "../../../domain/agent/agent-voice.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { CallInstructions } from "../../../domain/call/call-instructions.ts";

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
]);

const callState = z.object({
  statusUrl: z.string(),
  relays: z.boolean().exactOptional(),
  detects: z.boolean().exactOptional(),
  transferOf: z.string().exactOptional(),
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
 * What a call of ours carries: sent with a command as `client_state`, it comes back in every later event, inside what
 * Telnyx signs. So an event is bound to its run although the signature does not cover the address, a lost call is
 * recognised, and instructions of several parts go on in whatever process hears that a part is done.
 */
export interface CallState {
  /** Where the call's events are told; names the run. */
  statusUrl: string;
  /** The relay begins by itself with the answer: nobody has to be asked what to do. */
  relays?: boolean;
  /** Who has answered comes with an event of its own; only then is asked what to do. */
  detects?: boolean;
  /** On the leg that a transfer dials: the call that is transferred. */
  transferOf?: string;
  /** What is left to do when the command that carried this has been done. */
  resume?: CallInstructions;
}

/** Base64, as Telnyx demands. */
export const encodeCallState = (state: CallState): string => Buffer.from(JSON.stringify(state)).toString("base64");

/** null for a call that carries nothing, or not of ours. */
export const decodeCallState = (clientState: string | null | undefined): CallState | null =>
  callState.safeParse(parseJson(Buffer.from(clientState ?? "", "base64").toString("utf8"))).data ?? null;

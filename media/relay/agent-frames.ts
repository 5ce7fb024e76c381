import { z } from "zod";
import type { SoundTimes } from "../../domain/conversation/turn-stages.ts";
import { parseJson } from "../../domain/json/json-value.ts";

const speech = {
  interruptible: z.boolean().default(true),
  /** How many interruptions the API knew of when it sent this; absent: one of a former version does not tell. */
  interruptions: z.number().optional(),
  /** The turn that it is of; absent as well. */
  turn: z.string().optional(),
};

const frameSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    token: z.string(),
    last: z.boolean(),
    ...speech,
  }),
  z.object({ type: z.literal("play"), source: z.string(), ...speech }),
  z.object({ type: z.literal("music"), source: z.string().nullable() }),
  z.object({ type: z.literal("sendDigits"), digits: z.string() }),
  z.object({ type: z.literal("language"), transcriptionLanguage: z.string() }),
  z.object({
    type: z.literal("supervision"),
    listens: z.boolean(),
    takenOver: z.boolean(),
    at: z.array(z.string()).default([]),
  }),
  z.object({ type: z.literal("end") }),
]);

/** A message of the turn engine, as far as a voice needs it. */
export type AgentFrame = z.output<typeof frameSchema>;

/** Whether a supervisor listens, whether one speaks in the agent's place, and which processes of the API have their connections. */
export type Supervision = Omit<Extract<AgentFrame, { type: "supervision" }>, "type">;

export type PersonFrame =
  | { type: "prompt"; voicePrompt: string; last: boolean }
  | { type: "interrupt"; utteranceUntilInterrupt: string }
  | { type: "dtmf"; digit: string }
  | { type: "spoken" }
  | ({ type: "sounded"; turn: string; hearing?: string; voice?: string } & SoundTimes)
  | { type: "supervisor"; text: string; id: string }
  | { type: "leave" };

/** Returns null where it is no message that a voice needs. */
export const readAgentFrame = (text: string): AgentFrame | null => frameSchema.safeParse(parseJson(text)).data ?? null;

/** Tells whether the person has said this, and does not only begin to. */
export const isSaid = (frame: PersonFrame): frame is Extract<PersonFrame, { type: "prompt" }> =>
  frame.type === "prompt" && frame.last;

import { z } from "zod";

/** What the process of the models is asked, one line each; sound is 16-bit samples in Base64. */
export const speechRequest = z.discriminatedUnion("kind", [
  z.object({
    id: z.number(),
    kind: z.literal("load"),
    files: z.object({
      heard: z.string(),
      heardDecoder: z.string(),
      spoken: z.string(),
      spokenSettings: z.string(),
    }),
    espeak: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("program"), command: z.string() }),
      z.object({ kind: z.literal("library"), command: z.string(), args: z.array(z.string()) }),
    ]),
  }),
  z.object({ id: z.number(), kind: z.literal("load_turn_end"), file: z.string() }),
  z.object({ id: z.number(), kind: z.literal("hear"), sound: z.string() }),
  z.object({ id: z.number(), kind: z.literal("turn_end"), sound: z.string() }),
  z.object({
    id: z.number(),
    kind: z.literal("speak"),
    text: z.string(),
    language: z.string(),
    speed: z.number(),
    sampleRate: z.number(),
  }),
]);

export type SpeechRequest = z.output<typeof speechRequest>;

export const speechAnswer = z.object({
  id: z.number(),
  text: z.string().optional(),
  sound: z.string().optional(),
  likelihood: z.number().optional(),
  error: z.string().optional(),
});

export type SpeechAnswer = z.output<typeof speechAnswer>;

export const packSound = (samples: Int16Array): string =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString("base64");

export const unpackSound = (packed: string): Int16Array => {
  const bytes = Buffer.from(packed, "base64");
  return new Int16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength - (bytes.byteLength % 2)),
  );
};

import { z } from "zod";
import { textViewSchema } from "../telephony/simulator/simulator.texts.ts";
import { TEXT_ANSWERS } from "./script.ts";

/** One `POST /v1/texts`, with any result; and a text that came in. */
export const recordedTextSchema = z.object({
  received_at_ms: z.number(),
  answer: z.enum([...TEXT_ANSWERS, "duplicate", "came_in"]),
  request: z.object({
    idempotency_key: z.string(),
    account: z.string(),
    to: z.string(),
    from: z.string(),
    /** Journals of earlier versions lack it. */
    body: z.string().default(""),
  }),
  /** The text that it made; null: none. */
  text: textViewSchema.nullable(),
});
export type RecordedText = z.infer<typeof recordedTextSchema>;

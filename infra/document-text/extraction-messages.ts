import { z } from "zod";
import { documentPart } from "../../domain/document/blocks.ts";

/** What an extraction says, a line each. */
export const extractionMessage = z.union([
  z.object({ part: documentPart, lastPage: z.number().int().nullable() }),
  z.object({ pages: z.number().int() }),
  /** The file cannot be read, ever: a sentence for whoever uploaded it. */
  z.object({ fault: z.string() }),
  /** The file is read to its end; what the process holds then. */
  z.object({ residentBytes: z.number() }),
]);
export type ExtractionMessage = z.output<typeof extractionMessage>;
export type ExtractedText = Exclude<ExtractionMessage, { fault: string } | { residentBytes: number }>;

/** What it is asked, a line for each file. */
export const extractionRequest = z.object({
  file: z.string(),
  type: z.enum(["pdf", "docx", "xlsx", "pptx", "html", "md", "txt", "csv", "json"]),
  /** Parts that are there already, and what holds behind them. */
  skipParts: z.number().int(),
  fromPage: z.number().int(),
  headings: documentPart.shape.headings,
});
export type ExtractionRequest = z.output<typeof extractionRequest>;

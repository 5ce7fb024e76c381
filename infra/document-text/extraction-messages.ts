import { z } from "zod";
import { documentPart } from "../../domain/document/blocks.ts";
import { foundInFile } from "../../domain/document/document-findings.ts";
import { DOCUMENT_TYPES } from "../../domain/document/document-type.ts";
import { FILE_WARNING_CODES } from "../../domain/file/file-warning.ts";
import { TEXT_ENCODINGS } from "../../domain/file/text-encoding.ts";

const fileWarning = z.object({
  code: z.enum(FILE_WARNING_CODES),
  count: z.number().int(),
  detail: z.string().nullable(),
});

/** The messages of an extraction, one a line. */
export const extractionMessage = z.union([
  z.object({ part: documentPart, lastPage: z.number().int().nullable() }),
  z.object({ found: foundInFile }),
  z.object({ warnings: z.array(fileWarning) }),
  /** The file can never be read; the fault is a sentence for the person who uploaded it. */
  z.object({ fault: z.string() }),
  /** The file was read to its end; the number is the memory that the process then uses. */
  z.object({ residentBytes: z.number() }),
]);
export type ExtractionMessage = z.output<typeof extractionMessage>;
export type ExtractedText = Exclude<ExtractionMessage, { fault: string } | { residentBytes: number }>;

/** The request for a file, one a line. */
export const extractionRequest = z.object({
  file: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  /** The encoding of a text, as the request names it; null or absent: it is found. */
  encoding: z.enum(TEXT_ENCODINGS).nullish(),
  /** Parts that are stored already, and the headings in force after them. */
  skipParts: z.number().int(),
  fromPage: z.number().int(),
  headings: documentPart.shape.headings,
});
export type ExtractionRequest = z.output<typeof extractionRequest>;

import type { FoundInFile } from "../../domain/document/document-findings.ts";
import { type Decoding, FIND_ENCODING } from "../text-encoding/decode-text.ts";

/** How a document is read, and who is told what else was found in it. */
export interface FileReading extends Decoding {
  onFound(found: FoundInFile): void;
}

/** Nothing is known about the file, and nobody asks what was found. */
export const PLAIN_READING: FileReading = { ...FIND_ENCODING, onFound: () => {} };

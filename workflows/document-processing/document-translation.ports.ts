import type { DocumentAddress } from "./document-processing.contract.ts";
import type { TranslationProgress } from "./document-translation.contract.ts";

/** Each may run twice; a permanent fault fails it with a sentence. */
export interface DocumentTranslationActivities {
  /** Returns the progress of the translation; null: there is none to make. */
  readTranslation(document: DocumentAddress): Promise<TranslationProgress | null>;
  /** Translates one part from the source's language, unless it is translated already. */
  translatePart(part: DocumentAddress & { ordinal: number }): Promise<void>;
  /** Writes the file of the whole translation, after which the document waits to be processed. */
  writeTranslation(document: DocumentAddress): Promise<void>;
  failTranslation(document: DocumentAddress & { error: string }): Promise<void>;
}

import type { DocumentAddress } from "./document-processing.contract.ts";
import type { TranslationProgress } from "./document-translation.contract.ts";

/** Each may run twice; each fails for good, with a sentence, for what no further try can change. */
export interface DocumentTranslationActivities {
  /** How far the translation is; null: there is none to make. */
  readTranslation(document: DocumentAddress): Promise<TranslationProgress | null>;
  /** One part, from the source's language into its own, unless it is there. */
  translatePart(part: DocumentAddress & { ordinal: number }): Promise<void>;
  /** The file of the whole; the document waits to be read from then on. */
  writeTranslation(document: DocumentAddress): Promise<void>;
  failTranslation(document: DocumentAddress & { error: string }): Promise<void>;
}

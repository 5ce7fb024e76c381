/** A file that no further try can read; the message is a sentence for the person who uploaded it. */
export class DocumentTextError extends Error {
  override readonly name = "DocumentTextError";
}

/** A file that no retry can read; the message is a sentence for the person who uploaded it. */
export class DocumentTextError extends Error {
  override readonly name = "DocumentTextError";
}

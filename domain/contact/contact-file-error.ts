/** A file that cannot be read at all; the message is a sentence for the person who uploaded it. */
export class ContactFileError extends Error {
  override readonly name = "ContactFileError";
}

/** One row of a contact file, header included. Rows without any value are left out. */
export interface FileRow {
  /** The position of the row in the file, from 1: a line of a CSV file, a row of a sheet. */
  line: number;
  values: string[];
}

/** A file that cannot be read at all; the message is a sentence for the person who uploaded it. */
export class ContactFileError extends Error {
  override readonly name = "ContactFileError";
}

/** One row of a contact file as it stands there, its header among them. Rows without any value are left out. */
export interface FileRow {
  /** Where the row begins in the file, from 1: a line of a CSV file, a row of a sheet. */
  line: number;
  values: string[];
}

/**
 * How the rows about a person are found: by the person's number, by the runs that they were called or called in, by what hangs on
 * those runs, or by documents that name them.
 */
export type FoundBy = "number" | "run" | "delivery" | "scenario" | "document" | "document_version";

/**
 * What erasure leaves of a row. `removed`: nothing. A record: by column, an SQL expression of what is written instead, or MARK. A sentence under
 * `elsewhere`: another step deals with it, and how.
 */
export type Erased =
  | "removed"
  | { readonly emptied: Readonly<Record<string, string>>; readonly also?: Readonly<Record<string, string>> }
  | { readonly elsewhere: string; readonly columns: readonly string[] };

/** What is written in the place of a number: its mark, by which it is known again. */
export const MARK = "the mark of the number";

/** What the columns of one table hold. Each column is in exactly one of the lists, but that a row's own text may also name others. */
export interface TableData {
  /** The rows of one person. */
  person?: {
    readonly by: FoundBy;
    /** The column by which they are found; SQL, of one column or more. */
    readonly column: string;
    /** What of a row is the person's. */
    readonly columns: readonly string[];
    readonly erased: Erased;
  };
  /** Free text and JSON in which anybody may be named: where it is, the name is blotted out. */
  readonly mentions?: readonly string[];
  /** About the organization's own people: it goes with their membership. */
  readonly members?: readonly string[];
  /** Nothing of a person. */
  readonly none: readonly string[];
}

/** Splits a list of columns. */
export const columns = (list: string): readonly string[] => list.split(" ");

import { writeCanonicalJson } from "./canonical-json.ts";

/** So many entries are read at once. */
export const MOST_ENTRIES = 1000;

/** An entry with its place in the tree. */
export interface Entry {
  index: number;
  kind: string;
  /** ISO 8601, of the database's clock. */
  at: string;
  /** `user:7`, `api_key:12`, `campaign:3`, `agent:5` or `system`. */
  actor: string;
  /** The pseudonym of the person whom it is about. */
  person?: string | undefined;
  facts: object;
}

/** The version of the form of entries. */
const VERSION = 1;

/** Returns the entry's one form (RFC 8785); its bytes in UTF-8 are the leaf of the tree. */
export const writeEntry = (entry: Entry): string => writeCanonicalJson({ v: VERSION, ...entry });

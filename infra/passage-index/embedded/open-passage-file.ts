import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { getLoadablePath } from "sqlite-vec";
import { PassageIndexError } from "../passage-index.ts";

/** How long one process waits for another that writes to the same file. */
const BUSY_TIMEOUT_MS = 10_000;

/** Five vectors of 1,536 numbers fill a page. */
const SETTINGS = `
  pragma page_size = 32768;
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma cache_size = -16384;
  pragma mmap_size = 1073741824;`;

/**
 * A passage's key holds its edition's key in the bits above the lowest twenty: which edition a word or a vector belongs to
 * is seen without looking it up. `words` holds no text of its own; accents and vowel signs belong to words, and the terms
 * are made before (`terms.ts`). Vectors are not beside the texts, which a scan would have to pass over.
 */
export const PASSAGE_BITS = 20;

const TABLES = `
  create table if not exists editions (
    key integer primary key,
    document_uuid text not null,
    version integer not null,
    model text not null,
    scope text not null,
    is_current integer not null default 0,
    unique (document_uuid, version, model)
  ) strict;
  create table if not exists passages (
    key integer primary key,
    model text not null,
    id text not null,
    chunk_index integer not null,
    text text not null,
    context text not null,
    unique (model, id)
  ) strict;
  create table if not exists vectors (
    passage_key integer primary key,
    vector blob not null
  ) strict;
  create virtual table if not exists words using fts5 (
    terms, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc Me'"
  );`;

/** Opens an organization's file, and makes it when it is new. Several processes may have it open. */
export const openPassageFile = (file: string): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { allowExtension: true, timeout: BUSY_TIMEOUT_MS });
  try {
    loadVectors(database);
    database.exec(SETTINGS);
    inTransaction(database, () => database.exec(TABLES));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const loadVectors = (database: DatabaseSync): void => {
  try {
    database.loadExtension(getLoadablePath());
    database.enableLoadExtension(false);
  } catch (error) {
    throw new PassageIndexError(
      "refused",
      "The embedded passage index needs sqlite-vec, which cannot be loaded on this machine; set ELASTICSEARCH_URL",
      { cause: error },
    );
  }
};

/** All of it or nothing. The lock on writing is taken at once: a reader that turns writer could not wait for one. */
export const inTransaction = (database: DatabaseSync, work: () => void): void => {
  database.exec("begin immediate");
  try {
    work();
    database.exec("commit");
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
};

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** A statement of the program's own text, made once for each file that is open. */
export const prepared = (database: DatabaseSync, text: string): StatementSync => {
  const known = statements.get(database) ?? new Map<string, StatementSync>();
  statements.set(database, known);
  const statement = known.get(text) ?? database.prepare(text);
  known.set(text, statement);
  return statement;
};

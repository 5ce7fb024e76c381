import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { getLoadablePath } from "sqlite-vec";
import { PassageIndexError } from "../passage-index.ts";

/** How long a process waits for another one that writes to the same file. */
const BUSY_TIMEOUT_MS = 10_000;

/** A page of this size holds five vectors of 1,536 numbers. What is deleted is overwritten, so that nobody finds it in the file. */
const SETTINGS = `
  pragma page_size = 32768;
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma secure_delete = on;
  pragma cache_size = -16384;
  pragma mmap_size = 1073741824;`;

/**
 * A passage's key holds its edition's key in the bits above the lowest twenty, so that the edition of a word or a
 * vector is known without a look-up. `words` stores no text of its own; accents and vowel signs belong to words, and
 * the terms are computed before (`terms.ts`). Vectors are stored apart from texts, so that a scan does not read the
 * texts.
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

/** Opens an organization's file, and creates it when it is new. Several processes may have it open. */
export const openPassageFile = (file: string): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { allowExtension: true, timeout: BUSY_TIMEOUT_MS });
  try {
    loadVectors(database);
    database.exec(SETTINGS);
    runInTransaction(database, () => database.exec(TABLES));
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

/**
 * Runs the work in a transaction. It takes the write lock at once, because a reader that starts to write could not wait
 * for it.
 */
export const runInTransaction = (database: DatabaseSync, work: () => void): void => {
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

/** Returns a prepared statement of the program's own text, made once for each open file. */
export const prepareStatement = (database: DatabaseSync, text: string): StatementSync => {
  const known = statements.get(database) ?? new Map<string, StatementSync>();
  statements.set(database, known);
  const statement = known.get(text) ?? database.prepare(text);
  known.set(text, statement);
  return statement;
};

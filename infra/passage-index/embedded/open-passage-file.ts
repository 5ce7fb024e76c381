import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getLoadablePath } from "sqlite-vec";
import { PassageIndexError } from "../passage-index.ts";

/** How long one process waits for another that writes to the same file. */
const BUSY_TIMEOUT_MS = 10_000;

/** Five vectors of 1,536 numbers fill a page. */
const SETTINGS = `
  pragma page_size = 32768;
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma foreign_keys = on;
  pragma cache_size = -16384;
  pragma mmap_size = 1073741824;`;

/**
 * `words` holds no text of its own. Accents and vowel signs belong to words; the terms are made before (`terms.ts`).
 * `fetches` of a vector must not read the text beside it, so they are in tables of their own.
 */
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
    edition_key integer not null references editions (key),
    model text not null,
    id text not null,
    chunk_index integer not null,
    text text not null,
    context text not null,
    unique (model, id)
  ) strict;
  create index if not exists passages_of_edition on passages (edition_key);
  create table if not exists vectors (
    passage_key integer primary key,
    edition_key integer not null,
    vector blob not null
  ) strict;
  create index if not exists vectors_of_edition on vectors (edition_key);
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

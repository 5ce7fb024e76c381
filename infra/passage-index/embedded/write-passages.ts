import type { DatabaseSync } from "node:sqlite";
import { buildSearchableText } from "../../../domain/document/searchable-text.ts";
import { joinTerms, listTerms } from "../../../domain/document/terms.ts";
import type { Edition, Passage } from "../passage-index.ts";
import { buildScopeKey } from "../scope-key.ts";
import { PASSAGE_BITS, prepareStatement, runInTransaction } from "./open-passage-file.ts";

/** The largest number removed at once, for which a search has to wait. */
const REMOVED_AT_ONCE = 200;

export const putPassages = (database: DatabaseSync, passages: readonly Passage[]): void =>
  runInTransaction(database, () => {
    for (const ofEdition of splitByEdition(passages)) putIntoEdition(database, ofEdition);
  });

/** Splits passages by edition; mostly all belong to one. */
const splitByEdition = (passages: readonly Passage[]): [Passage, ...Passage[]][] => {
  const groups: [Passage, ...Passage[]][] = [];
  for (const passage of passages) {
    const last = groups.at(-1);
    if (last && isSameEdition(last[0], passage)) last.push(passage);
    else groups.push([passage]);
  }
  return groups;
};

/** Tells whether both belong to one edition of a document, scope included. */
const isSameEdition = (one: Passage, other: Passage): boolean =>
  one.documentUuid === other.documentUuid &&
  one.version === other.version &&
  one.model === other.model &&
  buildScopeKey(one.scope) === buildScopeKey(other.scope);

/**
 * Writes passages of one edition. Its state is read once and not for each passage, because texts are short and each
 * statement costs as much as one.
 */
const putIntoEdition = (database: DatabaseSync, passages: readonly [Passage, ...Passage[]]): void => {
  const [{ model }] = passages;
  let key = lastKeyOf(database, keysOf(editionOf(database, passages[0])));
  // The last of several passages with one id counts.
  const newest = new Map(passages.map((passage) => [passage.id, passage]));
  deletePassages(database, "select key from passages where model = ? and id in (select value from json_each(?))", [
    model,
    JSON.stringify([...newest.keys()]),
  ]);
  for (const passage of newest.values()) {
    key += 1n;
    putPassage(database, passage, key);
  }
};

const lastKeyOf = (database: DatabaseSync, { $first, $last }: ReturnType<typeof keysOf>): bigint => {
  const select = "select max(key) as key from passages where key between ? and ?";
  const last = prepareStatement(database, select).get($first, $last)?.["key"] ?? null;
  return last === null ? $first : BigInt(Number(last));
};

const putPassage = (database: DatabaseSync, passage: Passage, key: bigint): void => {
  prepareStatement(
    database,
    "insert into passages (key, model, id, chunk_index, text, context) values (?, ?, ?, ?, ?, ?)",
  ).run(key, passage.model, passage.id, passage.ordinal, passage.text, passage.context);
  const terms = passage.terms ?? joinTerms(listTerms(buildSearchableText(passage)));
  prepareStatement(database, "insert into words (rowid, terms) values (?, ?)").run(key, terms);
  if (passage.vector.every((value) => value === 0)) return;
  prepareStatement(database, "insert into vectors (passage_key, vector) values (?, ?)").run(
    key,
    encodeVector(passage.vector),
  );
};

/** Returns the range of keys of an edition's passages. */
const keysOf = (editionKey: number) => {
  const first = BigInt(editionKey) << BigInt(PASSAGE_BITS);
  return { $first: first, $last: first + (1n << BigInt(PASSAGE_BITS)) - 1n };
};

const editionOf = (database: DatabaseSync, passage: Passage): number => {
  const { documentUuid, version, model, scope } = passage;
  const row = prepareStatement(
    database,
    `insert into editions (document_uuid, version, model, scope) values (?, ?, ?, ?)
       on conflict (document_uuid, version, model) do update set scope = excluded.scope returning key`,
  ).get(documentUuid, version, model, buildScopeKey(scope));
  return Number(row?.["key"]);
};

export const makeEditionCurrent = (database: DatabaseSync, { documentUuid, version, model }: Edition): void =>
  runInTransaction(database, () => {
    database
      .prepare("update editions set is_current = (version = ? and model = ?) where document_uuid = ?")
      .run(version, model, documentUuid);
  });

/**
 * Removes some of a document's passages; returns whether that was all. From the first call on readers find none of
 * those to be removed.
 */
export const removeDocument = (
  database: DatabaseSync,
  { documentUuid, except }: { documentUuid: string; except?: Edition },
): boolean => {
  let room = REMOVED_AT_ONCE;
  runInTransaction(database, () => {
    const editions = prepareStatement(
      database,
      `update editions set is_current = 0 where document_uuid = ? and not (version = ? and model = ?) returning key`,
    ).all(documentUuid, except?.version ?? null, except?.model ?? "");
    for (const { key = null } of editions) {
      const { $first, $last } = keysOf(Number(key));
      const some = "select key from passages where key between ? and ? order by key limit ?";
      if (room > 0) room -= deletePassages(database, some, [$first, $last, room]);
      if (room > 0) prepareStatement(database, "delete from editions where key = ?").run(key);
    }
  });
  return room > 0;
};

/** Removes single passages of a document, whichever edition they are of. */
export const forgetPassages = (
  database: DatabaseSync,
  { documentUuid, ids }: { documentUuid: string; ids: readonly string[] },
): void =>
  runInTransaction(database, () => {
    const editions = prepareStatement(database, "select key, model from editions where document_uuid = ?").all(
      documentUuid,
    );
    for (const { key = null, model = null } of editions) {
      const { $first, $last } = keysOf(Number(key));
      deletePassages(
        database,
        "select key from passages where model = ? and id in (select value from json_each(?)) and key between ? and ?",
        [String(model), JSON.stringify(ids), $first, $last],
      );
    }
  });

/**
 * Takes the traces of a removed document out of the file: words whose passages are gone stay in the index of words until it is merged, and
 * pages of the log until it is written back. A reader that stands in the way delays it until the next removal.
 */
export const sweepTraces = (database: DatabaseSync): void => {
  database.exec("insert into words (words) values ('optimize')");
  database.exec("pragma wal_checkpoint(truncate)");
};

type Value = null | number | bigint | string | Uint8Array;

/** Removes the passages whose keys a query returns from every table; returns how many they were. */
const deletePassages = (database: DatabaseSync, keys: string, values: Value[]): number => {
  prepareStatement(database, `delete from words where rowid in (${keys})`).run(...values);
  prepareStatement(database, `delete from vectors where passage_key in (${keys})`).run(...values);
  return Number(prepareStatement(database, `delete from passages where key in (${keys})`).run(...values).changes);
};

/** Encodes a vector as little-endian 32-bit floats, as sqlite-vec reads them. */
export const encodeVector = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

import type { DatabaseSync } from "node:sqlite";
import type { Edition, Passage } from "../passage-index.ts";
import { scopeKey } from "../scope-key.ts";
import { searchableText } from "../searchable-text.ts";
import { termsOf } from "../terms.ts";
import { inTransaction, PASSAGE_BITS } from "./open-passage-file.ts";

export const putPassages = (database: DatabaseSync, passages: readonly Passage[]): void =>
  inTransaction(database, () => {
    for (const passage of passages) putPassage(database, passage);
  });

const putPassage = (database: DatabaseSync, passage: Passage): void => {
  const editionKey = editionOf(database, passage);
  const { model, id } = passage;
  const before = database.prepare("select key from passages where model = ? and id = ?").get(model, id);
  if (before) forget(database, "select ?", [before["key"] ?? null]);
  const { lastInsertRowid: key } = database
    .prepare(
      `insert into passages (key, model, id, chunk_index, text, context)
       values ((select coalesce(max(key), $first) + 1 from passages where key between $first and $last),
               $model, $id, $chunkIndex, $text, $context)`,
    )
    .run({
      ...keysOf(editionKey),
      $model: model,
      $id: id,
      $chunkIndex: passage.chunkIndex,
      $text: passage.text,
      $context: passage.context,
    });
  const terms = termsOf(searchableText(passage)).map(({ term }) => term);
  database.prepare("insert into words (rowid, terms) values (?, ?)").run(key, terms.join(" "));
  if (passage.vector.every((value) => value === 0)) return;
  database.prepare("insert into vectors (passage_key, vector) values (?, ?)").run(key, bytesOf(passage.vector));
};

/** The keys that an edition's passages may have. */
const keysOf = (editionKey: number) => {
  const first = BigInt(editionKey) << BigInt(PASSAGE_BITS);
  return { $first: first, $last: first + (1n << BigInt(PASSAGE_BITS)) - 1n };
};

const editionOf = (database: DatabaseSync, passage: Passage): number => {
  const { documentUuid, version, model, scope } = passage;
  const row = database
    .prepare(
      `insert into editions (document_uuid, version, model, scope) values (?, ?, ?, ?)
       on conflict (document_uuid, version, model) do update set scope = excluded.scope returning key`,
    )
    .get(documentUuid, version, model, scopeKey(scope));
  return Number(row?.["key"]);
};

export const makeEditionCurrent = (database: DatabaseSync, { documentUuid, version, model }: Edition): void =>
  inTransaction(database, () => {
    database
      .prepare("update editions set is_current = (version = ? and model = ?) where document_uuid = ?")
      .run(version, model, documentUuid);
  });

export const removeDocument = (
  database: DatabaseSync,
  { documentUuid, except }: { documentUuid: string; except?: Edition },
): void =>
  inTransaction(database, () => {
    const editions = database
      .prepare("select key from editions where document_uuid = ? and not (version = ? and model = ?)")
      .all(documentUuid, except?.version ?? null, except?.model ?? "");
    for (const { key = null } of editions) {
      const { $first, $last } = keysOf(Number(key));
      forget(database, "select key from passages where key between ? and ?", [$first, $last]);
      database.prepare("delete from editions where key = ?").run(key);
    }
  });

type Value = null | number | bigint | string | Uint8Array;

/** Passages whose keys a query gives, everywhere. */
const forget = (database: DatabaseSync, keys: string, values: Value[]): void => {
  database.prepare(`delete from words where rowid in (${keys})`).run(...values);
  database.prepare(`delete from vectors where passage_key in (${keys})`).run(...values);
  database.prepare(`delete from passages where key in (${keys})`).run(...values);
};

/** Little-endian 32-bit floats, as sqlite-vec reads them. */
export const bytesOf = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

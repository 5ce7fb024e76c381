import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type WrittenContact, withoutRepeats } from "../../../domain/contact/contact-import.ts";
import { addWarnings, type FileWarning } from "../../../domain/file/file-warning.ts";
import { classifyForColumn } from "../../../domain/number/number-kinds.ts";
import type { Database } from "../database.ts";
import { runInOrganizationClient } from "../organization-client.ts";
import type { ContactImport } from "./contact-import.entity.ts";
import type { ContactImportFault } from "./contact-import.repository.ts";

/** The contents of the file's rows from `position` on. */
export interface ContactBatch {
  position: number;
  rowCount: number;
  contacts: WrittenContact[];
  warnings: FileWarning[];
  faults: ContactImportFault[];
}

export interface ImportCounters {
  totalRows: number;
  imported: number;
  updated: number;
  skipped: number;
  invalid: number;
}

/**
 * Merges one batch: contacts, the list's count, faults, counters and position change together or not at all, so that a
 * repeated import continues after the last batch. Null: the list was deleted. Throws when the import has ended or
 * another process has merged this batch.
 *
 * A commit does not wait for the disk: a server that dies may lose the newest batches, each with its position, and they
 * are merged again. The end of the import waits, and with it everything before it in the server's log is on disk.
 *
 * `meanwhile` is called once the long statement is on its way.
 */
export const mergeContacts = (
  database: Database,
  running: ContactImport,
  { batch, meanwhile = () => {} }: { batch: ContactBatch; meanwhile?: () => void },
): Promise<ImportCounters | null> =>
  runInOrganizationClient(database, running.organization_id, async (client) => {
    await client.query("set local synchronous_commit = off");
    // The list's lock comes first, as at its deletion; imports into one list merge one after another.
    const list = await client.query("select 1 from contact_lists where id = $1 for no key update", [
      running.contact_list_id,
    ]);
    if (list.rowCount === 0) return null;
    const at = await client.query<{ position: number; status: string; warnings: FileWarning[] }>(
      "select position, status, warnings from contact_imports where id = $1 for update",
      [running.id],
    );
    const { position, status, warnings = [] } = at.rows[0] ?? {};
    if (position !== batch.position || status !== "processing")
      throw new Error(`import ${running.id} goes on elsewhere or has ended`);
    const { contacts, shared } = withoutRepeats(batch.contacts, running.on_duplicate);
    await copyToBatchTable(client, contacts);
    const sharedBefore = batch.position === 0 ? 0 : await countShared(client, running);
    const merging = mergeBatchTable(client, running);
    meanwhile();
    const imported = await merging;
    await client.query("update contact_lists set contact_count = contact_count + $2 where id = $1", [
      running.contact_list_id,
      imported,
    ]);
    await writeFaults(client, running, batch.faults);
    const repeated = batch.contacts.length - imported;
    const all = addWarnings(warnings, batch.warnings, [
      {
        code: "shared_number",
        count: shared + sharedBefore,
        detail: running.on_duplicate === "skip" ? "first" : "last",
      },
    ]);
    return advance(client, running, { batch, imported, repeated, warnings: all });
  });

/** Counts rows of the batch whose number an earlier batch of this import has under another name. */
const countShared = async (client: PoolClient, running: ContactImport): Promise<number> => {
  // The limit keeps the plan at one look into the index for each row, however long the list is.
  const { rows } = await client.query<{ shared: number }>(
    `select count(*) as shared from import_batch b cross join lateral (
       select from contacts c
       where c.contact_list_id = $1 and c.phone_number = b.phone_number and c.import_id = $2 and c.name <> b.name
       limit 1
     ) as same`,
    [running.contact_list_id, running.id],
  );
  return rows[0]?.shared ?? 0;
};

const copyToBatchTable = async (client: PoolClient, contacts: WrittenContact[]) => {
  await client.query(
    "create temporary table import_batch (phone_number text, name text, timezone text, priority integer, attributes jsonb, number_class text) on commit drop",
  );
  const target = client.query(copyFrom("copy import_batch from stdin"));
  await pipeline(Readable.from(copyPieces(contacts), { highWaterMark: 1 }), target);
};

/** Wide rows take a while to write, so other work of this process gets a turn after each piece. */
const CONTACTS_PER_PIECE = 100;

async function* copyPieces(contacts: WrittenContact[]): AsyncGenerator<Buffer> {
  for (let from = 0; from < contacts.length; from += CONTACTS_PER_PIECE) {
    const piece = contacts.slice(from, from + CONTACTS_PER_PIECE);
    yield Buffer.from(piece.map(copyLine).join(""));
    await nextTurn();
  }
}

const copyLine = ({ phoneNumber, name, timezone, priority, attributes }: WrittenContact): string =>
  `${[phoneNumber, name, timezone, priority === null ? null : String(priority), attributes, classifyForColumn(phoneNumber)].map(copyField).join("\t")}\n`;

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const copyField = (value: string | null): string =>
  value === null ? "\\N" : value.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);

/** Merges the batch and returns the number of new contacts. */
const mergeBatchTable = async (client: PoolClient, running: ContactImport): Promise<number> => {
  const onConflict = running.on_duplicate === "skip" ? "nothing" : UPDATE_CONTACT;
  const { rows } = await client.query<{ imported: number }>(
    `with merged as (
       insert into contacts as c
         (organization_id, contact_list_id, phone_number, name, timezone, priority, attributes, number_class, import_id)
       select $1::bigint, $2::bigint, phone_number, name, timezone, priority, attributes, number_class, $3::bigint
       from import_batch
       on conflict (contact_list_id, phone_number) do ${onConflict}
       returning c.xmax = 0 as inserted
     )
     select count(*) filter (where inserted) as imported from merged`,
    [running.organization_id, running.contact_list_id, running.id],
  );
  return rows[0]?.imported ?? 0;
};

// Fields that the file leaves empty are not changed.
const UPDATE_CONTACT = `update set
  name = coalesce(excluded.name, c.name),
  timezone = coalesce(excluded.timezone, c.timezone),
  priority = coalesce(excluded.priority, c.priority),
  attributes = c.attributes || excluded.attributes,
  number_class = excluded.number_class,
  import_id = excluded.import_id`;

const writeFaults = async (client: PoolClient, running: ContactImport, faults: ContactImportFault[]) => {
  if (faults.length === 0) return;
  await client.query(
    `insert into contact_import_errors (organization_id, import_id, line, value, reason)
     select $1, $2, line, value, reason
     from unnest($3::bigint[], $4::text[], $5::text[]) as fault (line, value, reason)
     on conflict do nothing`,
    [
      running.organization_id,
      running.id,
      faults.map((f) => f.line),
      faults.map((f) => f.value),
      faults.map((f) => f.reason),
    ],
  );
};

interface MergedBatch {
  batch: ContactBatch;
  imported: number;
  repeated: number;
  /** Of all batches until now. */
  warnings: FileWarning[];
}

const advance = async (
  client: PoolClient,
  running: ContactImport,
  { batch, imported, repeated, warnings }: MergedBatch,
): Promise<ImportCounters> => {
  const skips = running.on_duplicate === "skip";
  const { rows } = await client.query<ImportCounters>(
    `update contact_imports set
       position = position + $2, total_rows = total_rows + $2, imported = imported + $3,
       updated = updated + $4, skipped = skipped + $5, invalid = invalid + $6, warnings = $7
     where id = $1
     returning total_rows as "totalRows", imported, updated, skipped, invalid`,
    [
      running.id,
      batch.rowCount,
      imported,
      skips ? 0 : repeated,
      skips ? repeated : 0,
      batch.faults.length,
      JSON.stringify(warnings),
    ],
  );
  const counters = rows[0];
  if (!counters) throw new Error(`import ${running.id} vanished under its lock`);
  return counters;
};

import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { stringify } from "csv-stringify/sync";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.entity.ts";
import { type ContactImportFault, listImportFaults } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { ImportDependencies } from "./import-dependencies.ts";

const FAULTS_PER_PAGE = 500;
/** Other work of the worker gets a turn after each piece. */
const FAULTS_PER_PIECE = 100;

/** Streams the bad rows of an import, with line and reason, into the object store; returns the key. */
export const writeFaultFile = async (
  { database, objectStore }: ImportDependencies,
  row: ContactImport,
): Promise<string> => {
  const key = `org-${row.organization_id}/imports/${row.id}-errors.csv`;
  const pages = pagesOf((afterLine) =>
    database.inOrganization(row.organization_id, (tx) =>
      listImportFaults(tx, row.id, { afterLine, limit: FAULTS_PER_PAGE }),
    ),
  );
  await objectStore.put(key, Readable.from(pages, { objectMode: false }), "text/csv; charset=utf-8");
  return key;
};

async function* pagesOf(read: (afterLine: number) => Promise<ContactImportFault[]>): AsyncGenerator<Buffer> {
  yield Buffer.from("line,value,reason\n");
  for (let afterLine = 0; ; ) {
    const faults = await read(afterLine);
    if (faults.length === 0) return;
    for (let from = 0; from < faults.length; from += FAULTS_PER_PIECE) {
      yield formatFaults(faults.slice(from, from + FAULTS_PER_PIECE));
      await nextTurn();
    }
    afterLine = faults.at(-1)?.line ?? afterLine;
  }
}

/** Any value is possible, also a formula for the spreadsheet that opens the file. */
const formatFaults = (faults: ContactImportFault[]): Buffer =>
  Buffer.from(stringify(faults, { columns: ["line", "value", "reason"], escape_formulas: true }));

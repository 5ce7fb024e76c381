import { createInterface } from "node:readline";
import { excerptMentions, listTexts } from "../../domain/privacy/mention-excerpt.ts";
import { buildMentionPattern, listOwnEmails } from "../../domain/privacy/person.ts";
import type { ObjectStore } from "../../infra/object-store/object-store.ts";
import type { Database } from "../../infra/postgres/database.ts";
import { listMentionTables } from "../../infra/postgres/privacy/blot-mentions.ts";
import {
  type ExportedRow,
  listExportedTables,
  readMentions,
  readRowsOf,
} from "../../infra/postgres/privacy/exported-rows.repository.ts";
import {
  listDocumentsNaming,
  listNamesOfDocuments,
  listRunsOf,
} from "../../infra/postgres/privacy/find-person.repository.ts";
import type { FoundPerson } from "../../infra/postgres/privacy/found-by.ts";
import { listFaultFiles } from "../../infra/postgres/privacy/objects.repository.ts";
import type { ErasedPerson } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

export interface PersonDataDependencies {
  database: Pick<Database, "inOrganization">;
  objectStore: Pick<ObjectStore, "read" | "size">;
  secrets: SecretBox;
}

/** A person whose data is read. */
export interface PersonToRead {
  organizationId: number;
  person: ErasedPerson;
}

/** Rows of one place; a place comes in one part or several, which follow each other. */
export interface DataPart {
  place: string;
  rows: readonly ExportedRow[];
}

/** So many calls are read at once: memory does not grow with their number. */
const RUNS_AT_ONCE = 10;

/** Reads everything that the list of places names, place by place. */
export async function* readPersonData(
  deps: PersonDataDependencies,
  { organizationId, person }: PersonToRead,
): AsyncGenerator<DataPart> {
  const runIds = await deps.database.inOrganization(organizationId, (tx) =>
    listRunsOf(tx, { numbers: person.numbers, emails: listOwnEmails(person) }),
  );
  const found: FoundPerson = { organizationId, numbers: person.numbers, runIds, documentUuids: [] };
  yield* readOwnRows(deps, found);
  const pattern = buildMentionPattern(person.own);
  if (pattern === null) return;
  yield* readOthersText(deps, found, pattern);
  yield* readDocuments(deps, organizationId, pattern);
  const withoutNames = buildMentionPattern({ ...person.own, names: [] });
  if (withoutNames !== null) yield* readFaultFiles(deps, organizationId, new RegExp(withoutNames, "i"));
}

async function* readOwnRows(
  { database, secrets }: PersonDataDependencies,
  found: FoundPerson,
): AsyncGenerator<DataPart> {
  for (const place of listExportedTables()) {
    const parts = place.place.by === "number" ? [found] : splitByRuns(found);
    for (const person of parts) {
      const rows = await database.inOrganization(found.organizationId, (tx) =>
        readRowsOf(tx, secrets, { place, person }),
      );
      if (rows.length > 0) yield { place: place.table, rows };
    }
  }
}

const splitByRuns = (found: FoundPerson): FoundPerson[] =>
  Array.from({ length: Math.ceil(found.runIds.length / RUNS_AT_ONCE) }, (_, at) => ({
    ...found,
    runIds: found.runIds.slice(at * RUNS_AT_ONCE, (at + 1) * RUNS_AT_ONCE),
  }));

/** Text of others that names the person: only the sentences that do. */
async function* readOthersText(
  { database }: PersonDataDependencies,
  found: FoundPerson,
  pattern: string,
): AsyncGenerator<DataPart> {
  const names = new RegExp(pattern, "i");
  for (const { table, columns } of listMentionTables()) {
    const inTransaction: Parameters<typeof readMentions>[0] = (work) =>
      database.inOrganization(found.organizationId, work);
    for await (const rows of readMentions(inTransaction, { table, columns, pattern }, found)) {
      const excerpts = rows.flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) =>
          listTexts(value)
            .flatMap((text) => excerptMentions(text, names))
            .map((text) => ({ column, text })),
        ),
      );
      if (excerpts.length > 0) yield { place: `${table}_mentions`, rows: excerpts };
    }
  }
}

async function* readDocuments(
  { database }: PersonDataDependencies,
  organizationId: number,
  pattern: string,
): AsyncGenerator<DataPart> {
  const rows = await database.inOrganization(organizationId, async (tx) =>
    listNamesOfDocuments(tx, await listDocumentsNaming(tx, pattern)),
  );
  if (rows.length > 0) yield { place: "documents", rows: rows.map((row) => ({ ...row })) };
}

async function* readFaultFiles(
  { database, objectStore }: PersonDataDependencies,
  organizationId: number,
  pattern: RegExp,
): AsyncGenerator<DataPart> {
  for (const key of await database.inOrganization(organizationId, listFaultFiles)) {
    if ((await objectStore.size(key)) === null) continue;
    for await (const line of createInterface({ input: await objectStore.read(key) }))
      if (pattern.test(line)) yield { place: "import_fault_files", rows: [{ line }] };
  }
}

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { deleteDocumentRows } from "../../../../application/document/delete-document-rows.ts";
import { failVersion, setCurrentVersion } from "../../../../application/document/end-version.ts";
import { requestVersion } from "../../../../application/document/request-version.ts";
import type { OrganizationTransaction } from "../../../../infra/postgres/database.ts";
import { beginNewestVersion, findVersion } from "../../../../infra/postgres/document/version.repository.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

let test: TestDatabase;
let tenant: Tenant;
beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const request = (documentUuid: string) => (tx: OrganizationTransaction) =>
  requestVersion(tx, {
    organizationId: tenant.organizationId,
    documentUuid,
    filename: "a.txt",
    mimeType: "text/plain",
    createdBy: null,
    settings: { scope: "org", folder_id: null, agent_id: null, file_folder_id: null, retrieval_mode: "chunked" },
    file: { objectKey: randomUUID(), bytes: 1, etag: null },
  });
const inOrganization = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
  test.database.inOrganization(tenant.organizationId, work);
const waiting = (count: number) =>
  waitUntil(`${count} wait`, async () => {
    const { rows } = await sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      test.everything,
    );
    return rows.length === count;
  });

/** The ends and beginnings of a version, each while another version of the same document is requested. */
const at = new Date();
const works: [string, (documentUuid: string) => (tx: OrganizationTransaction) => Promise<unknown>][] = [
  ["fails", (documentUuid) => (tx) => failVersion(tx, { documentUuid, version: 1, error: "no", at })],
  [
    "becomes readable",
    (documentUuid) => async (tx) => {
      const found = await findVersion(tx, { documentUuid, version: 1 });
      return found && setCurrentVersion(tx, found, { model: "a model", isOutdated: false, at });
    },
  ],
  ["begins in place of an older one", (documentUuid) => (tx) => beginNewestVersion(tx, documentUuid)],
  ["is removed with its document", (documentUuid) => (tx) => deleteDocumentRows(tx, documentUuid)],
];

it.each(works)("a version that %s and a new one that is asked for do not wait for each other", async (what, workOn) => {
  const documentUuid = randomUUID();
  await inOrganization(request(documentUuid));
  if (what !== "begins in place of an older one") await inOrganization((tx) => beginNewestVersion(tx, documentUuid));
  else await inOrganization(request(documentUuid));
  if (what === "is removed with its document") {
    await test.everything
      .updateTable("documents")
      .set({ deleted_at: at })
      .where("document_uuid", "=", documentUuid)
      .execute();
  }
  const pending: Promise<unknown>[] = [];
  // The work at the document is stopped between its first lock and its last one.
  await test.everything.transaction().execute(async (blocker) => {
    await sql`select from document_versions order by id for update`.execute(blocker);
    pending.push(inOrganization(workOn(documentUuid)));
    await waiting(1);
    pending.push(inOrganization(request(documentUuid)));
    await waiting(2);
  });
  await Promise.all(pending);
  expect(pending).toHaveLength(2);
});

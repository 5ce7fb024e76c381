import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { migrations } from "../../../../infra/postgres/migrations/migrations.ts";
import { runMigrations } from "../../../../infra/postgres/run-migrations.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;
beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
  await sql`alter table documents add column duplicate_of bigint references documents, add column file_hash bytea`.execute(
    test.everything,
  );
  await sql`create index documents_content on documents (organization_id, file_hash)`.execute(test.everything);
});
afterAll(() => test.drop());

const add = async (filename: string, row: { state: string; at: string; duplicateOf?: number; versions?: number }) => {
  const { rows } = await sql<{ id: number }>`
    insert into documents (organization_id, document_uuid, filename, mime_type, state, updated_at, duplicate_of,
      latest_version, current_version)
    values (${tenant.organizationId}, gen_random_uuid(), ${filename}, 'text/plain', ${row.state}, ${row.at}::timestamptz,
      ${row.duplicateOf ?? null}, ${row.versions ?? 0}, ${row.versions ?? null})
    returning id`.execute(test.everything);
  return Number(rows[0]?.id);
};
const addVersion = (id: number, { version, state, at }: { version: number; state: string; at: string }) =>
  sql`insert into document_versions (organization_id, document_id, version, object_key, state, file_size_bytes, created_at)
    values (${tenant.organizationId}, ${id}, ${version}, ${`key ${id} of ${version}`}, ${state}, 10, ${at}::timestamptz)`.execute(
    test.everything,
  );

it("rows that led to another document become documents of their own, or say that their content is gone", async () => {
  const kept = await add("kept.txt", { state: "ready", at: "2026-01-01", versions: 1 });
  await addVersion(kept, { version: 1, state: "ready", at: "2026-01-01" });
  const copy = await add("copy.txt", { state: "uploading", at: "2026-01-02", duplicateOf: kept });
  const changed = await add("changed.txt", { state: "ready", at: "2026-01-05", versions: 2 });
  await addVersion(changed, { version: 1, state: "superseded", at: "2026-01-01" });
  await addVersion(changed, { version: 2, state: "ready", at: "2026-01-05" });
  const lost = await add("lost.txt", { state: "uploading", at: "2026-01-02", duplicateOf: changed });
  await sql`insert into knowledge_usage (organization_id, document_count, used_bytes) values (${tenant.organizationId}, 2, 20)`.execute(
    test.everything,
  );

  await sql`delete from kysely_migration where name = '0200-own-documents'`.execute(test.everything);
  await runMigrations({ url: test.superuserUrl, migrations });

  const documents = await test.everything
    .selectFrom("documents")
    .select(["id", "state", "latest_version", "processing_error"])
    .where("organization_id", "=", tenant.organizationId)
    .orderBy("id")
    .execute();
  expect(documents).toMatchObject([
    { id: kept, state: "ready", latest_version: 1 },
    { id: copy, state: "queued", latest_version: 1, processing_error: null },
    { id: changed, state: "ready", latest_version: 2 },
    { id: lost, state: "failed", processing_error: expect.stringContaining("upload the file again") },
  ]);
  const versions = await test.everything
    .selectFrom("document_versions")
    .select(["version", "object_key", "state", "file_size_bytes"])
    .where("document_id", "in", [copy, lost])
    .execute();
  expect(versions).toEqual([{ version: 1, object_key: `key ${kept} of 1`, state: "queued", file_size_bytes: 10 }]);
  const usage = await test.everything
    .selectFrom("knowledge_usage")
    .select(["document_count", "used_bytes"])
    .where("organization_id", "=", tenant.organizationId)
    .executeTakeFirst();
  expect(usage).toEqual({ document_count: 3, used_bytes: 30 });
});

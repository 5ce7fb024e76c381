import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createBackup } from "../../../infra/backup/create-backup.ts";
import { writeErasureList } from "../../../infra/backup/erasure-list.ts";
import { restoreBackup } from "../../../infra/backup/restore-backup.ts";
import { createObjectStore, type ObjectStore } from "../../../infra/object-store/object-store.ts";
import { findErasure, openPerson } from "../../../infra/postgres/privacy/person-erasures.repository.ts";
import { createSecretBox } from "../../../infra/secrets/secret-box.ts";
import { createContactListRows } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const KEY = "11".repeat(32);
const HOUR_MS = 3_600_000;
const ERASED = "+14155550171";
const ADDED_AGAIN = "+14155550172";

let before: TestDatabase;
let after: TestDatabase;
let store: ObjectStore;
let tenant: Tenant;
const folder = join(mkdtempSync(join(tmpdir(), "ringdown-erasures-")), "backup");

beforeAll(async () => {
  before = await createTestDatabase({ secrets: createSecretBox([KEY]) });
  after = await createTestDatabase({ secrets: createSecretBox([KEY]) });
  const bucket = `erasures-${randomBytes(6).toString("hex")}`;
  store = createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket });
  await store.ensureBucket();
  tenant = await createTenant(before);
  await createContactListRows(before, tenant, [
    { phone_number: ERASED, name: "Ada Byron", attributes: { email: "ada@example.net" } },
    { phone_number: ADDED_AGAIN, name: "Grace Brewster" },
    { phone_number: "+14155550173", name: "Mary Neighbour" },
  ]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await before.drop();
  await after.drop();
});

const list = (uuid: string, number: string, at: Date) =>
  writeErasureList(
    { objectStore: store, secrets: createSecretBox([KEY]) },
    {
      organizationId: tenant.organizationId,
      uuid,
      keepDoNotCall: true,
      at,
      person: { numbers: [number], emails: [] },
    },
  );

it("an old backup that is restored begins the erasures again that came after it, and no others", async () => {
  const [uuid, earlier, ofNobody] = [randomUUID(), randomUUID(), randomUUID()];
  await createBackup({ databaseUrl: before.superuserUrl, objectStore: store, encryptionKeys: [KEY], folder });
  await list(uuid, ERASED, new Date(Date.now() + HOUR_MS));
  await list(earlier, ADDED_AGAIN, new Date(Date.now() - HOUR_MS));
  await list(ofNobody, "+14155550199", new Date(Date.now() + HOUR_MS));

  const restored = await restoreBackup({
    folder,
    databaseUrl: after.superuserUrl,
    applicationUrl: after.url,
    objectStore: store,
    encryptionKeys: [KEY],
  });

  expect(restored.erasures).toEqual({ repeated: 1, unread: [] });
  const row = await after.database.inOrganization(tenant.organizationId, (tx) => findErasure(tx, uuid));
  expect(row).toMatchObject({ state: "running", keep_do_not_call: true, actor: "system" });
  expect(row && openPerson(row, createSecretBox([KEY]))).toMatchObject({
    numbers: [ERASED],
    names: ["Ada Byron"],
    emails: ["ada@example.net"],
  });
  const rows = await after.everything.selectFrom("person_erasures").select("uuid").execute();
  expect(rows).toEqual([{ uuid }]);
});

it("the list names nobody", async () => {
  for await (const { key } of store.list()) {
    if (!key.startsWith("erasures/")) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await store.read(key)) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).toString()).not.toMatch(/4155550171|ada/i);
  }
});

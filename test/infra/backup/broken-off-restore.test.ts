import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createBackup } from "../../../infra/backup/create-backup.ts";
import { resealErasureList, writeErasureList } from "../../../infra/backup/erasure-list.ts";
import { repeatErasures } from "../../../infra/backup/repeat-erasures.ts";
import { restoreBackup } from "../../../infra/backup/restore-backup.ts";
import { createObjectStore, type ObjectStore } from "../../../infra/object-store/object-store.ts";
import {
  findErasure,
  insertErasure,
  listUnfinishedErasures,
  noteStep,
  openPerson,
} from "../../../infra/postgres/privacy/person-erasures.repository.ts";
import { createSecretBox } from "../../../infra/secrets/secret-box.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { createContactListRows } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { startApiProcess } from "../../harness/api-process.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const [KEY, LOST] = ["11".repeat(32), "22".repeat(32)];
const HOUR_MS = 3_600_000;
const NUMBER = "+14155550171";
const WRITER = "grace@example.net";

let before: TestDatabase;
let after: TestDatabase;
let store: ObjectStore;
let settings: Parameters<typeof createObjectStore>[0];
let tenant: Tenant;
const folder = join(mkdtempSync(join(tmpdir(), "ringdown-broken-off-")), "backup");
const secrets = createSecretBox([KEY]);

beforeAll(async () => {
  before = await createTestDatabase({ secrets: createSecretBox([KEY]) });
  after = await createTestDatabase({ secrets: createSecretBox([KEY]) });
  const bucket = `broken-off-${randomBytes(6).toString("hex")}`;
  settings = { ...testEnvironment.objectStore(), region: "us-east-1", bucket };
  store = createObjectStore(settings);
  await store.ensureBucket();
  tenant = await createTenant(before);
  await createContactListRows(before, tenant, [{ phone_number: NUMBER, name: "Ada Byron" }]);
  // A session without a telephone: nothing but what it was begun with tells whose it is.
  await createRunRow(
    before,
    { ...tenant, ...(await createAgentRows(before, tenant)) },
    {
      mode: "textchat",
      caller_number: null,
      called_number: null,
      initial_context: { email: WRITER },
    },
  );
  await createBackup({ databaseUrl: before.superuserUrl, objectStore: store, encryptionKeys: [KEY], folder });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await before.drop();
  await after.drop();
});

const list = (uuid: string, person: { numbers: string[]; emails: string[] }, key = KEY) =>
  writeErasureList(
    { objectStore: store, secrets: createSecretBox([key]) },
    {
      organizationId: tenant.organizationId,
      uuid,
      keepDoNotCall: true,
      at: new Date(Date.now() + HOUR_MS),
      person,
    },
  );

const [ofNumber, ofWriter, unread] = [randomUUID(), randomUUID(), randomUUID()];
const erasures = () => after.everything.selectFrom("person_erasures").select("uuid").orderBy("id").execute();
const repeat = (keys: [string, ...string[]]) =>
  repeatErasures({ database: after.database, objectStore: store, secrets: createSecretBox(keys) });

it("a restore that is killed between the rows and the erasures leaves a mark, by which maintenance carries them out", async () => {
  await list(ofNumber, { numbers: [NUMBER], emails: [] });
  await list(ofWriter, { numbers: [], emails: [WRITER] });
  await list(unread, { numbers: ["+14155550199"], emails: [] }, LOST);
  const options = { folder, databaseUrl: after.superuserUrl, applicationUrl: after.url, encryptionKeys: [KEY] };
  const restoring = startApiProcess(
    {},
    "test/infra/backup/restoring.process.ts",
    [],
    [JSON.stringify({ ...options, store: settings })],
  );
  await restoring.says("the rows are restored");
  restoring.child.kill("SIGKILL");
  expect(await restoring.ended).toBe("SIGKILL");
  expect(await erasures()).toEqual([]);

  const { repeated } = await repeat([KEY]);

  expect(repeated).toBe(2);
  expect((await erasures()).map(({ uuid }) => uuid).toSorted()).toEqual([ofNumber, ofWriter].toSorted());
  const row = await after.database.inOrganization(tenant.organizationId, (tx) => findErasure(tx, ofWriter));
  expect(row && openPerson(row, secrets)).toMatchObject({ asked: [{ email: WRITER }], emails: [WRITER] });
});

it("a file of the list that no key opens is named and left, and is read when its key is there", async () => {
  const objectKey = `erasures/org-${tenant.organizationId}/${unread}.json`;
  expect(await repeat([KEY])).toEqual({
    repeated: 0,
    unread: [{ objectKey, reason: expect.stringContaining("is not configured") }],
  });
  const lost = createSecretBox([LOST]).keyId;
  expect(await resealErasureList(store, secrets)).toMatchObject({ resealed: 0, unopened: { [lost]: 1 } });
  expect(await resealErasureList(store, createSecretBox([KEY, LOST]))).toMatchObject({ resealed: 1, unopened: {} });
  expect(await repeat([KEY])).toEqual({ repeated: 0, unread: [] });
});

it("once everything is repeated nothing is left to do", async () => {
  await after.everything.deleteFrom("person_erasures").execute();
  expect(await repeat([KEY])).toEqual({ repeated: 0, unread: [] });
  expect(await erasures()).toEqual([]);
});

it("a restore over a store whose list is newer than the backup's keeps the newer one", async () => {
  const again = await createTestDatabase();
  const later = join(mkdtempSync(join(tmpdir(), "ringdown-newer-list-")), "backup");
  try {
    await createBackup({ databaseUrl: before.superuserUrl, objectStore: store, encryptionKeys: [KEY], folder: later });
    await list(ofWriter, { numbers: [NUMBER], emails: [] });
    const restored = await restoreBackup({
      folder: later,
      databaseUrl: again.superuserUrl,
      applicationUrl: again.url,
      objectStore: store,
      encryptionKeys: [KEY],
    });
    expect(restored.erasures.repeated).toBe(2);
    const row = await again.database.inOrganization(tenant.organizationId, (tx) => findErasure(tx, ofWriter));
    expect(row && openPerson(row, secrets)).toMatchObject({ numbers: [NUMBER] });
  } finally {
    rmSync(later, { recursive: true, force: true });
    await again.drop();
  }
});

it("a backup that was taken in the middle of an erasure brings back one that goes on, and begins no second one", async () => {
  const { organizationId } = tenant;
  const [again, later] = [
    await createTestDatabase(),
    join(mkdtempSync(join(tmpdir(), "ringdown-in-erasure-")), "backup"),
  ];
  const uuid = randomUUID();
  const person = { numbers: [NUMBER], emails: [], names: ["Ada Byron"] };
  await before.database.inOrganization(organizationId, async (tx) => {
    await insertErasure(tx, secrets, {
      organizationId,
      uuid,
      reason: "They asked",
      keepDoNotCall: true,
      actor: "system",
      person: { ...person, asked: [{ phoneNumber: NUMBER }], own: person },
    });
    await noteStep(tx, uuid, "rows");
    // It has removed this much when the backup is taken.
    await tx.deleteFrom("contacts").where("phone_number", "=", NUMBER).execute();
  });
  try {
    await createBackup({ databaseUrl: before.superuserUrl, objectStore: store, encryptionKeys: [KEY], folder: later });
    // It ended before the disaster, so the list has it as one since the backup.
    await list(uuid, { numbers: [NUMBER], emails: [] });
    await restoreBackup({
      folder: later,
      databaseUrl: again.superuserUrl,
      applicationUrl: again.url,
      objectStore: store,
      encryptionKeys: [KEY],
    });
    const left = await listUnfinishedErasures(again.database, { olderThanSeconds: -1 });
    expect(left.filter((row) => row.erasureUuid === uuid)).toEqual([{ organizationId, erasureUuid: uuid }]);
    const rows = await again.everything.selectFrom("person_erasures").selectAll().where("uuid", "=", uuid).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ state: "running", step: "rows" });
    expect(rows[0] && openPerson(rows[0], secrets)).toMatchObject({ numbers: [NUMBER], names: ["Ada Byron"] });
    // What it had removed stays away.
    expect(
      await again.everything.selectFrom("contacts").select("id").where("phone_number", "=", NUMBER).execute(),
    ).toEqual([]);
  } finally {
    rmSync(later, { recursive: true, force: true });
    await again.drop();
  }
});

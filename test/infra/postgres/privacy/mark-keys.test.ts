import { createHmac, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { addToDoNotCall, findDoNotCall } from "../../../../infra/postgres/contact/do-not-call.repository.ts";
import { readNumberPermission } from "../../../../infra/postgres/contact/number-permission.ts";
import { type Database, openDatabase } from "../../../../infra/postgres/database.ts";
import { WORK_LIMITS } from "../../../../infra/postgres/database-limits.ts";
import { eraseDoNotCall } from "../../../../infra/postgres/privacy/erase-permissions.ts";
import { buildMarkKeySealContext } from "../../../../infra/postgres/privacy/mark-keys.ts";
import { insertErasure } from "../../../../infra/postgres/privacy/person-erasures.repository.ts";
import { createSecretBox } from "../../../../infra/secrets/secret-box.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { testSecrets } from "../../../harness/test-secrets.ts";

const ERASED = "+14155550171";
const OTHER = "+14155550172";

let test: TestDatabase;
let tenant: Tenant;
let opened: Database[];

beforeEach(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
  opened = [];
});
afterEach(async () => {
  for (const database of opened) await database.close();
  await test.drop();
});

/** Opens the database as a process with these secrets does. */
const openWith = (secrets?: typeof testSecrets): Database => {
  const settings = { url: test.url, poolSize: 2, applicationName: "test", limits: WORK_LIMITS };
  const database = openDatabase({ ...settings, ...(secrets && { secrets }) });
  opened.push(database);
  return database;
};

const permissionOf = (phoneNumber: string, database = test.database) =>
  database.inOrganization(tenant.organizationId, (tx) =>
    readNumberPermission(tx, { organizationId: tenant.organizationId, phoneNumber, environment: "production" }),
  );

/** Puts a number on the list and its mark in its place, as the erasure of its person does. */
const erase = (phoneNumber: string) =>
  test.database.inOrganization(tenant.organizationId, async (tx) => {
    const { organizationId } = tenant;
    await addToDoNotCall(tx, { organizationId, phoneNumbers: [phoneNumber], source: "manual" });
    await eraseDoNotCall(tx, { organizationId, numbers: [phoneNumber], keepDoNotCall: true });
  });

const readKey = async (): Promise<Buffer> => {
  const row = await test.everything
    .selectFrom("privacy_keys")
    .select("key_sealed")
    .where("organization", "=", tenant.organizationId)
    .executeTakeFirstOrThrow();
  return Buffer.from(testSecrets.open(row.key_sealed, buildMarkKeySealContext(tenant.organizationId)), "hex");
};

/** Every way in which the key could be written. */
const formsOf = (key: Buffer): Buffer[] => {
  const padded = [0x36, 0x5c].map((pad) => Buffer.from(key.map((byte) => byte ^ pad)));
  return [key, ...padded].flatMap((bytes) => [
    bytes,
    ...(["hex", "base64"] as const).map((encoding) => Buffer.from(bytes.toString(encoding).replace(/=+$/, ""))),
  ]);
};

describe("the key of an organization's marks", () => {
  it("is in no file of the database, and the marks are HMACs under it", async () => {
    await erase(ERASED);
    const key = await readKey();
    const marks = await test.everything.selectFrom("do_not_call").select("phone_number").execute();
    expect(marks).toEqual([{ phone_number: `erased:${createHmac("sha256", key).update(ERASED).digest("hex")}` }]);
    await sql`checkpoint`.execute(test.everything);
    const filesWith = async (bytes: Buffer) => {
      const { rows } = await sql<{ file: string }>`
        with folder as (select 'base/' || oid as path from pg_database where datname = current_database())
        select file from folder, pg_ls_dir(path) file
        where position(${bytes}::bytea in coalesce(pg_read_binary_file(path || '/' || file, 0, 100000000, true), '')) > 0`.execute(
        test.everything,
      );
      return rows;
    };
    const sealed = await test.everything.selectFrom("privacy_keys").select("key_sealed").executeTakeFirstOrThrow();
    expect((await filesWith(sealed.key_sealed)).length).toBeGreaterThan(0);
    for (const form of formsOf(key)) expect(await filesWith(form)).toEqual([]);
  });

  it("is not in the log of a server that logs every statement, nor in an error", async () => {
    await erase(ERASED);
    const name = new URL(test.url).pathname.slice(1);
    for (const setting of [
      "log_statement = 'all'",
      "log_error_verbosity = 'verbose'",
      "log_min_error_statement = 'error'",
    ])
      await sql`alter database ${sql.id(name)} set ${sql.raw(setting)}`.execute(test.everything);
    const { rows: folders } = await sql<{ data: string }>`select current_setting('data_directory') as data`.execute(
      test.everything,
    );
    const logFile = `${dirname(folders[0]?.data ?? "")}/postgres.log`;
    const readLog = async () => readFile(logFile, "utf8");
    const before = (await readLog()).length;
    const logged = openWith(testSecrets);
    expect(await permissionOf(ERASED, logged)).toMatchObject({ onDoNotCall: true });
    await test.everything
      .updateTable("privacy_keys")
      .set({ key_digest: Buffer.alloc(32) })
      .execute();
    const refusal = await permissionOf(ERASED, logged).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    const log = (await readLog()).slice(before);
    expect(log).toContain("person_mark(");
    expect(log).toContain("another key was handed over");
    const told = `${log} ${JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))}`;
    for (const form of formsOf(await readKey())) expect(told).not.toContain(form.toString("latin1"));
    expect(told).not.toContain(ERASED);
  });

  it("is one, however many processes meet the organization first", async () => {
    const processes = [1, 2, 3, 4].map(() => openWith(testSecrets));
    await Promise.all(processes.map((each) => each.inOrganization(tenant.organizationId, async () => {})));
    await erase(ERASED);
    for (const each of processes) expect(await permissionOf(ERASED, each)).toMatchObject({ onDoNotCall: true });
  });

  it("is there before anybody is erased, and outlives a transaction that is rolled back", async () => {
    const first = openWith(testSecrets);
    const broken = first.inOrganization(tenant.organizationId, () => Promise.reject(new Error("no")));
    await expect(broken).rejects.toThrow("no");
    expect(await readKey()).toHaveLength(32);
    await erase(ERASED);
    expect(await permissionOf(ERASED, first)).toMatchObject({ onDoNotCall: true });
  });
});

describe("where a mark cannot be made, a number of an organization with erased people", () => {
  const other = createSecretBox(["99".repeat(32)]);

  it.each([
    ["a process without secrets", undefined],
    ["a process with another key", other],
  ])("is refused by %s", async (_, secrets) => {
    await test.database.inOrganization(tenant.organizationId, async () => {});
    const database = openWith(secrets);
    await expect(permissionOf(OTHER, database)).resolves.toMatchObject({ onDoNotCall: false });
    await erase(ERASED);
    for (const number of [ERASED, OTHER])
      await expect(permissionOf(number, database)).rejects.toThrow(/no key was handed over for the marks/);
    await expect(database.inOrganization(tenant.organizationId, (tx) => findDoNotCall(tx, ERASED))).rejects.toThrow(
      /no key was handed over/,
    );
    const erasure = { organizationId: tenant.organizationId, uuid: randomUUID(), reason: "asked", actor: "user:1" };
    const person = { numbers: [OTHER], emails: [], names: [] };
    await expect(
      database.inOrganization(tenant.organizationId, (tx) =>
        insertErasure(tx, testSecrets, {
          ...erasure,
          keepDoNotCall: true,
          person: { ...person, asked: [{ phoneNumber: OTHER }], own: person },
        }),
      ),
    ).rejects.toThrow(/ENCRYPTION_KEYS_FORMER/);
    await expect(
      database.inOrganization(tenant.organizationId, (tx) => tx.selectFrom("contacts").select("id").execute()),
    ).resolves.toEqual([]);
  });

  it("is refused when the key is lost, and no new key takes its place", async () => {
    await erase(ERASED);
    await test.everything.deleteFrom("privacy_keys").execute();
    await expect(permissionOf(ERASED)).rejects.toThrow(/has marks of erased people and no key/);
    await expect(permissionOf(ERASED, openWith(testSecrets))).rejects.toThrow(/has marks of erased people and no key/);
    expect(await test.everything.selectFrom("privacy_keys").selectAll().execute()).toEqual([]);
  });

  it("is refused once when a restore has brought another key, which is then read", async () => {
    await erase(ERASED);
    const row = await test.everything.selectFrom("privacy_keys").selectAll().executeTakeFirstOrThrow();
    await test.everything.deleteFrom("privacy_keys").execute();
    await test.everything.deleteFrom("do_not_call").execute();
    const stale = openWith(testSecrets);
    await stale.inOrganization(tenant.organizationId, async () => {});
    const mark = `erased:${createHmac("sha256", await restoreKey(row))
      .update(ERASED)
      .digest("hex")}`;
    await test.everything
      .insertInto("do_not_call")
      .values({ organization_id: tenant.organizationId, phone_number: mark, source: "manual" })
      .execute();
    await expect(permissionOf(ERASED, stale)).rejects.toThrow(/another key was handed over/);
    expect(await permissionOf(ERASED, stale)).toMatchObject({ onDoNotCall: true });
  });

  const restoreKey = async (row: { organization: number; key_sealed: Buffer; key_digest: Buffer }) => {
    await test.everything.deleteFrom("privacy_keys").execute();
    await test.everything.insertInto("privacy_keys").values(row).execute();
    return readKey();
  };

  it("is refused outside of its organization", async () => {
    await erase(ERASED);
    const stranger = await createTenant(test, "Strangers");
    const asking = test.database.inOrganization(stranger.organizationId, (tx) =>
      sql`select person_mark(${tenant.organizationId}, ${ERASED}, ${Buffer.alloc(128)})`.execute(tx),
    );
    await expect(asking).rejects.toThrow(/within their organization alone/);
  });
});

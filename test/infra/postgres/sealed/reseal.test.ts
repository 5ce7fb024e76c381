import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { entities } from "../../../../infra/postgres/entities.ts";
import { resealEverything } from "../../../../infra/postgres/sealed/reseal.ts";
import { sealedColumns } from "../../../../infra/postgres/sealed/sealed-columns.ts";
import { createSecretBox, readSealingKeyId, type SecretBox } from "../../../../infra/secrets/secret-box.ts";
import { fillTables } from "../../../factories/tenant-rows.ts";
import { hasSecret } from "../../../harness/rows-with-secret.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

const FIRST = "11".repeat(32);
const SECOND = "22".repeat(32);
const THIRD = "33".repeat(32);
const LOST = "44".repeat(32);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await fillTables(test, "ours");
  await fillTables(test, "theirs");
  // Of the installation, and of no organization.
  const key = { installation: randomUUID(), public_key: Buffer.alloc(32), private_key_sealed: Buffer.from("sealed") };
  await test.everything.insertInto("record_keys").values([key, key]).execute();
});
afterAll(() => test.drop());

const COLUMNS = sealedColumns.flatMap((table) => table.columns.map((column) => ({ ...table, column })));

interface Kept {
  row: string;
  sealed: Buffer;
  bound: Record<string, string>;
}

const valuesOf = async ({ table, column, boundTo }: (typeof COLUMNS)[number]): Promise<Kept[]> => {
  const bound = boundTo.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}::text`);
  const { rows } = await sql<Kept>`select ctid::text as row, ${sql.ref(column)} as sealed,
    jsonb_build_object(${sql.join(bound)}) as bound from ${sql.table(table)} where ${hasSecret(table)} order by ctid`.execute(
    test.everything,
  );
  return rows;
};

/** Puts a value into every sealed column of every row, as the product seals it there. */
const sealAll = async (secrets: SecretBox): Promise<number> => {
  let count = 0;
  for (const place of COLUMNS) {
    for (const { row, bound } of await valuesOf(place)) {
      const value = secrets.seal(`word of ${place.table}.${place.column}`, place.contextOf(bound));
      await sql`update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${value} where ctid = ${row}::tid`.execute(
        test.everything,
      );
      count += 1;
    }
  }
  return count;
};

const readAll = async (secrets: SecretBox): Promise<void> => {
  for (const place of COLUMNS) {
    const values = await valuesOf(place);
    expect([place.table, values.length]).toEqual([place.table, expect.any(Number)]);
    expect(values.length).toBeGreaterThan(1);
    for (const { sealed, bound } of values)
      expect(secrets.open(sealed, place.contextOf(bound))).toBe(`word of ${place.table}.${place.column}`);
  }
};

it("knows every sealed column that an entity has", () => {
  const found = entities.flatMap(({ meta }) =>
    Object.keys(meta.properties)
      .filter((name) => name.endsWith("_sealed"))
      .map((name) => `${meta.tableName}.${name}`),
  );
  expect(found.length).toBeGreaterThan(8);
  expect(COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(found.toSorted());
});

it("seals every value of every organization anew, which the new key alone then opens; again it changes nothing", async () => {
  const count = await sealAll(createSecretBox([FIRST]));
  const done = await resealEverything(test.everything, createSecretBox([THIRD, SECOND, FIRST]));
  expect(done.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(count);
  expect(done.flatMap(({ unopened }) => Object.keys(unopened))).toEqual([]);
  await readAll(createSecretBox([THIRD]));
  const again = await resealEverything(test.everything, createSecretBox([THIRD, SECOND, FIRST]));
  expect(again.map(({ resealed }) => resealed)).toEqual(COLUMNS.map(() => 0));
  const keyIds = await test.everything.selectFrom("telephony_configurations").select("encryption_key_id").execute();
  expect([...new Set(keyIds.map(({ encryption_key_id }) => encryption_key_id))]).toEqual([
    createSecretBox([THIRD]).keyId,
  ]);
});

it("goes on where it was broken off", async () => {
  const count = await sealAll(createSecretBox([FIRST]));
  const secrets = createSecretBox([SECOND, FIRST]);
  let first = 0;
  const brokenOff = resealEverything(test.everything, secrets, ({ resealed }) => {
    first += resealed;
    if (first > count / 3) throw new Error("somebody pressed Ctrl-C");
  });
  await expect(brokenOff).rejects.toThrow("Ctrl-C");
  expect(first).toBeLessThan(count);
  const rest = await resealEverything(test.everything, secrets);
  expect(first + rest.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(count);
  await readAll(createSecretBox([SECOND]));
});

it("leaves what no key opens as it is, and says which key has sealed it", async () => {
  await sealAll(createSecretBox([FIRST]));
  const lost = createSecretBox([LOST]);
  const [place] = COLUMNS.filter(({ column }) => column === "data_sealed");
  if (!place) throw new Error("credentials are sealed");
  const [kept] = await valuesOf(place);
  const sealed = lost.seal("a word", "anywhere");
  await sql`update credentials set data_sealed = ${sealed} where ctid = ${kept?.row}::tid`.execute(test.everything);
  const done = await resealEverything(test.everything, createSecretBox([SECOND, FIRST]));
  const unopened = done.flatMap(({ column, unopened: keys }) =>
    Object.entries(keys).map((entry) => [column, ...entry]),
  );
  expect(unopened).toEqual([["credentials.data_sealed", lost.keyId, 1]]);
  expect((await valuesOf(place)).map((each) => readSealingKeyId(each.sealed))).toContain(lost.keyId);
});

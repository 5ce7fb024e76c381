import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import type { Baseline } from "../../../infra/postgres/baseline.ts";
import { migrateDatabase } from "../../../infra/postgres/migrate.ts";
import { BASELINE } from "../../../infra/postgres/migrations/before-baseline.ts";
import { migrations } from "../../../infra/postgres/migrations/migrations.ts";
import { runMigrations } from "../../../infra/postgres/run-migrations.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const ran = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    test.everything,
  );
  return rows.map(({ name }) => name);
};

/** Writes the names that a database has which was made before the baseline. */
const nameAsBefore = async (names: readonly string[]): Promise<void> => {
  await sql`delete from kysely_migration`.execute(test.everything);
  await sql`
    insert into kysely_migration (name, timestamp) select name, '2026-11-20' from unnest(${names}::text[]) as name
  `.execute(test.everything);
};

describe("a database that was made before the baseline", () => {
  it("is marked with the baseline when it has run all earlier migrations, and runs none again", async () => {
    const after = await ran();
    expect(after).toEqual(Object.keys(migrations).toSorted());
    await nameAsBefore([...BASELINE.replaces, ...after.filter((name) => name > BASELINE.last)]);
    await migrateDatabase(test.superuserUrl);
    expect(await ran()).toEqual(after);
    await migrateDatabase(test.superuserUrl);
    expect(await ran()).toEqual(after);
  });

  it("runs the migrations that follow the baseline", async () => {
    const baseline: Baseline = { last: "0002-b", replaces: ["0001-x", "0007-y"], lastCommitBefore: "abc" };
    await nameAsBefore(baseline.replaces);
    const tried: string[] = [];
    const noting = (name: string) => ({ up: async () => void tried.push(name) });
    const names = ["0001-a", "0002-b", "0003-c"];
    await runMigrations({
      url: test.superuserUrl,
      migrations: Object.fromEntries(names.map((name) => [name, noting(name)])),
      baseline,
    });
    expect(tried).toEqual(["0003-c"]);
    expect(await ran()).toEqual(names);
  });

  it("is refused, unchanged, when it has run only some, with the commit to pass through", async () => {
    const some = BASELINE.replaces.slice(0, 50);
    await nameAsBefore(some);
    const refusal = await migrateDatabase(test.superuserUrl).catch((error: unknown) => error);
    expect(String(refusal)).toContain(`stops at the migration ${some.at(-1)}`);
    expect(String(refusal)).toContain(`check out the commit ${BASELINE.lastCommitBefore}`);
    expect(await ran()).toEqual(some.toSorted());
  });
});

it("the baseline ends with a migration that there is, and replaces none that there is", () => {
  expect(migrations[BASELINE.last]).toBeDefined();
  expect(BASELINE.replaces.filter((name) => migrations[name])).toEqual([]);
});

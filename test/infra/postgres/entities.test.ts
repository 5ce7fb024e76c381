import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { EntityCaseNamingStrategy, MikroORM } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { entities } from "../../../infra/postgres/entities.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** What would have to be changed in the database for the entities to be true; never run: the migrations are. */
const differences = async (): Promise<string[]> => {
  const orm = new MikroORM({
    entities: [...entities],
    namingStrategy: EntityCaseNamingStrategy,
    clientUrl: test.url,
    ensureDatabase: false,
    // Triggers and functions are the migrations' alone; run_counts has no primary key, which an entity must have.
    schemaGenerator: { ignoreTriggers: true, ignoreRoutines: true, skipTables: [/^kysely_/, "run_counts"] },
  });
  try {
    const statements = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    return statements.split("\n").filter((line) => line !== "");
  } finally {
    await orm.close();
  }
};

it("the entities say what the migrations have made", async () => {
  expect(await differences()).toEqual([]);
});

it("a change of either is seen", async () => {
  await sql`alter table tools drop column icon`.execute(test.everything);
  expect(await differences()).toEqual(['alter table "tools" add "icon" text null;']);
});

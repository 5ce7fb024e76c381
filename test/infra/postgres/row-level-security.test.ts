import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { EntitySchema } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { Channel } from "../../../infra/postgres/channel/channel.entity.ts";
import type { Database } from "../../../infra/postgres/database.ts";
import { entities } from "../../../infra/postgres/entities.ts";
import { fillTables, type TenantRows } from "../../factories/tenant-rows.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { ADDED_ONLY, CHANGED_IN, NEVER_REMOVED } from "./added-only.ts";

/**
 * Every table with an organization, as the database itself lists them: a table that a later migration adds is tested
 * by existing, and fails here until `fillTables` has a row for it.
 */
let test: TestDatabase;
let database: Database;
let tables: string[];
let ours: TenantRows;
let theirs: TenantRows;

beforeAll(async () => {
  test = await createTestDatabase();
  database = test.database;
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' order by 1`.execute(test.everything);
  tables = rows.map((row) => row.table_name);
  ours = await fillTables(test, "ours");
  theirs = await fillTables(test, "theirs");
});
afterAll(() => test.drop());

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where organization_id = ${theirs.organizationId}`.execute(
    test.everything,
  );
  return rows[0]?.n ?? 0;
};

it("there are tables, and each has a row of either organization", async () => {
  expect(tables.length).toBeGreaterThan(15);
  for (const table of tables) expect([table, await count(table)]).toEqual([table, expect.any(Number)]);
  const empty = [];
  for (const table of tables) if ((await count(table)) === 0) empty.push(table);
  expect(empty).toEqual([]);
});

it("inside one organization no table shows a row of the other, and each shows one's own", async () => {
  await database.inOrganization(ours.organizationId, async (tx) => {
    for (const table of tables) {
      const { rows } = await sql<{ organization_id: number }>`select organization_id from ${sql.table(table)}`.execute(
        tx,
      );
      expect([table, [...new Set(rows.map((row) => row.organization_id))]]).toEqual([table, [ours.organizationId]]);
    }
  });
});

it("outside any organization every table is empty", async () => {
  for (const table of [...tables, "organizations", "users"]) {
    const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(database.withoutOrganization);
    expect([table, rows]).toEqual([table, []]);
  }
});

it("rows of the other can be neither changed nor deleted, even when named", async () => {
  for (const table of tables.filter((each) => !ADDED_ONLY.includes(each))) {
    const before = await count(table);
    await database.inOrganization(ours.organizationId, async (tx) => {
      const named = sql`where organization_id = ${theirs.organizationId}`;
      for (const change of changesOf(table)) {
        const update = sql`update ${sql.table(table)} set ${change} ${named}`;
        expect([table, (await update.execute(tx)).numAffectedRows]).toEqual([table, 0n]);
      }
      if (NEVER_REMOVED.includes(table)) return;
      const remove = sql`delete from ${sql.table(table)} ${named}`;
      expect([table, (await remove.execute(tx)).numAffectedRows]).toEqual([table, 0n]);
    });
    expect([table, await count(table)]).toEqual([table, before]);
  }
});

/** Changes that the role may make, were the row its own organization's. */
const changesOf = (table: string) =>
  CHANGED_IN[table]?.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)}`) ?? [
    sql`organization_id = ${ours.organizationId}`,
  ];

it("one's own rows of what was decided and told are changed in nothing but what an erasure empties", async () => {
  for (const [table, columns] of Object.entries(CHANGED_IN)) {
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_schema = 'public' and is_identity = 'NO' and table_name = ${table}`.execute(
      test.everything,
    );
    for (const { column_name: column } of rows) {
      const change = database.inOrganization(ours.organizationId, (tx) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`.execute(tx),
      );
      if (columns.includes(column)) await change;
      else await expect(change).rejects.toThrow(`permission denied for table ${table}`);
    }
  }
});

it("no row can be given to the other, neither a new one nor one's own", async () => {
  for (const table of tables) {
    const give = database.inOrganization(ours.organizationId, (tx) =>
      sql`update ${sql.table(table)} set organization_id = ${theirs.organizationId}`.execute(tx),
    );
    await expect(give.catch((error: Error) => Promise.reject(new Error(`${table}: ${error.message}`)))).rejects.toThrow(
      ADDED_ONLY.includes(table) || table in CHANGED_IN
        ? `${table}: permission denied`
        : `${table}: new row violates row-level security policy`,
    );
    const insert = database.inOrganization(ours.organizationId, (tx) => copyRow(table).execute(tx));
    await expect(
      insert.catch((error: Error) => Promise.reject(new Error(`${table}: ${error.message}`))),
    ).rejects.toThrow(`${table}: new row violates row-level security policy`);
  }
});

/** Copies one of our rows as theirs; the policy is checked before any unique key. */
const copyRow = (table: string) => sql`
  insert into ${sql.table(table)} overriding system value
  select (jsonb_populate_record(row, jsonb_build_object('organization_id', ${theirs.organizationId}::bigint))).*
  from ${sql.table(table)} as row limit 1`;

describe("through the entity manager", () => {
  const all: readonly EntitySchema[] = entities;

  it("every table that has an organization is an entity", () => {
    const known = all.map((entity) => entity.meta.tableName);
    expect(known).toEqual(expect.arrayContaining(tables));
  });

  it("no entity shows a row of the other, and each shows one's own", async () => {
    await database.withEntities(ours.organizationId, async (em) => {
      for (const entity of all) {
        if (!tables.includes(entity.meta.tableName)) continue;
        const rows: readonly { organization_id?: number }[] = await em.find(entity, {});
        const owners = new Set(rows.map((row) => row.organization_id));
        expect([entity.meta.tableName, [...owners]]).toEqual([entity.meta.tableName, [ours.organizationId]]);
        const named = await em.count(entity, { organization_id: theirs.organizationId });
        expect([entity.meta.tableName, named]).toEqual([entity.meta.tableName, 0]);
      }
    });
  });

  it("no row can be given to the other, neither a new one nor one's own", async () => {
    const refusal = 'new row violates row-level security policy for table "folders"';
    const creation = database.withEntities(ours.organizationId, (em) =>
      em.create(Channel, { organization_id: theirs.organizationId, name: "theirs" }),
    );
    await expect(creation).rejects.toThrow(refusal);
    const change = database.withEntities(ours.organizationId, async (em) => {
      const folder = await em.requireOne(Channel, { organization_id: ours.organizationId });
      await em.change(folder, { organization_id: theirs.organizationId });
    });
    await expect(change).rejects.toThrow(refusal);
  });
});

describe("the organizations and the people", () => {
  it("organizations and people of another tenant are not seen, renamed or removed", async () => {
    await database.inOrganization(ours.organizationId, async (tx) => {
      expect(await tx.selectFrom("organizations").select("name").execute()).toEqual([{ name: "ours" }]);
      const people = (await tx.selectFrom("users").select("id").orderBy("id").execute()).map(({ id }) => id);
      expect(people).toEqual(
        [ours.owner, ours.admin, ours.supervisor, ours.operator, ours.viewer].map(({ userId }) => userId),
      );
      const renamed = await tx
        .updateTable("organizations")
        .set({ name: "x" })
        .where("id", "=", theirs.organizationId)
        .execute();
      const removed = await tx.deleteFrom("organizations").where("id", "=", theirs.organizationId).execute();
      expect([renamed[0]?.numUpdatedRows, removed[0]?.numDeletedRows]).toEqual([0n, 0n]);
    });
  });
});

describe("the role of the application", () => {
  it("is neither superuser nor free of the policies, and owns no table", async () => {
    const { rows } = await sql`
      select current_user as name, r.rolsuper, r.rolbypassrls, r.rolcreaterole,
        (select count(*) from pg_tables where tableowner = current_user) as owned
      from pg_roles r where rolname = current_user`.execute(database.withoutOrganization);
    expect(rows).toEqual([
      { name: "ringdown_app", rolsuper: false, rolbypassrls: false, rolcreaterole: false, owned: 0 },
    ]);
  });

  it("finds row-level security on for every table with an organization", async () => {
    const { rows } = await sql<{ relname: string }>`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
      order by 1`.execute(test.everything);
    expect(rows.map(({ relname }) => relname).filter((name) => tables.includes(name))).toEqual([]);
  });
});

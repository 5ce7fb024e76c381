import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { PERSONAL_DATA } from "../../../../infra/postgres/privacy/personal-data.ts";
import type { TableData } from "../../../../infra/postgres/privacy/table-data.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Columns by table, as the migrations have made them. */
const readColumns = async (): Promise<Record<string, string[]>> => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%' group by 1`.execute(test.everything);
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns.toSorted()]));
};

const named = ({ person, mentions = [], members = [], none }: TableData): string[] => [
  ...new Set([...(person?.columns ?? []), ...mentions, ...members, ...none]),
];

/** What a table's list lacks, and what it names too much or twice. */
const findFaults = (columns: Record<string, string[]>, places: Readonly<Record<string, TableData>>): string[] => [
  ...Object.entries(columns).flatMap(([table, present]) => {
    const place = places[table];
    if (!place) return [`${table}: say which of its columns hold something of a person`];
    const lacking = present.filter((column) => !named(place).includes(column));
    const unknown = named(place).filter((column) => !present.includes(column));
    const both = place.none.filter((column) =>
      [...(place.person?.columns ?? []), ...(place.mentions ?? []), ...(place.members ?? [])].includes(column),
    );
    return [
      ...lacking.map(
        (column) => `${table}.${column}: say how rows about a person are found, or that it holds nothing of one`,
      ),
      ...unknown.map((column) => `${table}.${column} is listed and does not exist`),
      ...both.map((column) => `${table}.${column} is listed as of a person and as of nobody`),
    ];
  }),
  ...Object.keys(places)
    .filter((table) => !columns[table])
    .map((table) => `${table} is listed and does not exist`),
];

describe("the list of places where something about a person can be", () => {
  it("names every column of every table", async () => {
    expect(findFaults(await readColumns(), PERSONAL_DATA)).toEqual([]);
  });

  it("is red for a column and a table that say nothing", async () => {
    const columns = await readColumns();
    const planted = { ...columns, tools: [...(columns["tools"] ?? []), "owner_phone"], diaries: ["text"] };
    expect(findFaults(planted, PERSONAL_DATA)).toEqual([
      "tools.owner_phone: say how rows about a person are found, or that it holds nothing of one",
      "diaries: say which of its columns hold something of a person",
    ]);
  });

  it("says of everything that is a person's what erasure leaves of it", () => {
    const open = Object.entries<TableData>(PERSONAL_DATA).flatMap(([table, { person }]) => {
      if (!person || person.erased === "removed" || "elsewhere" in person.erased) return [];
      const { emptied } = person.erased;
      return person.columns.filter((column) => !(column in emptied)).map((column) => `${table}.${column}`);
    });
    expect(open).toEqual([]);
  });
});

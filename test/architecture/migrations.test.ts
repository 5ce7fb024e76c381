import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { BASELINE } from "../../infra/postgres/migrations/before-baseline.ts";
import { migrations } from "../../infra/postgres/migrations/migrations.ts";
import { faultsOfMigration, GROWING_TABLES } from "./migration-rules.ts";

const FOLDER = join(import.meta.dirname, "../../infra/postgres/migrations");

const files = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));

describe("a migration", () => {
  it("stands in the list under the name of its file, in the order they run", () => {
    expect(Object.keys(migrations)).toEqual(files.map((file) => file.replace(/\.ts$/, "")).toSorted());
  });

  it("keeps nobody waiting who uses a table that grows", () => {
    const faults = files
      .filter((file) => file.replace(/\.ts$/, "") > BASELINE.last)
      .flatMap((file) => faultsOfMigration(readFileSync(join(FOLDER, file), "utf8")).map((says) => `${file} ${says}`));
    expect(faults).toEqual([]);
  });

  it("is held to it for tables that there are", () => {
    const made = files.map((file) => readFileSync(join(FOLDER, file), "utf8")).join("\n");
    expect(GROWING_TABLES.filter((table) => !made.includes(`create table ${table} (`))).toEqual([]);
  });
});

describe("faults found in a migration", () => {
  it.each([
    ["an index", "create index runs_by_day on call_runs (organization_id, day);"],
    ["a unique index", "create unique index once on contacts (phone_number);"],
    ["a fill", "update call_runs\nset day = created_at::date;"],
    ["a removal", "delete from timeline_events where kind = 'draft';"],
    ["a constraint", "alter table call_runs add constraint c check (day is not null);"],
    ["a foreign key", "alter table call_runs add foreign key (a) references b (id);"],
    ["no null any more", "alter table contacts alter column name set not null;"],
    ["another type", "alter table contacts alter column id type numeric;"],
    ["a default for each row", "alter table contacts add column uuid uuid default gen_random_uuid();"],
    ["a lock", "lock table call_runs;"],
  ])("is %s", (_what, text) => {
    expect(faultsOfMigration(text)).toHaveLength(1);
  });

  it.each([
    ["a column", "alter table call_runs add column day date;"],
    ["a column with a constant", "alter table call_runs add column tries int not null default 0;"],
    ["a constraint for what comes", "alter table call_runs add constraint c check (day > 0) not valid;"],
    ["a small table's index", "create index a on folders (name);"],
    ["a new table", "create table call_run_days (id bigint); create index b on call_run_days (id);"],
    ["a function", "create function f() returns trigger as $$ begin update call_runs set day = 1; end $$;"],
    ["a comment", "-- update call_runs set day = 1\nselect 1;"],
  ])("is nothing about %s", (_what, text) => {
    expect(faultsOfMigration(text)).toEqual([]);
  });
});

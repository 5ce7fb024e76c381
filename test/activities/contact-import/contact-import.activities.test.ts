import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { ObjectStoreError } from "../../../infra/object-store/store-fault.ts";
import { recordConsents } from "../../../infra/postgres/contact/consent.repository.ts";
import type { Database } from "../../../infra/postgres/database.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { awayObjectStore, createImportFixture, fileOf, type ImportFixture } from "./import-fixture.ts";

const ROWS = 12_000;

let test: TestDatabase;
let fixture: ImportFixture;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  fixture = await createImportFixture(test);
});

const figures = (counts: object) => ({ totalRows: 0, imported: 0, updated: 0, skipped: 0, invalid: 0, ...counts });

describe("an import", () => {
  it("says how many rows took another column's number, and how many name another person of one number", async () => {
    const batches = Array.from({ length: ROWS }, (_, at) => `+1202${2_000_000 + at},,Filler`);
    const file = ["Phone,Mobile,Name", ",+12025550123,Ann", "+12025550124,,Bob", "+12025550124,,Ben"];
    const importId = await fixture.plan([...file, ...batches, "+12025550123,,Eve", "+12025550124,,Ben"].join("\n"));
    await fixture.run(importId);
    const { warnings } = await test.everything
      .selectFrom("contact_imports")
      .select("warnings")
      .where("id", "=", importId)
      .executeTakeFirstOrThrow();
    expect(warnings).toEqual([
      { code: "other_number_column", count: 1, detail: "Mobile" },
      { code: "shared_number", count: 2, detail: "last" },
    ]);
  });

  it("says by which encoding it read names, and takes another one", async () => {
    const file = Buffer.from("phone,name\n+12025550123,\xc8\xe2\xe0\xed\n", "latin1");
    const readAs = async (encoding: "ibm866" | null) => {
      const importId = await fixture.plan(file, { encoding });
      await fixture.run(importId);
      const { warnings } = await test.everything
        .selectFrom("contact_imports")
        .select("warnings")
        .where("id", "=", importId)
        .executeTakeFirstOrThrow();
      return { names: (await fixture.contacts()).map(({ name }) => name), warnings };
    };
    expect(await readAs(null)).toEqual({
      names: ["Иван"],
      warnings: [{ code: "encoding_found", count: 1, detail: "windows-1251" }],
    });
    expect(await readAs("ibm866")).toEqual({ names: ["╚трэ"], warnings: [] });
  });

  it("takes good rows, and writes bad ones to a file with line and reason", async () => {
    const file = [
      "Mobile,Name,TimeZone,City",
      '+1 202 555 0123,Ann,America/New_York,"Rome, NY"',
      "2025550124,Bob,,",
      '=HYPERLINK("x"),Eve,,',
      "+12025550125,Cy,Mars/Base,",
      "+12025550126,,,Oslo",
    ].join("\n");
    const importId = await fixture.plan(file);
    expect(await fixture.run(importId)).toEqual({
      status: "completed",
      figures: figures({ totalRows: 5, imported: 2, invalid: 3 }),
      error: null,
    });
    expect(await fixture.contacts()).toEqual([
      {
        phone_number: "+12025550123",
        name: "Ann",
        timezone: "America/New_York",
        attributes: { City: "Rome, NY" },
        consent_status: null,
        consent_source: null,
      },
      expect.objectContaining({
        phone_number: "+12025550126",
        name: null,
        timezone: null,
        attributes: { City: "Oslo" },
      }),
    ]);
    expect(await fixture.listCount()).toBe(2);
    expect((await fixture.faultFile(importId)).split("\n")).toEqual([
      "line,value,reason",
      '3,2025550124,"The number has no known country code; write it as + and country code, or name a default country."',
      `4,"'=HYPERLINK(""x"")",This is not a telephone number.`,
      '5,Mars/Base,"Mars/Base is not in the IANA time zone database: write the zone of a place, such as America/New_York or Europe/Berlin."',
      "",
    ]);
  });

  it("reads national numbers in its own country before the organization's", async () => {
    fixture = await createImportFixture(test, "GB");
    await fixture.run(await fixture.plan("phone\n020 7946 0123\n"));
    await fixture.run(await fixture.plan("phone\n202 555 0123\n", { default_country: "US" }));
    expect((await fixture.contacts()).map(({ phone_number }) => phone_number)).toEqual([
      "+442079460123",
      "+12025550123",
    ]);
  });

  it("adds nothing twice when the same file is imported again", async () => {
    await fixture.run(await fixture.plan(fileOf(100)));
    const again = await fixture.run(await fixture.plan(fileOf(100)));
    expect(again.figures).toEqual(figures({ totalRows: 100, updated: 100 }));
    const skipping = await fixture.run(await fixture.plan(fileOf(101), { on_duplicate: "skip" }));
    expect(skipping.figures).toEqual(figures({ totalRows: 101, imported: 1, skipped: 100 }));
    expect([(await fixture.contacts()).length, await fixture.listCount()]).toEqual([101, 101]);
  });

  it("merges repeated numbers: the last word counts under update, the first under skip", async () => {
    const file = "phone,name,plan\n+12025550123,Ann,a\n+1 (202) 555-0123,,b\n";
    const updating = await fixture.run(await fixture.plan(file));
    expect(updating.figures).toEqual(figures({ totalRows: 2, imported: 1, updated: 1 }));
    expect(await fixture.contacts()).toMatchObject([{ name: "Ann", attributes: { plan: "b" } }]);
    const skipping = await fixture.run(
      await fixture.plan("phone,name\n+12025550123,Zoe\n+12025550124,A\n+12025550124,B\n", { on_duplicate: "skip" }),
    );
    expect(skipping.figures).toEqual(figures({ totalRows: 3, imported: 1, skipped: 2 }));
    expect((await fixture.contacts()).map(({ name }) => name)).toEqual(["Ann", "A"]);
  });

  it("changes consent only when it states it", async () => {
    await fixture.run(
      await fixture.plan("phone\n+12025550123\n", { consent_status: "granted", consent_source: "web form" }),
    );
    await fixture.run(await fixture.plan("phone,name\n+12025550123,Ann\n"));
    expect(await fixture.contacts()).toMatchObject([
      { name: "Ann", consent_status: "granted", consent_source: "web form" },
    ]);
    await fixture.run(await fixture.plan("phone\n+12025550123\n", { consent_status: "withdrawn" }));
    expect(await fixture.contacts()).toMatchObject([{ consent_status: "withdrawn" }]);
    // Importing an unknown consent does not cancel a withdrawal.
    await fixture.run(await fixture.plan("phone\n+12025550123\n", { consent_status: "unknown" }));
    expect(await fixture.contacts()).toMatchObject([{ consent_status: "withdrawn", consent_source: "import" }]);
  });

  it("states consent of the numbers as of its request, once: what came later stays", async () => {
    const granting = { consent_status: "granted" as const, consent_source: "web form" };
    const importId = await fixture.plan("phone\n+12025550123\n+12025550124\n", granting);
    const statement = { organizationId: fixture.organizationId, source: "letter", actor: "system" };
    await test.database.inOrganization(fixture.organizationId, (tx) =>
      recordConsents(tx, ["+12025550123"], { ...statement, status: "withdrawn" }),
    );
    await fixture.run(importId);
    expect((await fixture.contacts()).map(({ consent_status }) => consent_status)).toEqual(["withdrawn", "granted"]);
    const changes = await test.everything
      .selectFrom("consent_changes")
      .select(["phone_number", "status", "source"])
      .where("organization_id", "=", fixture.organizationId)
      .orderBy("id")
      .execute();
    expect(changes).toEqual([
      { phone_number: "+12025550123", status: "withdrawn", source: "letter" },
      { phone_number: "+12025550124", status: "granted", source: "web form" },
    ]);
  });

  it.each([
    ["is missing", null, "The file was not uploaded, or it is no longer there."],
    ["is empty", "", "The file is empty."],
    ["has no rows", "phone,name\n", "The file has a header but no rows."],
    ["has no numbers", "name,city\nAnn,Rome\n", /has no column with numbers .* first row says: name, city/],
  ])("fails for good when its file %s", async (_what, file, sentence) => {
    const importId = await fixture.plan(file);
    await expect(fixture.importContacts(importId)).rejects.toMatchObject({
      message: expect.stringMatching(sentence),
      nonRetryable: true,
    });
    expect(await fixture.settle(importId, "for that reason")).toMatchObject({
      status: "failed",
      error: "for that reason",
    });
  });

  it("fails for good when its list is deleted meanwhile, before or between batches", async () => {
    const importId = await fixture.plan(fileOf(ROWS));
    const deleteList = () =>
      test.everything.deleteFrom("contact_lists").where("id", "=", fixture.contactListId).execute();
    const failure = { message: "The contact list was deleted while the file was being imported.", nonRetryable: true };
    const database = acting(deleteList, { database: test.database, at: "set local synchronous_commit", count: 2 });
    await expect(fixture.importContacts(importId, { database })).rejects.toMatchObject(failure);
    await expect(fixture.importContacts(importId)).rejects.toMatchObject(failure);
    expect(await fixture.settle(importId, "gone")).toMatchObject({ status: "failed", error: "gone" });
  });
});

describe("an import into an organization whose rows have a limit", () => {
  const MOST = 10_000_000;
  const measured = (bytes: number) =>
    test.everything
      .insertInto("organization_rows")
      .values({ organization_id: fixture.organizationId, bytes, measured_at: new Date() })
      .execute();
  const bounded = { rowBytesPerOrganization: MOST };

  it("ends there with a sentence, and what came before is in the list", async () => {
    await measured(MOST - 800_000);
    const importId = await fixture.plan(fileOf(ROWS));
    await expect(fixture.importContacts(importId, bounded)).rejects.toMatchObject({
      message: expect.stringContaining("have reached their size limit in the database"),
      nonRetryable: true,
    });
    const imported = await fixture.listCount();
    expect(imported).toBeGreaterThan(0);
    expect(imported).toBeLessThan(ROWS);
  });

  it("is whole where there is room for it", async () => {
    await measured(0);
    await fixture.importContacts(await fixture.plan(fileOf(ROWS)), bounded);
    expect(await fixture.listCount()).toBe(ROWS);
  });
});

describe("progress reports", () => {
  const everyBatch = () => {
    let nowMs = 0;
    return { now: () => new Date((nowMs += 10_000)) };
  };

  it("go to the import's workflow", async () => {
    const importId = await fixture.plan(fileOf(ROWS));
    const reports: unknown[] = [];
    const getHandle = (workflowId: string) => ({
      signal: async (signal: { name: string }, report: unknown) => reports.push([workflowId, signal.name, report]),
    });
    const temporal = Object.assign(Object.create(null), { workflow: { getHandle } });
    await fixture.importContacts(importId, { clock: everyBatch(), temporal });
    expect(reports).toEqual(
      [5000, 10_000, ROWS].map((rows) => [
        `org-${fixture.organizationId}/contact-import-${importId}`,
        "import-progress",
        { file: "contacts.csv", figures: figures({ totalRows: rows, imported: rows }) },
      ]),
    );
  });

  it("progress reports that are lost cost the import nothing", async () => {
    const importId = await fixture.plan(fileOf(10));
    await fixture.importContacts(importId, { clock: everyBatch() });
    expect((await fixture.contacts()).length).toBe(10);
  });
});

describe("an import that is interrupted", () => {
  const whole = { status: "completed", figures: figures({ totalRows: ROWS, imported: ROWS }), error: null };

  it("merges nothing of a file that stops in the middle, and all of it when it comes whole", async () => {
    const importId = await fixture.plan(fileOf(ROWS));
    const read = async (key: string) => Readable.from(breakingOff(await fixture.store.read(key), 200_000));
    await expect(fixture.importContacts(importId, { objectStore: { ...fixture.store, read } })).rejects.toThrow(
      "connection lost",
    );
    expect([(await fixture.contacts()).length, await fixture.listCount()]).toEqual([0, 0]);
    expect(await fixture.run(importId)).toEqual(whole);
    expect([(await fixture.contacts()).length, await fixture.listCount()]).toEqual([ROWS, ROWS]);
  });

  it.each(["commit", "update contact_imports"])("counts a batch once when it dies at `%s`", async (statement) => {
    const importId = await fixture.plan(fileOf(ROWS));
    const die = () => Promise.reject(new Error("killed"));
    const database = acting(die, { database: test.database, at: statement, count: 2 });
    await expect(fixture.importContacts(importId, { database })).rejects.toThrow("killed");
    expect([(await fixture.contacts()).length, await fixture.listCount()]).toEqual([5000, 5000]);
    expect(await fixture.run(importId)).toEqual(whole);
    expect([(await fixture.contacts()).length, await fixture.listCount()]).toEqual([ROWS, ROWS]);
  });

  it("is done once when two workers do it at a time", async () => {
    const importId = await fixture.plan(fileOf(ROWS));
    const tries = await Promise.allSettled([fixture.importContacts(importId), fixture.importContacts(importId)]);
    expect(tries.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    expect(await fixture.run(importId)).toEqual(whole);
    expect([(await fixture.contacts()).length, await fixture.listCount()]).toEqual([ROWS, ROWS]);
  });

  it("merges nothing more after it has ended, and ends once", async () => {
    const importId = await fixture.plan(fileOf(10));
    await fixture.run(importId);
    await fixture.importContacts(importId);
    expect(await fixture.settle(importId, "too late")).toMatchObject({ status: "completed", error: null });
    const events = await test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("organization_id", "=", fixture.organizationId)
      .execute();
    expect(events).toEqual([
      { summary: "Contacts were imported into Customers: 10 new, 0 updated, 0 skipped, 0 invalid" },
    ]);
  });
});

describe("an import with bad rows that ends while the object store is away", () => {
  it("waits for the store when it is completed: its bad rows have a file", async () => {
    const importId = await fixture.plan("phone\n+12025550123\nnobody\n");
    await fixture.importContacts(importId);
    await expect(fixture.settle(importId, null, { objectStore: awayObjectStore() })).rejects.toThrow(ObjectStoreError);
    expect(await fixture.settle(importId)).toMatchObject({ status: "completed" });
    expect(await fixture.faultFile(importId)).toContain("3,nobody,");
  });

  it("ends with its sentence and without the file when it has failed", async () => {
    const importId = await fixture.plan("phone\n+12025550123\nnobody\n");
    await fixture.importContacts(importId);
    const ended = await fixture.settle(importId, "The file could not be read.", { objectStore: awayObjectStore() });
    expect(ended).toMatchObject({ status: "failed", error: "The file could not be read." });
    expect(await fixture.faultFile(importId)).toBe("");
  });
});

async function* breakingOff(file: Readable, afterBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of file) {
    yield chunk;
    bytes += chunk.length;
    if (bytes > afterBytes) throw new Error("connection lost");
  }
}

/** Returns a database that does something before the `count`th statement that begins so; where that fails, the statement does. */
const acting = (
  act: () => Promise<unknown>,
  { database, at, count }: { database: Database; at: string; count: number },
): Database => {
  let left = count;
  const connect = async () => {
    const client = await database.pool.connect();
    const query: typeof client.query = client.query.bind(client);
    const watched = (...args: unknown[]) => {
      const isIt = String(args[0]).trimStart().startsWith(at);
      if (isIt) left -= 1;
      const carryOut = () => Reflect.apply(query, client, args);
      return isIt && left === 0 ? act().then(carryOut) : carryOut();
    };
    return Object.assign(Object.create(client), {
      query: watched,
      release: (error?: boolean) => client.release(error),
    });
  };
  return { ...database, pool: Object.assign(Object.create(database.pool), { connect }) };
};

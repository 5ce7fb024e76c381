import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { openBackupFolder } from "../../../infra/backup/backup-folder.ts";
import { createBackup } from "../../../infra/backup/create-backup.ts";
import { type Restored, restoreBackup } from "../../../infra/backup/restore-backup.ts";
import { describeUnknownCalls } from "../../../infra/backup/unknown-calls-report.ts";
import { createObjectStore, type ObjectStore } from "../../../infra/object-store/object-store.ts";
import { countFigures } from "../../../infra/postgres/campaign/figures.repository.ts";
import { sealedColumns } from "../../../infra/postgres/sealed/sealed-columns.ts";
import { createSecretBox } from "../../../infra/secrets/secret-box.ts";
import { fillTables, type TenantRows } from "../../factories/tenant-rows.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { hasSecret } from "../../harness/rows-with-secret.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

/** A platform in the middle of its work, its backup, and the empty one that the backup is restored into. */
const THEIR_KEY = "11".repeat(32);
const OUR_KEY = "22".repeat(32);

let before: TestDatabase;
let after: TestDatabase;
let stores: { before: ObjectStore; after: ObjectStore };
let tenant: TenantRows;
let folder: string;
let restored: Restored;
let lateContact: Promise<unknown>;

const newStore = async (): Promise<ObjectStore> => {
  const bucket = `backup-${randomBytes(6).toString("hex")}`;
  const store = createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket });
  await store.ensureBucket();
  return store;
};

const restore = () =>
  restoreBackup({
    folder,
    databaseUrl: after.superuserUrl,
    applicationUrl: after.url,
    objectStore: stores.after,
    encryptionKeys: [OUR_KEY],
  });

/** Answered by people: a question whose person is to be called back, and an action that is to be carried out. */
const settleRequests = async (): Promise<void> => {
  const { everything } = before;
  const settled = { state: "settled", settled_by: "user:1", settled_at: new Date() } as const;
  const question = everything.updateTable("requests").where("request_key", "=", "a question");
  await question.set({ ...settled, decision: "answered", follow_up: "call_back" }).execute();
  const action = everything.updateTable("requests").where("request_key", "=", "an action");
  await action.set({ ...settled, decision: "confirmed" }).execute();
  await everything.updateTable("tool_calls").set({ state: "requested" }).where("state", "=", "proposed").execute();
  await everything.updateTable("thread_replies").set({ state: "thinking" }).execute();
};

/** A request like the question that nobody has answered, and another one that is over. */
const openAnotherRequest = async (): Promise<void> => {
  const row = await before.everything
    .selectFrom("requests")
    .selectAll()
    .where("request_key", "=", "a question")
    .executeTakeFirstOrThrow();
  const { id: _id, ...columns } = row;
  for (const [event_id, request_key, finished_at] of [
    [OPEN_EVENT, "open", null],
    [OVER_EVENT, "over", "2026-01-01"],
  ] as const)
    await before.everything
      .insertInto("requests")
      .values({ ...columns, event_id, request_key, finished_at, subject: { ...row.subject } })
      .execute();
};
const [OPEN_EVENT, OVER_EVENT] = [900_001, 900_002];

const addDraft = async (): Promise<void> => {
  const row = await before.everything.selectFrom("campaigns").selectAll().executeTakeFirstOrThrow();
  const { id: _id, ...columns } = row;
  const draft = { ...columns, name: "Nobody has started it", state: "draft" as const };
  await before.everything.insertInto("campaigns").values(draft).execute();
};

/** The call of the factory waits; another one is with its carrier, and the campaign is under way. */
const beInTheMiddle = async (): Promise<void> => {
  const { everything } = before;
  await everything.updateTable("campaigns").set({ state: "running" }).where("id", "=", campaignId()).execute();
  const [queued] = await everything.selectFrom("call_runs").selectAll().where("state", "=", "queued").execute();
  if (!queued) throw new Error("the factory makes a call that waits");
  const { id: _id, ...columns } = queued;
  await everything
    .insertInto("call_runs")
    .values({
      ...columns,
      uuid: randomUUID(),
      state: "dialing",
      called_number: "+12025550177",
      claim_token: null,
      campaign_contact_id: null,
    })
    .execute();
  const contact = await everything
    .updateTable("campaign_contacts")
    .set({ state: "in_flight", retries: 1 })
    .where("campaign_id", "=", campaignId())
    .returning("id")
    .executeTakeFirstOrThrow();
  await everything
    .updateTable("call_runs")
    .set({ called_number: "+12025550178", campaign_contact_id: contact.id })
    .where("id", "=", queued.id)
    .execute();
  const counted = await everything.transaction().execute((tx) => countFigures(tx, campaignId()));
  await everything.updateTable("campaign_figures").set(counted).where("campaign_id", "=", campaignId()).execute();
};
const campaignId = () => Number(tenant.pathParameters["campaign_id"]);

const sealWith = async (key: string): Promise<void> => {
  const secrets = createSecretBox([key]);
  for (const { table, columns, boundTo, contextOf } of sealedColumns) {
    const bound = boundTo.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}::text`);
    const { rows } = await sql<{ row: string; bound: Record<string, string> }>`select ctid::text as row,
      jsonb_build_object(${sql.join(bound)}) as bound from ${sql.table(table)}`.execute(before.everything);
    for (const { row, bound: place } of rows) {
      const sealed = secrets.seal("a word", contextOf(place));
      const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sealed}`));
      await sql`update ${sql.table(table)} set ${set} where ctid = ${row}::tid and ${hasSecret(table)}`.execute(
        before.everything,
      );
    }
  }
};

beforeAll(async () => {
  before = await createTestDatabase();
  after = await createTestDatabase();
  stores = { before: await newStore(), after: await newStore() };
  tenant = await fillTables(before, "ours");
  await addDraft();
  await beInTheMiddle();
  await openAnotherRequest();
  await settleRequests();
  await sealWith(THEIR_KEY);
  await stores.before.put("recordings/a call.wav", Buffer.from("what was said"), "audio/wav");
  await stores.before.put("texts/ünusual & odd?.txt", Buffer.from("a key is no path"), "text/plain");
  folder = join(mkdtempSync(join(tmpdir(), "ringdown-backup-")), "backup");
  // The platform goes on meanwhile: what it writes is in the backup or not, and hinders nobody.
  lateContact = before.database.inOrganization(tenant.organizationId, (tx) =>
    tx.insertInto("contact_lists").values({ organization_id: tenant.organizationId, name: "made meanwhile" }).execute(),
  );
  await createBackup({
    databaseUrl: before.superuserUrl,
    objectStore: stores.before,
    encryptionKeys: [THEIR_KEY],
    folder,
  });
  await lateContact;
  restored = await restore();
});
afterAll(async () => {
  rmSync(join(folder, ".."), { recursive: true });
  await before.drop();
  await after.drop();
});

describe("a backup", () => {
  it("is its owner's alone", () => {
    for (const file of ["keys.json", "manifest.json", "postgres/contacts.copy.gz"])
      expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("is not written over another one", async () => {
    const again = createBackup({
      databaseUrl: before.superuserUrl,
      objectStore: stores.before,
      encryptionKeys: [],
      folder,
    });
    await expect(again).rejects.toThrow(/is not empty/);
  });

  it("leaves the keys out where they are kept elsewhere", async () => {
    const other = join(folder, "..", "without-keys");
    const manifest = await createBackup({
      databaseUrl: before.superuserUrl,
      objectStore: stores.before,
      encryptionKeys: [],
      folder: other,
    });
    expect(existsSync(join(other, "keys.json"))).toBe(false);
    expect(readFileSync(join(other, "manifest.json"), "utf8")).not.toContain(THEIR_KEY);
    expect(manifest.objects).toHaveLength(2);
  });

  it("has the recording of a call that goes on, whose file is replaced before the rest is copied", async () => {
    const key = `calls/${tenant.organizationId}/recording.wav`;
    await stores.before.put(key, Buffer.from("so far"), "audio/wav");
    const other = join(folder, "..", "during-a-call");
    async function* listAfterRemoval() {
      await stores.before.remove(key);
      yield* stores.before.list();
    }
    const manifest = await createBackup({
      databaseUrl: before.superuserUrl,
      objectStore: { ...stores.before, list: listAfterRemoval },
      encryptionKeys: [],
      folder: other,
    });
    expect(manifest.objects[0]).toEqual({ key, sizeBytes: 1, contentType: "audio/wav" });
    expect(manifest.objects).toHaveLength(3);
    expect(readFileSync(openBackupFolder(other).objectFile(key), "utf8")).toBe("so far");
  });
});

describe("a restored platform", () => {
  /** Columns that the restore itself changes: states that say what is not known, what the tables derive from them, and seals. */
  const CHANGED =
    /_sealed$|^encryption_key_id$|^(state|waits|outcome|ended_at|over_at|caller_number_at_end|end_reason|error|completed_at|updated_at|expires_at|carried_out_at|told_at|finished_at|needs_reingest|words_indexed_to)$/;

  it("has every row of every table, but for the states of what was under way and the record of that", async () => {
    expect(restored.manifest.tables.length).toBeGreaterThan(40);
    // It is not logged: what API processes count together is worth nothing later.
    expect(restored.manifest.tables.map(({ name }) => name)).not.toContain("api_processes");
    const grown = /^(timeline_events|unsealed_entries|campaign_logs|campaign_figures|campaign_steps|run_count\w*)$/;
    for (const { name, columns } of restored.manifest.tables.filter((table) => !grown.test(table.name))) {
      const kept = columns.filter((column) => !CHANGED.test(column)).map((column) => sql.ref(column));
      const read = async (test: TestDatabase) =>
        (
          await sql<{
            row: string;
          }>`select row(${sql.join(kept)})::text as row from ${sql.table(name)} order by 1`.execute(test.everything)
        ).rows;
      const found = await read(after);
      const expected = (await read(before)).filter(
        ({ row }) =>
          name !== "contact_lists" || !row.includes("made meanwhile") || found.some((each) => each.row === row),
      );
      expect([name, found]).toEqual([name, expected]);
      expect([name, found.length]).toEqual([name, expect.any(Number)]);
    }
  });

  it("has every object with its type, whatever its key", async () => {
    expect(await text(await stores.after.read("recordings/a call.wav"))).toBe("what was said");
    expect(await text(await stores.after.read("texts/ünusual & odd?.txt"))).toBe("a key is no path");
    const types = [];
    for await (const { contentType } of stores.after.list()) types.push(contentType);
    expect(types.toSorted()).toEqual(["audio/wav", "text/plain"]);
  });

  it("is sealed with the key of the platform that it was restored into", async () => {
    const ours = createSecretBox([OUR_KEY]);
    const rows = await after.everything.selectFrom("credentials").select(["uuid", "data_sealed"]).execute();
    expect(rows.map(({ uuid, data_sealed }) => ours.open(data_sealed, `credential:${uuid}`))).toEqual(["a word"]);
    expect(restored.resealed.flatMap(({ unopened }) => Object.keys(unopened))).toEqual([]);
  });

  it("gives new rows ids that no row has", async () => {
    const values = { organization_id: tenant.organizationId, name: "made afterwards" };
    const list = await after.everything
      .insertInto("contact_lists")
      .values(values)
      .returning("id")
      .executeTakeFirstOrThrow();
    const { max } = await before.everything
      .selectFrom("contact_lists")
      .select((eb) => eb.fn.max("id").as("max"))
      .executeTakeFirstOrThrow();
    expect(list.id).toBeGreaterThan(Number(max));
    await after.everything.deleteFrom("contact_lists").where("id", "=", list.id).execute();
  });

  it("dials nothing: no campaign is under way and no call waits", async () => {
    const campaigns = await after.everything
      .selectFrom("campaigns")
      .select("state")
      .where("id", "=", campaignId())
      .execute();
    expect(campaigns).toEqual([{ state: "canceled" }]);
    const { rows } = await sql`select state, end_reason from call_runs order by id`.execute(after.everything);
    expect(rows).toEqual(
      expect.arrayContaining([
        { state: "canceled", end_reason: "restored" },
        { state: "dialing", end_reason: null },
      ]),
    );
    expect(rows).not.toEqual(expect.arrayContaining([expect.objectContaining({ state: "queued" })]));
    expect((await sql`select from platform_running_campaigns()`.execute(after.everything)).rows).toEqual([]);
    expect((await sql`select from platform_queued_calls(interval '0')`.execute(after.everything)).rows).toEqual([]);
  });

  it("counts whose call waited among those to be called again, so that nobody seems to be on the phone", async () => {
    const counted = await after.everything.transaction().execute((tx) => countFigures(tx, campaignId()));
    expect(counted).toMatchObject({ total: 1, in_flight: 0, waiting_retry: 1 });
    const kept = await after.everything
      .selectFrom("campaign_figures")
      .selectAll()
      .where("campaign_id", "=", campaignId())
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject(counted);
  });

  it("carries out nothing that people confirmed or asked for before: requests, their tool calls and replies are over", async () => {
    const { rows } =
      await sql`select r.request_key, r.state, t.state as call, (r.carried_out_at is not null) as carried,
      (r.told_at is not null) as told from requests r left join tool_calls t on t.uuid = r.tool_call_id order by 1`.execute(
        after.everything,
      );
    expect(rows).toEqual([
      { request_key: "a question", state: "settled", call: null, carried: false, told: true },
      { request_key: "an action", state: "settled", call: "unknown", carried: true, told: true },
      { request_key: "open", state: "expired", call: null, carried: false, told: true },
      { request_key: "over", state: "open", call: null, carried: false, told: false },
    ]);
    const unfinished = sql`select from platform_unfinished_requests(interval '0', 0)`.execute(after.everything);
    expect((await unfinished).rows).toEqual([]);
    const unanswered = sql`select from platform_unanswered_threads(interval '0', 0)`.execute(after.everything);
    expect((await unanswered).rows).toEqual([]);
    const told = await after.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where(sql<boolean>`payload->>'event' = 'restored'`)
      .execute();
    expect(told.map(({ summary }) => summary.split(": ")[1]).toSorted()).toEqual([
      "A table on Monday",
      "What now?",
      "What now?",
    ]);
  });

  it("has every readable document and all words indexed again, because the index is in no backup", async () => {
    const documents = await after.everything.selectFrom("documents").select("needs_reingest").execute();
    expect(documents).toEqual([{ needs_reingest: true }]);
    expect(restored.unindexed).toBe(1);
    const organizations = await after.everything.selectFrom("organizations").select("words_indexed_to").execute();
    expect(organizations.map(({ words_indexed_to: at }) => at)).toContain(0);
    expect(restored.unindexedWords).toBeGreaterThan(0);
  });

  it("comes with the names of what it cannot know", () => {
    const report = describeUnknownCalls(restored).join("\n");
    expect(restored.unknown.campaigns).toEqual([expect.objectContaining({ id: campaignId() })]);
    expect(restored.unknown.waiting).toEqual([expect.objectContaining({ calledNumber: "+12025550178" })]);
    expect(restored.unknown.underWay).toEqual([
      expect.objectContaining({ calledNumber: "+12025550177", state: "dialing" }),
    ]);
    for (const { uuid } of [...restored.unknown.waiting, ...restored.unknown.underWay]) expect(report).toContain(uuid);
    expect(report).toContain(`campaign ${campaignId()}`);
    expect(report).toContain('"Nobody has started it"');
    expect(restored.unknown.requests.map(({ kind, unknown }) => `${kind}: ${unknown}`).toSorted()).toEqual([
      "action: action",
      "question: answer",
      "question: call back",
    ]);
    expect(report).toContain(`event ${OPEN_EVENT}, question: answer unknown`);
    expect(restored.unknown.replies).toHaveLength(1);
    expect(report).not.toMatch(/\+1202/);
    expect(report).toContain("\n1 campaign was under way and is canceled. It may");
  });

  it("says that nothing was under way where nothing was", () => {
    const nothing = { campaigns: [], drafts: [], waiting: [], underWay: [], requests: [], replies: [] };
    expect(describeUnknownCalls({ ...restored, unknown: nothing })).toEqual([
      expect.stringContaining("No campaign, call, request or reply was under way then."),
    ]);
    const [, ...some] = describeUnknownCalls({ ...restored, unknown: { ...nothing, drafts: restored.unknown.drafts } });
    expect(some[0]).toMatch(/^\d+ campaigns? (was a draft|were drafts)/);
    expect(some).toHaveLength(restored.unknown.drafts.length + 2);
  });
});

describe("a restore is refused, with nothing changed,", () => {
  it("where somebody works already, whose schema may be an older version's", async () => {
    const applied = () => sql`select name from kysely_migration order by name`.execute(after.everything);
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
      after.everything,
    );
    const { rows } = await applied();
    await expect(restore()).rejects.toThrow(/empty one.*SIGNUP_ENABLED=false/);
    expect((await applied()).rows).toEqual(rows);
  });

  it("when a file of the backup is not whole, or the backup was broken off", async () => {
    const empty = await createTestDatabase();
    const file = join(folder, "postgres", "contacts.copy.gz");
    const whole = readFileSync(file);
    const into = () =>
      restoreBackup({
        folder,
        databaseUrl: empty.superuserUrl,
        applicationUrl: empty.url,
        objectStore: stores.after,
        encryptionKeys: [OUR_KEY],
      });
    writeFileSync(file, whole.subarray(0, whole.length - 12));
    await expect(into()).rejects.toThrow();
    expect(await empty.everything.selectFrom("organizations").select("id").execute()).toEqual([]);
    writeFileSync(file, whole);
    const manifest = readFileSync(join(folder, "manifest.json"));
    rmSync(join(folder, "manifest.json"));
    await expect(into()).rejects.toThrow(/manifest\.json/);
    writeFileSync(join(folder, "manifest.json"), manifest);
    await empty.drop();
  });
});

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { removeExpired } from "../../../activities/retention/remove-expired.ts";
import { indexSpokenWords } from "../../../application/conversation/spoken-words.ts";
import type { RetentionKind } from "../../../domain/removal/retention.rules.ts";
import type { ObjectStore } from "../../../infra/object-store/object-store.ts";
import { openTranscriptIndex } from "../../../infra/passage-index/open-passage-index.ts";
import { buildArtifactKey, insertArtifact } from "../../../infra/postgres/artifact/artifact.repository.ts";
import { findExchange, keepExchange } from "../../../infra/postgres/webhook/webhook-exchange.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { plainSettings } from "../../factories/campaigns.ts";
import { createTenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

const DAY_MS = 86_400_000;
const PAGE = 100;

let test: TestDatabase;
let objects: Map<string, string>;
let store: Pick<ObjectStore, "remove">;
const folder = mkdtempSync(join(tmpdir(), "ringdown-retention-"));
const transcriptIndex = openTranscriptIndex({ dataDir: folder });

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await transcriptIndex.close();
  rmSync(folder, { recursive: true, force: true });
  await test.drop();
});
beforeEach(async () => {
  await test.everything.updateTable("organizations").set({ retention_days: null, retention: null }).execute();
  objects = new Map();
  store = { remove: async (key) => void objects.delete(key) };
});

const remove = (page = PAGE, retentionCeilings: Partial<Record<RetentionKind, number>> = {}) => {
  const unused = (): never => {
    throw new Error("retention only removes");
  };
  const objectStore: ObjectStore = {
    open: unused,
    ensureBucket: unused,
    signUpload: unused,
    signForm: unused,
    signDownload: unused,
    put: unused,
    read: unused,
    size: unused,
    list: unused,
    describe: unused,
    ...store,
  };
  return removeExpired({ database: test.database, objectStore, transcriptIndex, retentionCeilings }, page);
};

const createOrganization = async (retentionDays: number | null) => {
  const tenant = await createTenant(test);
  const { organizationId } = tenant;
  await test.everything
    .updateTable("organizations")
    .set({ retention_days: retentionDays })
    .where("id", "=", organizationId)
    .execute();
  return { organizationId, ...(await createAgentRows(test, tenant)) };
};
type Organization = Awaited<ReturnType<typeof createOrganization>>;

/** A call in which something was said so long ago, and what is kept of it. */
const talk = async (
  organization: Organization,
  { days, endedDaysAgo = days }: { days: number; endedDaysAgo?: number | null },
) => {
  const { organizationId: organization_id } = organization;
  const at = new Date(Date.now() - days * DAY_MS);
  const ended_at = endedDaysAgo === null ? null : new Date(Date.now() - endedDaysAgo * DAY_MS);
  const over = ended_at ? endedCall({ ended_at }) : { state: "in_progress" as const };
  const run = await createRunRow(test, organization, {
    ...over,
    gathered_context: { day: "Monday" },
    evidence: { day: { text: "Monday, please", at: null, entry_id: 1 } },
  });
  const row = { organization_id, run_id: run.id };
  const db = test.everything;
  await db
    .insertInto("conversations")
    .values({
      ...row,
      driver: "relay",
      state: ended_at ? "ended" : "open",
      started_at: at,
      gathered: { day: "Monday" },
    })
    .execute();
  await db
    .insertInto("conversation_turns")
    .values({ ...row, number: 1, key: "1", input: { kind: "speech", text: "On Monday" }, state: "done" })
    .execute();
  const uuid = randomUUID();
  await db
    .insertInto("conversation_entries")
    .values({ ...row, turn: 1, speaker: "person", text: "On Monday", tool_call_id: uuid })
    .execute();
  const arguments_sealed = testSecrets.seal(`{"day":"Monday"}`, `tool-call:${uuid}`);
  await db
    .insertInto("tool_calls")
    .values({ ...row, uuid, turn: 1, tool_uuid: randomUUID(), name: "book", request_id: "1", arguments_sealed })
    .execute();
  const file = { artifactType: "transcript", format: "txt", contentType: "text/plain" } as const;
  objects.set(buildArtifactKey(run, file), "On Monday");
  await test.database.inOrganization(organization_id, (tx) => insertArtifact(tx, run, { ...file, sizeBytes: 9 }));
  await db.updateTable("call_artifacts").set({ created_at: at }).where("run_id", "=", run.id).execute();
  return run.id;
};

const TABLES = ["conversation_entries", "conversation_turns", "tool_calls", "call_artifacts"] as const;

/** Counts the run's rows with words, table by table. */
const rowsOf = async (runId: number): Promise<number[]> => {
  const counted = [];
  for (const table of TABLES) {
    const rows = await test.everything.selectFrom(table).select("run_id").where("run_id", "=", runId).execute();
    counted.push(rows.length);
  }
  return counted;
};
const WHOLE = [1, 1, 1, 1];
const NOTHING = [0, 0, 0, 0];

/** A delivery of a webhook whose event was so long ago; its words are kept with the try. */
const deliver = async ({ organizationId: organization_id }: Organization, days: number): Promise<number> => {
  const at = new Date(Date.now() - days * DAY_MS);
  const endpoint = await test.everything
    .insertInto("webhook_endpoints")
    .values({ organization_id, url: "https://example.com/hook", secret_sealed: Buffer.from("x") })
    .returning("id")
    .executeTakeFirstOrThrow();
  const delivery = await test.everything
    .insertInto("webhook_deliveries")
    .values({ organization_id, endpoint_id: endpoint.id, event_type: "message", state: "delivered", created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
  const exchange = {
    url: "https://example.com/hook",
    request_headers: {},
    request_body: "On Monday",
    answer_status: 200,
    answer_body: "",
    took_ms: 1,
  };
  await test.database.inOrganization(organization_id, (tx) => keepExchange(tx, { delivery, at: new Date(), exchange }));
  return delivery.id;
};

const isExchangeKept = (id: number) => async (organizationId: number) =>
  (await test.database.inOrganization(organizationId, (tx) => findExchange(tx, id))) !== undefined;

const keep = (organizationId: number, retention: Partial<Record<RetentionKind, number>>) =>
  test.everything.updateTable("organizations").set({ retention }).where("id", "=", organizationId).execute();

/** A list with a contact that was added so long ago, and an import with a row that it could not take. */
const createContact = async ({ organizationId: organization_id }: Organization, days: number) => {
  const at = new Date(Date.now() - days * DAY_MS);
  const list = await test.everything
    .insertInto("contact_lists")
    .values({ organization_id, name: randomUUID(), contact_count: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const contact = await test.everything
    .insertInto("contacts")
    .values({ organization_id, contact_list_id: list.id, phone_number: "+14155550171", created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const errors_key = `org-${organization_id}/imports/${list.id}-errors.csv`;
  objects.set(errors_key, "Ada,nonsense");
  const imported = await test.everything
    .insertInto("contact_imports")
    .values({
      organization_id,
      contact_list_id: list.id,
      object_key: randomUUID(),
      errors_key,
      status: "completed",
      completed_at: at,
      request_uuid: randomUUID(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await test.everything
    .insertInto("contact_import_errors")
    .values({ organization_id, import_id: imported.id, line: 2, value: "nonsense", reason: "is no number" })
    .execute();
  return { listId: list.id, contactId: contact.id, importId: imported.id };
};
const countOf = async (table: "contacts" | "contact_import_errors" | "do_not_call", organizationId: number) =>
  (
    await test.everything
      .selectFrom(table)
      .select("organization_id")
      .where("organization_id", "=", organizationId)
      .execute()
  ).length;

describe("each kind of data", () => {
  it("goes by days of its own: recordings stay where words go, and the other way round", async () => {
    const [words, recordings] = [await createOrganization(null), await createOrganization(1)];
    await keep(words.organizationId, { words: 2 });
    await keep(recordings.organizationId, { words: 9, recordings: 2 });
    const [one, other] = [await talk(words, { days: 3 }), await talk(recordings, { days: 3 })];
    await test.everything.updateTable("call_artifacts").set({ artifact_type: "recording" }).execute();
    await remove();
    expect(await rowsOf(one)).toEqual([0, 0, 0, 1]);
    expect(await rowsOf(other)).toEqual([1, 1, 1, 0]);
  });

  it("contacts go with their count, but none that a campaign may still call; do-not-call entries stay", async () => {
    const organization = await createOrganization(null);
    const { organizationId } = organization;
    await keep(organizationId, { contacts: 10, import_files: 10 });
    const old = await createContact(organization, 11);
    const called = await createContact(organization, 11);
    await createContact(organization, 9);
    await test.everything
      .insertInto("do_not_call")
      .values({
        organization_id: organizationId,
        phone_number: "+14155550171",
        source: "manual",
        created_at: new Date(0),
      })
      .execute();
    await test.everything
      .insertInto("campaigns")
      .values({
        ...plainSettings,
        organization_id: organizationId,
        name: "Spring",
        agent_id: organization.agentId,
        source_type: "contact_list",
        source_id: String(called.listId),
        contact_list_id: called.listId,
        state: "paused",
      })
      .execute();
    await remove();
    const contacts = await test.everything
      .selectFrom("contacts")
      .select("id")
      .where("organization_id", "=", organizationId)
      .execute();
    expect(contacts.map(({ id }) => id)).not.toContain(old.contactId);
    expect(contacts.map(({ id }) => id)).toContain(called.contactId);
    expect(contacts).toHaveLength(2);
    expect(await countOf("do_not_call", organizationId)).toBe(1);
    expect(await countOf("contact_import_errors", organizationId)).toBe(1);
    expect(objects.size).toBe(1);
    const list = await test.everything
      .selectFrom("contact_lists")
      .select("contact_count")
      .where("id", "=", old.listId)
      .executeTakeFirstOrThrow();
    expect(list.contact_count).toBe(0);
  });

  it("is kept no longer than the operator lets any organization keep it", async () => {
    const [unset, longer] = [await createOrganization(null), await createOrganization(100)];
    const runs = [await talk(unset, { days: 3 }), await talk(longer, { days: 3 })];
    await remove(PAGE, { words: 2 });
    for (const run of runs) expect(await rowsOf(run)).toEqual(NOTHING);
  });
});

describe("data whose retention has ended", () => {
  it("is what was sent to webhooks, however late; the delivery stays", async () => {
    const [organization, other] = [await createOrganization(2), await createOrganization(null)];
    const old = await deliver(organization, 3);
    const kept = await deliver(organization, 1);
    const theirs = await deliver(other, 3000);
    expect(await remove(1)).toEqual({ removed: 1, more: true });
    expect(await remove()).toEqual({ removed: 0, more: false });
    expect(await isExchangeKept(old)(organization.organizationId)).toBe(false);
    expect(await isExchangeKept(kept)(organization.organizationId)).toBe(true);
    expect(await isExchangeKept(theirs)(other.organizationId)).toBe(true);
    const rows = await test.everything.selectFrom("webhook_deliveries").select("id").where("id", "=", old).execute();
    expect(rows).toEqual([{ id: old }]);
  });

  it("is removed: files, words, and what tools were told; what was concluded stays", async () => {
    const organization = await createOrganization(2);
    const old = await talk(organization, { days: 3 });
    expect(await remove()).toEqual({ removed: 2, more: false });
    expect([await rowsOf(old), objects.size]).toEqual([NOTHING, 0]);
    const run = await test.everything
      .selectFrom("call_runs")
      .innerJoin("conversations", "conversations.run_id", "call_runs.id")
      .select(["call_runs.gathered_context", "call_runs.evidence", "outcome", "gathered", "words_removed_at"])
      .where("call_runs.id", "=", old)
      .executeTakeFirstOrThrow();
    expect(run).toEqual({
      gathered_context: { day: "Monday" },
      evidence: {},
      outcome: "answered",
      gathered: {},
      words_removed_at: expect.any(Date),
    });
    expect(await remove()).toEqual({ removed: 0, more: false });
  });

  it("is searched no more: words leave the index before their rows, and those of others stay", async () => {
    const organization = await createOrganization(2);
    const runs = [await talk(organization, { days: 3 }), await talk(organization, { days: 1 })];
    const rows = await test.everything.selectFrom("call_runs").selectAll().where("id", "in", runs).execute();
    for (const run of rows) await indexSpokenWords({ database: test.database, transcriptIndex }, run);
    const filter = { scopes: null, namedDocumentUuids: [], documentUuids: null };
    const find = async () => {
      const hits = await transcriptIndex.matching(organization.organizationId, { text: "Monday", filter, limit: 10 });
      return hits.map(({ id }) => id).sort();
    };
    expect(await find()).toEqual(runs.map((id) => `${id}:0`).sort());
    await remove();
    expect(await find()).toEqual([`${runs[1]}:0`]);
  });

  it("is not what is younger, of a call that goes on, or of somebody who keeps everything", async () => {
    const organization = await createOrganization(2);
    const kept = [
      await talk(organization, { days: 1 }),
      await talk(await createOrganization(null), { days: 3000 }),
      await talk(await createOrganization(5), { days: 4 }),
    ];
    const live = await talk(organization, { days: 3, endedDaysAgo: null });
    const longOne = await talk(organization, { days: 3, endedDaysAgo: 1 });
    await remove();
    for (const id of kept) expect(await rowsOf(id)).toEqual(WHOLE);
    for (const id of [live, longOne]) expect((await rowsOf(id)).slice(0, 3)).toEqual([1, 1, 1]);
  });

  it("goes page by page until nothing is left, of all organizations", async () => {
    const [one, another] = [await createOrganization(2), await createOrganization(2)];
    const ids = [];
    for (const organization of [one, one, one, another, another]) ids.push(await talk(organization, { days: 3 }));
    const pages = [await remove(2), await remove(2), await remove(2)];
    expect(pages).toEqual([
      { removed: 4, more: true },
      { removed: 4, more: true },
      { removed: 2, more: false },
    ]);
    for (const id of ids) expect(await rowsOf(id)).toEqual(NOTHING);
  });

  it("is removed after a crash between the object and its row", async () => {
    const run = await talk(await createOrganization(2), { days: 3 });
    store = {
      remove: async (key) => {
        objects.delete(key);
        throw new Error("the process dies here");
      },
    };
    await expect(remove()).rejects.toThrow("dies here");
    expect([objects.size, await rowsOf(run)]).toEqual([0, WHOLE]);
    store = { remove: async (key) => void objects.delete(key) };
    expect(await remove()).toEqual({ removed: 2, more: false });
    expect(await rowsOf(run)).toEqual(NOTHING);
  });

  it("includes answers that are remembered for requests made again", async () => {
    const organization = await createOrganization(2);
    await talk(organization, { days: 3 });
    const remembered = (key: string, hours: number) => ({
      organization_id: organization.organizationId,
      key,
      request_hash: Buffer.from(key),
      created_at: new Date(Date.now() - hours * 3_600_000),
    });
    await test.everything
      .insertInto("idempotency_keys")
      .values([remembered("yesterday", 25), remembered("today", 23)])
      .execute();
    await remove();
    const keys = await test.everything
      .selectFrom("idempotency_keys")
      .select("key")
      .where("organization_id", "=", organization.organizationId)
      .execute();
    expect(keys).toEqual([{ key: "today" }]);
  });

  it("includes what messages of threads say, and the replies that formed, of this organization alone", async () => {
    const [organization, other] = [await createOrganization(2), await createOrganization(null)];
    const write = async ({ organizationId: organization_id }: Organization, days: number, payload: object) => {
      const row = await test.everything
        .insertInto("timeline_events")
        .values({
          organization_id,
          kind: "message",
          actor: "user:1",
          summary: "On Monday",
          payload,
          at: new Date(Date.now() - days * DAY_MS),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    };
    const asked = await write(organization, 3, { text: "On Monday" });
    const answered = await write(organization, 3, { text: "On Monday", reply_to: asked });
    const recent = await write(organization, 1, { text: "On Monday" });
    const foreign = await write(other, 3, { text: "On Monday" });
    const thread = await test.everything
      .insertInto("threads")
      .values({ organization_id: organization.organizationId, kind: "agent", agent_id: organization.agentId })
      .returning("id")
      .executeTakeFirstOrThrow();
    const reply = {
      organization_id: organization.organizationId,
      thread_id: thread.id,
      agent_id: organization.agentId,
    };
    await test.everything
      .insertInto("thread_replies")
      .values({ ...reply, event_id: asked, run_id: 1, state: "done", text: "On Monday" })
      .execute();
    expect(await remove()).toEqual({ removed: 2, more: false });
    const rows = await test.everything
      .selectFrom("timeline_events")
      .select(["id", "summary", "payload"])
      .where("id", "in", [asked, answered, recent, foreign])
      .orderBy("id")
      .execute();
    const summary = "The words of this message are no longer kept";
    expect(rows).toEqual([
      { id: asked, summary, payload: {} },
      { id: answered, summary, payload: { reply_to: asked } },
      { id: recent, summary: "On Monday", payload: { text: "On Monday" } },
      { id: foreign, summary: "On Monday", payload: { text: "On Monday" } },
    ]);
    const replies = test.everything.selectFrom("thread_replies").select("text").where("event_id", "=", asked);
    expect(await replies.execute()).toEqual([{ text: "" }]);
    expect(await remove()).toEqual({ removed: 0, more: false });
  });
});

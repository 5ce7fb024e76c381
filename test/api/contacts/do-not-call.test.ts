import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { removeUnusedContactFiles } from "../../../activities/maintenance/remove-unused-contact-files.ts";
import {
  addDoNotCallOperation,
  listDoNotCallOperation,
  removeDoNotCallOperation,
  uploadDoNotCallOperation,
} from "../../../api/contacts/do-not-call.operations.ts";
import { buildContactFileKey } from "../../../domain/contact/contact-file-key.ts";
import { fictionalNumber } from "../../factories/contacts.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { startTestApi } from "../../harness/test-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { workbook } from "../../infra/contact-file/workbook.ts";

let tenant: Tenant;
let operator: ApiClient;

const { test, api } = await useTestApi();
beforeEach(async () => {
  tenant = await createTenant(test);
  operator = api.client(tenant.operator);
});

const add = async (body: { phone_numbers: string[]; reason?: string; expires_at?: string }) =>
  (await operator.call(addDoNotCallOperation, { body })).body;
const entries = async () => (await operator.call(listDoNotCallOperation, { query: { limit: 100 } })).body.do_not_call;
const listed = async () => (await entries()).map(({ phone_number }) => phone_number);
const uploadForm = (content: string, name = "numbers.csv", headers: Record<string, string> = {}) => {
  const body = new FormData();
  body.set("file", new Blob([content]), name);
  return operator.fetch("/api/v1/do-not-call/upload", { method: "POST", body, headers });
};

describe("files that are read while their sender waits", () => {
  it("are one at a time for an organization; another one's is read meanwhile", async () => {
    const neighbour = api.client((await createTenant(test)).operator);
    const { first, refused } = await untilNextIsRefused(() => slowUpload(operator));
    expect(refused.headers.get("retry-after")).toBe("5");
    const body = new FormData();
    body.set("file", new Blob(["phone\n+12025550123\n"]), "numbers.csv");
    const path = "/api/v1/do-not-call/upload";
    expect((await neighbour.fetch(path, { method: "POST", body })).status).toBe(200);
    expect((await first.finish()).status).toBe(200);
    expect((await uploadForm("phone\n+12025550124\n")).status).toBe(200);
  });
});

interface SlowUpload {
  finish(): unknown;
  /** It had come second and was refused itself. */
  isAnswered(): boolean;
}

/** Returns an upload that is being read, and the answer of the one after it. */
const untilNextIsRefused = <Upload extends SlowUpload>(begin: () => Upload) => {
  let first = begin();
  return waitUntil("the next one is refused", async () => {
    const refused = await uploadForm("phone\n+12025550123\n");
    if (refused.status === 429) return { first, refused };
    if (first.isAnswered()) first = begin();
    return null;
  });
};

/** A form whose file goes on until it is told to end. */
const slowUpload = (client: ApiClient): Omit<SlowUpload, "finish"> & { finish(): Promise<Response> } => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\n';
  async function* pieces() {
    yield Buffer.from(`${part}+12025550122\n`);
    await ended;
    yield Buffer.from("\r\n--x--\r\n");
  }
  const response = client.fetch("/api/v1/do-not-call/upload", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: ReadableStream.from(pieces()),
    duplex: "half",
  });
  let isAnswered = false;
  void response.then(() => (isAnswered = true));
  return {
    finish: () => {
      end();
      return response;
    },
    isAnswered: () => isAnswered,
  };
};

describe("numbers", () => {
  it("are added once each; those that are none are told with the reason", async () => {
    const first = await add({
      phone_numbers: ["+1 202 555 0123", "+12025550123", "+12025550124", "12"],
      reason: "asked",
    });
    expect(first).toEqual({
      added: 2,
      already_listed: 0,
      invalid: [{ phone_number: "12", reason: expect.stringContaining("country code") }],
      invalid_count: 1,
    });
    expect(await add({ phone_numbers: ["+12025550124"] })).toMatchObject({ added: 0, already_listed: 1 });
    expect(await entries()).toEqual([
      {
        phone_number: "+12025550123",
        environment: "production",
        reason: "asked",
        source: "manual",
        created_by: tenant.operator.userId,
        created_at: expect.any(String),
        expires_at: null,
      },
      expect.objectContaining({ phone_number: "+12025550124", reason: "asked" }),
    ]);
  });

  it("are read in the organization's country, and keys leave their mark", async () => {
    await test.everything
      .updateTable("organizations")
      .set({ country: "US" })
      .where("id", "=", tenant.organizationId)
      .execute();
    const key = await createKey(test, { tenant });
    await api.client(key).call(addDoNotCallOperation, { body: { phone_numbers: ["(202) 555-0123"] } });
    expect(await entries()).toMatchObject([{ phone_number: "+12025550123", source: "api" }]);
  });

  it("expire when they are told to, in the future only", async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    await add({ phone_numbers: ["+12025550123"], expires_at });
    expect(await entries()).toMatchObject([{ expires_at }]);
    await test.everything
      .updateTable("do_not_call")
      .set({ expires_at: new Date(0) })
      .where("phone_number", "=", "+12025550123")
      .execute();
    expect(await entries()).toEqual([]);
    const body = { phone_numbers: ["+12025550123"], expires_at: "2020-01-01T00:00:00Z" };
    expect(await operator.refused(addDoNotCallOperation, { body })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "expires_at"] }],
    });
    expect(await add({ phone_numbers: ["+12025550123"] })).toMatchObject({ added: 1 });
  });

  it("are told of on the timeline, in one sentence that says how many are new", async () => {
    await add({ phone_numbers: ["+12025550123"] });
    await add({ phone_numbers: ["+12025550123"] });
    await add({ phone_numbers: ["+12025550123", "+12025550124", "+12025550125"] });
    const told = await test.everything
      .selectFrom("timeline_events")
      .select(["summary", "actor"])
      .where("organization_id", "=", tenant.organizationId)
      .orderBy("id")
      .execute();
    const actor = `user:${tenant.operator.userId}`;
    expect(told).toEqual([
      { summary: "A number was added to the do-not-call list", actor },
      { summary: "2 numbers were added to the do-not-call list", actor },
    ]);
  });

  it("texts that are no numbers are all counted, and a thousand of them told", async () => {
    const lines = Array.from({ length: 1003 }, (_, index) => `no number ${index}`);
    const answer = await uploadForm(["phone_number", ...lines].join("\n"));
    expect(answer.status).toBe(200);
    const { invalid, invalid_count } = (await answer.json()) as { invalid: unknown[]; invalid_count: number };
    expect([invalid.length, invalid_count]).toEqual([1000, 1003]);
  });

  it("numbers that fill a page leave no empty page behind it", async () => {
    await add({ phone_numbers: ["+12025550123", "+12025550124"] });
    const read = async (limit: number) => (await operator.call(listDoNotCallOperation, { query: { limit } })).body;
    expect(await read(2)).toMatchObject({ do_not_call: [{}, {}], next_cursor: null });
    expect((await read(1)).next_cursor).not.toBeNull();
  });

  it("come in pages that no number is lost or doubled between", async () => {
    const numbers = Array.from({ length: 25 }, (_, index) => fictionalNumber(index * 7));
    await add({ phone_numbers: numbers });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit: 10, ...(cursor && { cursor }) };
      const { body } = await operator.call(listDoNotCallOperation, { query });
      seen.push(...body.do_not_call.map(({ phone_number }) => phone_number));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(numbers.toSorted());
    const { body } = await operator.call(listDoNotCallOperation, { query: { q: "303 555" } });
    expect(body.do_not_call.map(({ phone_number }) => phone_number)).toEqual(
      numbers.filter((number) => number.includes("303555")).toSorted(),
    );
  });

  it("come in pages that may end between a number's entries of both environments", async () => {
    const sandbox = api.client({ apiKey: (await createKey(test, { tenant, environment: "sandbox" })).apiKey });
    const phone_numbers = ["+12025550123", "+12025550124"];
    await add({ phone_numbers });
    await sandbox.call(addDoNotCallOperation, { body: { phone_numbers } });
    const seen: string[] = [];
    let cursor: string | null | undefined;
    for (const _entry of [1, 2, 3, 4]) {
      const { body } = await operator.call(listDoNotCallOperation, { query: { limit: 1, ...(cursor && { cursor }) } });
      seen.push(...body.do_not_call.map(({ phone_number, environment }) => `${phone_number} ${environment}`));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(phone_numbers.flatMap((number) => [`${number} production`, `${number} sandbox`]));
    expect(cursor).toBeNull();
  });

  it("are found by digits of theirs; by a text without any, none is", async () => {
    await add({ phone_numbers: ["+12025550123", "+12025550199"] });
    const found = async (q: string) =>
      (await operator.call(listDoNotCallOperation, { query: { q } })).body.do_not_call.map(
        (entry) => entry.phone_number,
      );
    expect(await found("555-0123")).toEqual(["+12025550123"]);
    expect(await found("nobody")).toEqual([]);
  });

  it("are removed by their URL-encoded form", async () => {
    await add({ phone_numbers: ["+12025550123", "+12025550124"] });
    const params = { phone_number: "+12025550123" };
    await operator.call(removeDoNotCallOperation, { params });
    expect(await operator.refused(removeDoNotCallOperation, { params })).toMatchObject({ status: 404 });
    expect(await operator.refused(removeDoNotCallOperation, { params: { phone_number: "x/y" } })).toMatchObject({
      status: 404,
    });
    expect(await listed()).toEqual(["+12025550124"]);
  });

  it("are told of on the timeline when they are removed", async () => {
    await add({ phone_numbers: ["+12025550123"] });
    await operator.call(removeDoNotCallOperation, { params: { phone_number: "+12025550123" } });
    const events = await test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("organization_id", "=", tenant.organizationId)
      .where("summary", "like", "%was removed from the do-not-call list")
      .execute();
    expect(events).toHaveLength(1);
  });

  it("are removed by a key of the sandbox only where they are its own", async () => {
    const sandbox = api.client({ apiKey: (await createKey(test, { tenant, environment: "sandbox" })).apiKey });
    await add({ phone_numbers: ["+12025550123"] });
    const params = { phone_number: "+12025550123" };
    expect(await sandbox.refused(removeDoNotCallOperation, { params })).toMatchObject({ status: 403 });
    expect(await listed()).toEqual(["+12025550123"]);
    const own = { phone_number: "+12025550124" };
    await sandbox.call(addDoNotCallOperation, { body: { phone_numbers: [own.phone_number] } });
    await sandbox.call(removeDoNotCallOperation, { params: own });
    expect(await sandbox.refused(removeDoNotCallOperation, { params: own })).toMatchObject({ status: 404 });
  });

  it("are removed as they are added: national ones in the organization's country", async () => {
    await test.everything
      .updateTable("organizations")
      .set({ country: "US" })
      .where("id", "=", tenant.organizationId)
      .execute();
    await add({ phone_numbers: ["(202) 555-0123"] });
    expect(await listed()).toEqual(["+12025550123"]);
    await operator.call(removeDoNotCallOperation, { params: { phone_number: "(202) 555-0123" } });
    expect(await listed()).toEqual([]);
  });

  it("are one organization's own, and viewers only read them", async () => {
    await add({ phone_numbers: ["+12025550123"] });
    const stranger = api.client((await createTenant(test)).operator);
    expect((await stranger.call(listDoNotCallOperation)).body.do_not_call).toEqual([]);
    const params = { phone_number: "+12025550123" };
    expect(await stranger.refused(removeDoNotCallOperation, { params })).toMatchObject({ status: 404 });
    const viewer = api.client(tenant.viewer);
    expect(await viewer.refused(removeDoNotCallOperation, { params })).toMatchObject({ status: 403 });
    expect((await viewer.call(listDoNotCallOperation)).body.do_not_call).toHaveLength(1);
  });
});

describe("a file of numbers", () => {
  it("is taken as a form", async () => {
    await add({ phone_numbers: ["+12025550123"] });
    const response = await uploadForm("name,phone\nAnn,+12025550123\nBob,+12025550124\nCy,no\n");
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        added: 1,
        already_listed: 1,
        invalid: [{ phone_number: "no", reason: "This is not a telephone number.", line: 4 }],
        invalid_count: 1,
        warnings: [],
      },
    ]);
    expect(await entries()).toMatchObject([{ source: "manual" }, { source: "upload" }]);
  });

  describe("whose encoding its bytes do not say", () => {
    const file = Buffer.from("phone\n+12025550123\n\xc8\xe2\xe0\xed\n", "latin1");
    const form = (content: Buffer, fields: [string, string][], after: [string, string][] = []) => {
      const body = new FormData();
      for (const [name, value] of fields) body.set(name, value);
      body.set("file", new Blob([Uint8Array.from(content)]), "numbers.csv");
      for (const [name, value] of after) body.set(name, value);
      return operator.fetch("/api/v1/do-not-call/upload", { method: "POST", body });
    };
    const stored = async (content: Buffer, encoding?: string, fileName = "n.csv") => {
      const { organizationId } = tenant;
      const object_store_key = buildContactFileKey({ organizationId, uuid: randomUUID(), fileName });
      await api.dependencies.objectStore.put(object_store_key, content, "text/csv");
      return { object_store_key, ...(encoding !== undefined && { encoding }) };
    };
    const refused = (field: string, said: string) => ({
      detail: [{ loc: ["body", field], msg: expect.stringContaining(said) }],
    });

    it("is read by the one that is found, which is told, or the one that is named", async () => {
      const found = {
        invalid: [{ phone_number: "Иван" }],
        warnings: [{ code: "encoding_found", count: 1, message: expect.stringContaining("read as windows-1251") }],
      };
      const named = { invalid: [{ phone_number: "╚трэ" }], warnings: [] };
      expect(await (await form(file, [])).json()).toMatchObject(found);
      expect(await (await form(file, [["encoding", "cp866"]])).json()).toMatchObject(named);
      const byStore = async (encoding?: string) =>
        (await operator.call(uploadDoNotCallOperation, { body: await stored(file, encoding) })).body;
      expect(await byStore()).toMatchObject(found);
      expect(await byStore("ibm866")).toMatchObject(named);
    });

    it("is refused with one that is unknown, comes too late or does nothing", async () => {
      const answer = async (sent: Promise<Response>) => {
        const response = await sent;
        return [response.status, await response.json()];
      };
      const excel = workbook([["phone"], ["+12025550123"]]);
      expect(await answer(form(file, [["encoding", "klingon"]]))).toMatchObject([
        422,
        refused("encoding", "utf-16be, windows-1250"),
      ]);
      expect(await answer(form(file, [], [["encoding", "cp866"]]))).toMatchObject([
        422,
        refused("encoding", "before the field `file`"),
      ]);
      expect(await answer(form(excel, [["encoding", "cp866"]]))).toMatchObject([
        422,
        refused("file", "leave `encoding` out"),
      ]);
      for (const [body, said] of [
        [await stored(file, "klingon"), "utf-16be, windows-1250"],
        [await stored(excel, "utf-8", "n.xlsx"), "leave `encoding` out"],
      ] as const) {
        expect(await operator.refused(uploadDoNotCallOperation, { body })).toMatchObject({
          status: 422,
          ...refused("encoding", said),
        });
      }
      expect(await listed()).toEqual([]);
    });
  });

  it("is taken from the object store, by its own organization alone", async () => {
    const { organizationId } = tenant;
    const object_store_key = buildContactFileKey({ organizationId, uuid: randomUUID(), fileName: "n.csv" });
    await api.dependencies.objectStore.put(object_store_key, Buffer.from("+12025550123\n+12025550124\n"), "text/csv");
    const stranger = api.client((await createTenant(test)).operator);
    expect(await stranger.refused(uploadDoNotCallOperation, { body: { object_store_key } })).toMatchObject({
      status: 404,
    });
    const absent = { object_store_key: buildContactFileKey({ organizationId, uuid: randomUUID(), fileName: "n.csv" }) };
    expect(await operator.refused(uploadDoNotCallOperation, { body: absent })).toMatchObject({ status: 404 });
    const { body } = await operator.call(uploadDoNotCallOperation, { body: { object_store_key } });
    expect(body).toMatchObject({ added: 2, invalid_count: 0 });
    // It was read and is of no more use.
    expect(await operator.refused(uploadDoNotCallOperation, { body: { object_store_key } })).toMatchObject({
      status: 404,
    });
  });

  it("is not said to be missing where the store is away", async () => {
    const { organizationId } = tenant;
    const away = await startTestApi(test, {
      dependencies: {
        objectStore: { ...api.dependencies.objectStore, read: () => Promise.reject(new Error("the store is away")) },
      },
    });
    const body = { object_store_key: buildContactFileKey({ organizationId, uuid: randomUUID(), fileName: "n.csv" }) };
    try {
      const client = away.client(tenant.operator);
      expect(await client.refused(uploadDoNotCallOperation, { body })).toMatchObject({ status: 500 });
    } finally {
      await away.close();
    }
  });

  it("stays in force when the file cannot be removed afterwards; the file is swept once it can be", async () => {
    const { objectStore } = api.dependencies;
    const refusing = await startTestApi(test, {
      dependencies: {
        objectStore: { ...objectStore, remove: () => Promise.reject(new Error("the store is away")) },
      },
    });
    const { organizationId: organization_id } = tenant;
    const object_key = buildContactFileKey({ organizationId: organization_id, uuid: randomUUID(), fileName: "n.csv" });
    try {
      await objectStore.put(object_key, Buffer.from("+12025550123\n"), "text/csv");
      await test.everything
        .insertInto("contact_files")
        .values({ organization_id, object_key, size_bytes: 13, created_at: new Date(Date.now() - 7200_000) })
        .execute();
      const { body } = await refusing
        .client(tenant.operator)
        .call(uploadDoNotCallOperation, { body: { object_store_key: object_key } });
      expect(body).toMatchObject({ added: 1, invalid_count: 0 });
    } finally {
      await refusing.close();
    }
    expect(await listed()).toEqual(["+12025550123"]);
    expect(await objectStore.size(object_key)).toBe(13);
    await removeUnusedContactFiles(api.dependencies);
    expect(await objectStore.size(object_key)).toBeNull();
  });

  it("is not blamed for a failure that is ours", async () => {
    const number = "+442079460177";
    const table = sql.table("do_not_call");
    await sql`alter table ${table} add constraint fails_here check (phone_number <> ${sql.lit(number)})`.execute(
      test.everything,
    );
    try {
      expect((await uploadForm(`phone\n${number}\n`)).status).toBe(500);
    } finally {
      await sql`alter table ${table} drop constraint fails_here`.execute(test.everything);
    }
    expect((await uploadForm(`phone\n${number}\n`)).status).toBe(200);
  });

  it("may be large: every number of it binds when it is answered", async () => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => `+1202${2_000_000 + index}`);
    const response = await uploadForm(["phone", ...numbers, ...numbers.slice(0, 10)].join("\n"));
    expect(await response.json()).toMatchObject({ added: 20_000, already_listed: 10 });
    const { count } = await test.everything
      .selectFrom("do_not_call")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("organization_id", "=", tenant.organizationId)
      .executeTakeFirstOrThrow();
    expect(count).toBe(20_000);
    const events = await test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    expect(events).toEqual([{ summary: "20000 numbers were added to the do-not-call list" }]);
  });

  it("is not mistaken for another one under the same Idempotency-Key", async () => {
    const upload = (content: string, name = "a.csv") => uploadForm(content, name, { "idempotency-key": "k" });
    const first = await upload("+12025550123\n");
    const again = await upload("+12025550123\n");
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
    for (const other of [await upload("+12025550124\n"), await upload("+12025550123\n", "b.csv")]) {
      expect([other.status, await other.json()]).toEqual([
        409,
        expect.objectContaining({ code: "idempotency_key_reused" }),
      ]);
    }
    expect(await listed()).toEqual(["+12025550123"]);
  });

  it("is another one under the same Idempotency-Key when a field of its form is another", async () => {
    const upload = (reason: string) => {
      const body = new FormData();
      body.set("reason", reason);
      body.set("file", new Blob(["+12025550123\n"]), "a.csv");
      const headers = { "idempotency-key": "fields" };
      return operator.fetch("/api/v1/do-not-call/upload", { method: "POST", body, headers });
    };
    const [first, again, other] = [await upload("asked"), await upload("asked"), await upload("moved")];
    expect(again.status).toBe(first.status);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(other.status).toBe(409);
  });

  it("is carried out with a key as without one, and leaves no file behind", async () => {
    const spooled = () => readdirSync(tmpdir()).filter((name) => name.startsWith("ringdown-form-"));
    const before = new Set(spooled());
    const numbers = Array.from({ length: 20_000 }, (_, index) => `+1202${3_000_000 + index}`);
    const response = await uploadForm(numbers.join("\n"), "n.csv", { "idempotency-key": "large" });
    expect(await response.json()).toMatchObject({ added: 20_000 });
    const refused = await uploadForm("name\nAnn\n", "n.csv", { "idempotency-key": "no numbers" });
    expect(refused.status).toBe(422);
    // Test files in other processes leave none behind either, and have some for a moment.
    await waitUntil("no other file is left", () => spooled().every((name) => before.has(name)));
  });

  it.each([
    ["no numbers", () => uploadForm("name\nAnn\n"), 422],
    ["an unreadable workbook", () => uploadForm("PK\u0003\u0004 nonsense", "n.xlsx"), 422],
    [
      "a form without a file",
      () => operator.fetch("/api/v1/do-not-call/upload", { method: "POST", body: new FormData() }),
      422,
    ],
    ["a text", () => operator.fetch("/api/v1/do-not-call/upload", { method: "POST", body: "+12025550123" }), 415],
    ["nothing", () => operator.fetch("/api/v1/do-not-call/upload", { method: "POST" }), 415],
    [
      "an unknown field",
      () =>
        operator.fetch("/api/v1/do-not-call/upload", {
          method: "POST",
          body: '{"key":"x"}',
          headers: { "content-type": "application/json" },
        }),
      422,
    ],
  ])("is refused when it is %s", async (_what, send, status) => {
    const response = await send();
    expect([response.status, Object.keys((await response.json()) as object)]).toEqual([
      status,
      expect.arrayContaining(["detail"]),
    ]);
    expect(await listed()).toEqual([]);
  });

  it.each([
    ["small", 100],
    ["large", 100_000],
  ])("that breaks off and is %s adds nothing, and is not in the way of the next", async (_size, count) => {
    const { hostname, port } = new URL(api.baseUrl);
    const numbers = Array.from({ length: count }, (_, index) => `+1202${3_000_000 + index}`).join("\n");
    const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="n.csv"\r\n\r\n${numbers}`;
    const head = `POST /api/v1/do-not-call/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.operator.token}\r\n`;
    const begin = () => {
      const socket = connect(Number(port), hostname);
      socket.write(`${head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n${form}`);
      let isAnswered = false;
      socket.once("data", () => (isAnswered = true));
      return { finish: () => socket.destroy(), isAnswered: () => isAnswered };
    };
    const { first } = await untilNextIsRefused(begin);
    first.finish();
    await waitUntil("the next one is read", async () => (await uploadForm("phone\n+12025550123\n")).status === 200);
    expect(await listed()).toEqual(["+12025550123"]);
  });
});

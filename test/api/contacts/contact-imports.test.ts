import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { NativeConnection, Worker } from "@temporalio/worker";
import { createContactImportActivities } from "../../../activities/contact-import/contact-import.activities.ts";
import { removeUnfilledLists } from "../../../activities/maintenance/remove-unfilled-lists.ts";
import {
  removeExpiredErrorFiles,
  removeUnusedContactFiles,
} from "../../../activities/maintenance/remove-unused-contact-files.ts";
import { restartLostImports } from "../../../activities/maintenance/restart-lost-imports.ts";
import {
  createUploadUrlOperation,
  deleteContactListOperation,
  getContactImportOperation,
  importContactsOperation,
  importIntoNewListOperation,
  listContactImportsOperation,
  listContactListsOperation,
  listContactsOperation,
  updateContactListOperation,
} from "../../../api/contacts/contacts.operations.ts";
import { contactImportContract } from "../../../workflows/contact-import/contact-import.contract.ts";
import { IMPORT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { createContactList } from "../../factories/contacts.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { quietSdk } from "../../harness/quiet-sdk.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { workbook } from "../../infra/contact-file/workbook.ts";

let test: TestDatabase;
let api: TestApi;
let stopWorkers: () => Promise<void>;
let tenant: Tenant;
let operator: ApiClient;
let contactListId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  const namespace = await createTestNamespace();
  api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace } });
  stopWorkers = await startWorkers(namespace);
});
afterAll(async () => {
  await stopWorkers();
  await api.close();
  await test.drop();
});
beforeEach(async () => {
  tenant = await createTenant(test);
  operator = api.client(tenant.operator);
  ({ contactListId } = await createContactList(test, { organizationId: tenant.organizationId }));
});

// The failures are intended and need no log.
quietSdk();

const startWorkers = async (namespace: string) => {
  const connection = await NativeConnection.connect({ address: testEnvironment.temporalAddress() });
  const workers = await Promise.all([
    Worker.create({
      connection,
      namespace,
      taskQueue: WORKFLOW_QUEUE,
      workflowBundle: { codePath: testEnvironment.workflowBundle() },
    }),
    Worker.create({
      connection,
      namespace,
      taskQueue: IMPORT_QUEUE,
      activities: createContactImportActivities({ ...api.dependencies, rowBytesPerOrganization: Infinity }),
    }),
  ]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  return async () => {
    for (const worker of workers) worker.shutdown();
    await running;
    await connection.close();
  };
};

const upload = async (file: string | Buffer): Promise<string> => {
  const body = { file_name: "July leads (final).csv", file_size: Buffer.byteLength(file), content_type: "text/csv" };
  const { body: answer } = await operator.call(createUploadUrlOperation, { body });
  const stored = await fetch(answer.upload_url, {
    method: answer.method,
    headers: answer.headers,
    body: Uint8Array.from(Buffer.from(file)),
  });
  expect(stored.status).toBe(200);
  return answer.object_store_key;
};

const startImport = async (
  body: { object_store_key: string; encoding?: string; consent?: { status: "granted"; source: string } },
  idempotencyKey?: string,
) => {
  const params = { contact_list_id: contactListId };
  return (await operator.call(importContactsOperation, { params, body }, { ...(idempotencyKey && { idempotencyKey }) }))
    .body;
};

const ended = (importId: number, listId = contactListId) =>
  waitUntil("the import has ended", async () => {
    const params = { contact_list_id: listId, import_id: importId };
    const { body } = await operator.call(getContactImportOperation, { params });
    return body.completed_at !== null && body;
  });

describe("an import over HTTP", () => {
  it("takes an uploaded file and tells every bad row", async () => {
    const key = await upload("phone_number,name,plan\n+12025550123,Ann,a\nnonsense,Bob,b\n");
    expect(key).toMatch(new RegExp(`^org-${tenant.organizationId}/contacts/[0-9a-f-]{36}/July_leads_final\\.csv$`));
    const started = await startImport({ object_store_key: key, consent: { status: "granted", source: "form" } });
    expect(started).toEqual({
      import_id: expect.any(Number),
      workflow_id: `org-${tenant.organizationId}/contact-import-${started.import_id}`,
      status: "pending",
    });
    const done = await ended(started.import_id);
    expect(done).toMatchObject({
      status: "completed",
      total_rows: 2,
      imported: 1,
      updated: 0,
      skipped: 0,
      invalid: 1,
      error: null,
    });
    const errors = await fetch(done.errors_url ?? "");
    expect(errors.headers.get("content-disposition")).toContain(`import-${started.import_id}-errors.csv`);
    expect(await errors.text()).toBe("line,value,reason\n3,nonsense,This is not a telephone number.\n");
    const { body } = await operator.call(listContactsOperation, { params: { contact_list_id: contactListId } });
    expect(body.contacts).toMatchObject([
      { phone_number: "+12025550123", attributes: { plan: "a" }, consent: { status: "granted", source: "form" } },
    ]);
    const workflow = await api.dependencies.temporal.workflow.getHandle(started.workflow_id).describe();
    expect(workflow.typedSearchAttributes.getAll()).toContainEqual(
      expect.objectContaining({ value: tenant.organizationId }),
    );
    expect(await workflow.staticSummary()).toBe(`Import of July_leads_final.csv into contact list ${contactListId}`);
  });

  it("an import over HTTP of a file that is no table fails with a sentence, whatever its characters", async () => {
    const key = await upload(`\0PDF ${"x".repeat(35)}😀\n1 0 obj\n`);
    const { import_id: importId } = await startImport({ object_store_key: key });
    expect(await ended(importId)).toMatchObject({
      status: "failed",
      error: expect.stringContaining(`its first row says: PDF ${"x".repeat(35)}.`),
    });
  });

  it("says by which encoding a text was read, and reads it again by the one that is named", async () => {
    const file = Buffer.from("phone,name\n+12025550123,\xc8\xe2\xe0\xed\n", "latin1");
    const read = async (encoding?: string) => {
      const object_store_key = await upload(file);
      const started = await startImport({ object_store_key, ...(encoding && { encoding }) });
      const { warnings } = await ended(started.import_id);
      const { body } = await operator.call(listContactsOperation, { params: { contact_list_id: contactListId } });
      return { names: body.contacts.map(({ name }) => name), warnings };
    };
    const message = expect.stringContaining("it was read as windows-1251");
    expect(await read()).toEqual({ names: ["Иван"], warnings: [{ code: "encoding_found", count: 1, message }] });
    expect(await read("CP866")).toEqual({ names: ["╚трэ"], warnings: [] });
  });

  it("takes no encoding for a workbook, and no unknown one", async () => {
    const params = { contact_list_id: contactListId };
    const text = await upload("phone\n+12025550123\n");
    const refusal = (object_store_key: string, encoding: string) =>
      operator.refused(importContactsOperation, { params, body: { object_store_key, encoding } });
    const refused = (said: string) => ({
      status: 422,
      detail: [{ loc: ["body", "encoding"], msg: expect.stringContaining(said) }],
    });
    expect(await refusal(text.replace(/csv$/, "xlsx"), "utf-8")).toMatchObject(refused("leave `encoding` out"));
    expect(await refusal(text, "klingon")).toMatchObject(refused("utf-16be, windows-1250"));
    // Its first bytes say what it is, not its name.
    const disguised = await upload(workbook([["phone"], ["+12025550123"]]));
    const started = await startImport({ object_store_key: disguised, encoding: "utf-8" });
    expect(await ended(started.import_id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("leave `encoding` out"),
    });
  });

  it("is found again among those of its list, the newest first", async () => {
    const first = await startImport({ object_store_key: await upload("phone_number\n+12025550123\nnonsense\n") });
    const done = await ended(first.import_id);
    const second = await startImport({ object_store_key: await upload("phone_number\n+12025550124\n") });
    const params = { contact_list_id: contactListId };
    const { body } = await operator.call(listContactImportsOperation, { params });
    expect(body.imports).toMatchObject([
      { import_id: second.import_id },
      { ...done, errors_url: expect.stringContaining("http") },
    ]);
    const newest = await operator.call(listContactImportsOperation, { params, query: { limit: 1 } });
    expect(newest.body.imports).toMatchObject([{ import_id: second.import_id }]);
    await ended(second.import_id);
  });

  it("fails with a sentence for a file that was never sent", async () => {
    const body = { file_name: "a.csv", file_size: 1 };
    const { object_store_key } = (await operator.call(createUploadUrlOperation, { body })).body;
    const { import_id } = await startImport({ object_store_key });
    expect(await ended(import_id)).toMatchObject({
      status: "failed",
      error: "The file was not uploaded, or it is no longer there.",
      errors_url: null,
    });
  });

  it("is one import for one Idempotency-Key, also when the first answer was lost", async () => {
    const object_store_key = await upload("phone\n+12025550123\n");
    const first = await startImport({ object_store_key }, "july");
    await test.everything.deleteFrom("idempotency_keys").where("organization_id", "=", tenant.organizationId).execute();
    const second = await startImport({ object_store_key }, "july");
    expect(second.import_id).toBe(first.import_id);
    expect(await ended(first.import_id)).toMatchObject({ imported: 1, updated: 0 });
  });

  it("an import over HTTP whose process died before the workflow was started is started by a look at it", async () => {
    const object_key = await upload("phone\n+12025550123\n");
    const values = {
      organization_id: tenant.organizationId,
      contact_list_id: contactListId,
      request_uuid: crypto.randomUUID(),
    };
    const row = await test.everything
      .insertInto("contact_imports")
      .values({ ...values, object_key })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await ended(row.id)).toMatchObject({ status: "completed", imported: 1 });
  });

  it("an import over HTTP whose workflow is gone, terminated or lost with the server's data, is taken up again", async () => {
    const { everything } = test;
    const { organizationId: organization_id } = tenant;
    const hidden = await everything
      .insertInto("contact_lists")
      .values({ organization_id, name: "of a campaign that has not begun", is_hidden: true })
      .returning("id")
      .executeTakeFirstOrThrow();
    const insert = async (values: { contact_list_id: number; status: "pending" | "processing" }) =>
      everything
        .insertInto("contact_imports")
        .values({
          organization_id,
          object_key: await upload("phone\n+12025550123\n"),
          request_uuid: crypto.randomUUID(),
          ...values,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
    const { id: waitingId } = await insert({ contact_list_id: hidden.id, status: "pending" });
    const { id } = await insert({ contact_list_id: contactListId, status: "processing" });
    const { workflow } = api.dependencies.temporal;
    const handle = await workflow.start(contactImportContract.type, {
      workflowId: contactImportContract.workflowId({ organizationId: organization_id, importId: id }),
      taskQueue: "nobody",
    });
    const atOnce = { olderThanSeconds: 0 };
    expect(await restartLostImports(api.dependencies, atOnce)).toBe(0);
    await handle.terminate();
    expect(await restartLostImports(api.dependencies)).toBe(0);
    // The server's listing of open workflows follows later.
    await waitUntil("it is taken up again", async () => (await restartLostImports(api.dependencies, atOnce)) === 1);
    expect(await ended(id)).toMatchObject({ status: "completed", imported: 1 });
    await everything.deleteFrom("contact_imports").where("id", "=", waitingId).execute();
  });

  it("knows only files and lists of its own organization", async () => {
    const foreign = await createTenant(test);
    const key = await upload("phone\n+12025550123\n");
    const params = { contact_list_id: contactListId };
    const stranger = api.client(foreign.operator);
    const { contactListId: strangersList } = await createContactList(test, { organizationId: foreign.organizationId });
    const theft = { params: { contact_list_id: strangersList }, body: { object_store_key: key } };
    expect(await stranger.refused(importContactsOperation, theft)).toMatchObject({
      status: 404,
      detail: "File not found",
    });
    const disguised = `org-${foreign.organizationId}/contacts/../../${key}`;
    expect(
      await stranger.refused(importContactsOperation, { ...theft, body: { object_store_key: disguised } }),
    ).toMatchObject({ status: 404 });
    expect(await stranger.refused(importContactsOperation, { params, body: { object_store_key: key } })).toMatchObject({
      status: 404,
    });
    const { import_id } = await startImport({ object_store_key: key });
    expect(await stranger.refused(getContactImportOperation, { params: { ...params, import_id } })).toMatchObject({
      status: 404,
    });
    const otherList = { contact_list_id: contactListId + 1000, import_id };
    expect(await operator.refused(getContactImportOperation, { params: otherList })).toMatchObject({ status: 404 });
    await ended(import_id);
  });

  it("makes a list of its own for a file, once for one Idempotency-Key", async () => {
    const body = {
      name: "July",
      description: "from the fair",
      object_store_key: await upload("phone\n+12025550123\n"),
    };
    const make = async () =>
      (await operator.call(importIntoNewListOperation, { body }, { idempotencyKey: "fair" })).body;
    const first = await make();
    await test.everything.deleteFrom("idempotency_keys").where("organization_id", "=", tenant.organizationId).execute();
    expect(await make()).toMatchObject({ import_id: first.import_id, contact_list_id: first.contact_list_id });
    await ended(first.import_id, first.contact_list_id);
    const { body: lists } = await operator.call(listContactListsOperation, {});
    expect(lists.contact_lists).toMatchObject([
      { id: first.contact_list_id, name: "July", description: "from the fair", contact_count: 1 },
      { id: contactListId },
    ]);
  });

  it("is not found by the key of another one, long after that one's answer is forgotten", async () => {
    const first = { name: "July", object_store_key: await upload("phone\n+12025550123\n") };
    const second = { ...first, name: "August", object_store_key: await upload("phone\n+12025550124\n") };
    const made = (await operator.call(importIntoNewListOperation, { body: first }, { idempotencyKey: "used" })).body;
    const forget = () =>
      test.everything.deleteFrom("idempotency_keys").where("organization_id", "=", tenant.organizationId).execute();
    await forget();
    const reused = { status: 409, detail: expect.stringContaining("used for another import") };
    expect(
      await operator.refused(importIntoNewListOperation, { body: second }, { idempotencyKey: "used" }),
    ).toMatchObject(reused);
    await forget();
    const params = { contact_list_id: contactListId };
    const body = { object_store_key: first.object_store_key };
    expect(await operator.refused(importContactsOperation, { params, body }, { idempotencyKey: "used" })).toMatchObject(
      reused,
    );
    await ended(made.import_id, made.contact_list_id);
  });

  it("an import over HTTP that fails leaves no list that it was made with, but one that somebody has named or filled since", async () => {
    const make = async (name: string, file: string) => {
      const body = { name, object_store_key: await upload(file) };
      return (await operator.call(importIntoNewListOperation, { body })).body;
    };
    const failing = await make("July", "name\nAnn\n");
    const renamed = await make("August", "name\nAnn\n");
    const empty = await make("September", "phone\nnonsense\n");
    for (const made of [failing, renamed, empty]) await ended(made.import_id, made.contact_list_id);
    await operator.call(updateContactListOperation, {
      params: { contact_list_id: renamed.contact_list_id },
      body: { name: "Fair" },
    });
    const names = async () =>
      (await operator.call(listContactListsOperation, {})).body.contact_lists.map(({ name }) => name).sort();
    const all = await names();
    expect(await removeUnfilledLists(api.dependencies)).toBe(0);
    expect(await names()).toEqual(all);
    expect(await removeUnfilledLists(api.dependencies, { olderThanSeconds: 0 })).toBe(1);
    expect(await names()).toEqual(all.filter((name) => name !== "July"));
    const { summary } = await test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("organization_id", "=", tenant.organizationId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(summary).toBe("Contact list July was removed: the import that it was made with failed, and nobody is in it");
  });

  it("an import over HTTP that fails leaves the list that it was made with to another import of it", async () => {
    const body = { name: "July", object_store_key: await upload("name\nAnn\n") };
    const made = (await operator.call(importIntoNewListOperation, { body })).body;
    await ended(made.import_id, made.contact_list_id);
    const params = { contact_list_id: made.contact_list_id };
    const good = { object_store_key: await upload("phone\n+12025550123\n") };
    const { import_id } = (await operator.call(importContactsOperation, { params, body: good })).body;
    expect(await removeUnfilledLists(api.dependencies, { olderThanSeconds: 0 })).toBe(0);
    await ended(import_id, made.contact_list_id);
    expect(await removeUnfilledLists(api.dependencies, { olderThanSeconds: 0 })).toBe(0);
  });

  it("an import over HTTP that is refused makes no list", async () => {
    const stranger = api.client((await createTenant(test)).operator);
    const body = { name: "July", object_store_key: await upload("phone\n+12025550123\n") };
    expect(await stranger.refused(importIntoNewListOperation, { body })).toMatchObject({ status: 404 });
    const noCountry = { body: { ...body, default_country: "Atlantis" } };
    expect(await operator.refused(importIntoNewListOperation, noCountry)).toMatchObject({ status: 422 });
    expect((await stranger.call(listContactListsOperation, {})).body.contact_lists).toEqual([]);
    expect((await operator.call(listContactListsOperation, {})).body.contact_lists).toHaveLength(1);
  });

  it.each([
    [{}, "object_store_key"],
    [{ object_store_key: "k", default_country: "Atlantis" }, "default_country"],
    [{ object_store_key: "k", on_duplicate: "replace" }, "on_duplicate"],
    [{ object_store_key: "k", consent: { status: "yes" } }, "consent"],
    [{ object_store_key: "k", mapping: { phone_number: "" } }, "mapping"],
    [{ object_store_key: "k", maping: {} }, "maping"],
  ])("refuses %j", async (body, field) => {
    const refusal = await operator.refused(importContactsOperation, {
      params: { contact_list_id: contactListId },
      body,
    });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: expect.arrayContaining(["body", field]) }] });
  });
});

describe("a file that was uploaded", () => {
  const sizeOf = (key: string) => api.dependencies.objectStore.size(key);

  it("is removed when its import has completed, and stays for another try of one that failed", async () => {
    const [good, bad] = [await upload("phone\n+12025550123\n"), await upload("name\nAnn\n")];
    expect(await ended((await startImport({ object_store_key: good })).import_id)).toMatchObject({
      status: "completed",
    });
    await waitUntil("the file is gone", async () => (await sizeOf(good)) === null);
    expect(await ended((await startImport({ object_store_key: bad })).import_id)).toMatchObject({ status: "failed" });
    expect(await sizeOf(bad)).not.toBeNull();
  });

  it("is removed after a while when nothing has named it, and not while an import waits for it", async () => {
    const [unnamed, awaited] = [await upload("phone\n"), await upload("phone\n")];
    const values = { organization_id: tenant.organizationId, contact_list_id: contactListId };
    const { id } = await test.everything
      .insertInto("contact_imports")
      .values({ ...values, object_key: awaited, request_uuid: crypto.randomUUID() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await removeUnusedContactFiles(api.dependencies, { olderThanSeconds: 3600 });
    expect(await sizeOf(unnamed)).not.toBeNull();
    await removeUnusedContactFiles(api.dependencies, { olderThanSeconds: 0 });
    expect([await sizeOf(unnamed), await sizeOf(awaited)]).toEqual([null, 6]);
    await test.everything.deleteFrom("contact_imports").where("id", "=", id).execute();
  });

  it("a file of bad rows is removed when its time is over", async () => {
    const { import_id } = await startImport({ object_store_key: await upload("phone\nnonsense\n+12025550123\n") });
    const { errors_url } = await ended(import_id);
    await removeExpiredErrorFiles(api.dependencies);
    expect((await fetch(errors_url ?? "")).status).toBe(200);
    await removeExpiredErrorFiles(api.dependencies, { olderThanSeconds: 0 });
    expect((await fetch(errors_url ?? "")).status).toBe(404);
    expect(await ended(import_id)).toMatchObject({ status: "completed", invalid: 1, errors_url: null });
  });

  it("a file of bad rows is removed with its list, an hour later", async () => {
    const { import_id } = await startImport({ object_store_key: await upload("phone\nnonsense\n+12025550123\n") });
    const { errors_url } = await ended(import_id);
    await operator.call(deleteContactListOperation, { params: { contact_list_id: contactListId } });
    await removeUnusedContactFiles(api.dependencies);
    expect((await fetch(errors_url ?? "")).status).toBe(200);
    await removeUnusedContactFiles(api.dependencies, { olderThanSeconds: 0 });
    expect((await fetch(errors_url ?? "")).status).toBe(404);
  });

  it("counts against the organization's room until it is removed", async () => {
    const own = await startTestApi(test, { environment: { UPLOAD_BYTES_PER_ORGANIZATION: "1000" } });
    const client = own.client((await createTenant(test)).operator);
    const ask = (file_size: number) => ({ body: { file_name: "a.csv", file_size } });
    await client.call(createUploadUrlOperation, ask(600));
    expect(await client.refused(createUploadUrlOperation, ask(401))).toMatchObject({
      status: 402,
      detail: expect.stringContaining("import what is uploaded"),
    });
    await client.call(createUploadUrlOperation, ask(400));
    await removeUnusedContactFiles(own.dependencies, { olderThanSeconds: 0 });
    await client.call(createUploadUrlOperation, ask(1000));
    await own.close();
  });
});

describe("upload URLs", () => {
  it.each([
    [{ file_name: "contacts.pdf", file_size: 1 }],
    [{ file_name: "contacts.csv", file_size: 104_857_601 }],
    [{ file_name: "contacts.csv", file_size: 0 }],
    [{ file_name: "contacts.csv", file_size: 1, content_type: "text/csv\r\nX-Evil: 1" }],
  ])("are not given for %j", async (body) => {
    expect(await operator.refused(createUploadUrlOperation, { body })).toMatchObject({ status: 422 });
  });

  it("serve the other spelling, with its names and without its unknown fields", async () => {
    const response = await operator.fetch("/api/v1/s3/presigned-upload-url", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ file_name: "a.xlsx", file_size: 5, purpose: "campaign" }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toMatchObject({
      file_key: answer["object_store_key"],
      s3_key: answer["object_store_key"],
      expires_in: 900,
    });
  });
});

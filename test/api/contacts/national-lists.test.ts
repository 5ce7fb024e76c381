import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { NativeConnection, Worker } from "@temporalio/worker";
import { restartLostNationalLists } from "../../../activities/maintenance/restart-lost-national-lists.ts";
import { createNationalListActivities } from "../../../activities/national-list/national-list.activities.ts";
import { recordConsentOperation } from "../../../api/contacts/consents.operations.ts";
import { createUploadUrlOperation } from "../../../api/contacts/contacts.operations.ts";
import { checkDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import {
  createNationalListOperation,
  getNationalListOperation,
  listNationalListsOperation,
  removeNationalListOperation,
} from "../../../api/contacts/national-lists.operations.ts";
import { insertNationalList } from "../../../infra/postgres/contact/national-list.repository.ts";
import { IMPORT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { quietSdk } from "../../harness/quiet-sdk.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let test: TestDatabase;
let api: TestApi;
let stopWorkers: () => Promise<void>;
let tenant: Tenant;
let operator: ApiClient;

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
});

quietSdk();

const startWorkers = async (namespace: string) => {
  const connection = await NativeConnection.connect({ address: testEnvironment.temporalAddress() });
  const bundle = { codePath: testEnvironment.workflowBundle() };
  const workers = await Promise.all([
    Worker.create({ connection, namespace, taskQueue: WORKFLOW_QUEUE, workflowBundle: bundle }),
    Worker.create({
      connection,
      namespace,
      taskQueue: IMPORT_QUEUE,
      activities: createNationalListActivities(api.dependencies),
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
  const body = { file_name: "registry.csv", file_size: Buffer.byteLength(file), content_type: "text/csv" };
  const { body: answer } = await operator.call(createUploadUrlOperation, { body });
  const stored = await fetch(answer.upload_url, {
    method: answer.method,
    headers: answer.headers,
    body: Uint8Array.from(Buffer.from(file)),
  });
  expect(stored.status).toBe(200);
  return answer.object_store_key;
};
interface Terms {
  source?: string;
  as_of?: string;
  default_country?: string;
  encoding?: string;
}
const bodyOf = async (file: string | Buffer, terms: Terms = {}) => ({
  object_store_key: await upload(file),
  source: "FTC 202",
  as_of: "2026-10-01",
  ...terms,
});
const get = async (id: number) =>
  (await operator.call(getNationalListOperation, { params: { national_list_id: id } })).body;
const load = async (...of: Parameters<typeof bodyOf>) => {
  const { body } = await operator.call(createNationalListOperation, { body: await bodyOf(...of) });
  return waitUntil("it was loaded or not", async () => {
    const list = await get(body.id);
    return !["pending", "loading"].includes(list.state) && list;
  });
};
const rowOf = (id: number) =>
  test.everything.selectFrom("national_lists").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const numbersOf = (id: number) =>
  test.everything.selectFrom("national_numbers").select("digits").where("national_list_id", "=", id).execute();
const check = async (phone_number: string) =>
  (await operator.call(checkDoNotCallOperation, { query: { phone_number } })).body;

const NUMBER = "+12025550123";
const atOnce = { olderThanSeconds: 0 };
const ADMITS = { do_not_call: true };
const ruleOf = async (number: string) =>
  (await check(number)).rules
    .filter(({ rule }) => rule === "do_not_call")
    .map(({ passes }) => ({ do_not_call: passes }))[0];

describe("a national do-not-call list over HTTP", () => {
  it("is loaded from a file, tells each line without a number, and binds", async () => {
    const list = await load(`phone\n${NUMBER}\n${NUMBER}\nnonsense\n`);
    expect(list).toMatchObject({
      scope: "national",
      source: "FTC 202",
      as_of: "2026-10-01",
      state: "in_force",
      numbers: 1,
      invalid: 1,
      faults: [{ line: 4, value: "nonsense", reason: "This is not a telephone number." }],
      error: null,
    });
    const outlook = await check(NUMBER);
    expect(outlook).toMatchObject({
      may_be_dialled: false,
      entry: null,
      national_entry: { scope: "national", source: "FTC 202", as_of: "2026-10-01" },
    });
    expect(outlook.rules).toContainEqual(
      expect.objectContaining({ rule: "do_not_call", passes: false, value: "on FTC 202 of 2026-10-01" }),
    );
    expect(await ruleOf("+12025550124")).toEqual(ADMITS);
  });

  it("says by which encoding it was read, and takes the one that is named; a workbook has none", async () => {
    const file = Buffer.from(`phone\n${NUMBER}\n\xc8\xe2\xe0\xed\n`, "latin1");
    expect(await load(file)).toMatchObject({
      faults: [{ value: "Иван" }],
      warnings: [{ code: "encoding_found", message: expect.stringContaining("read as windows-1251") }],
    });
    expect(await load(file, { encoding: "cp866" })).toMatchObject({ faults: [{ value: "╚трэ" }], warnings: [] });
    const body = await bodyOf(file, { encoding: "klingon" });
    const excel = { ...body, object_store_key: body.object_store_key.replace(/csv$/, "xlsx"), encoding: "utf-8" };
    for (const [refused, said] of [
      [body, "utf-16be, windows-1250"],
      [excel, "leave `encoding` out"],
    ] as const) {
      expect(await operator.refused(createNationalListOperation, { body: refused })).toMatchObject({
        status: 422,
        detail: [{ loc: ["body", "encoding"], msg: expect.stringContaining(said) }],
      });
    }
  });

  it("is loaded although a line holds characters that cannot be stored", async () => {
    const list = await load(`phone\n${NUMBER}\nno\0thing ${"-".repeat(50)}😀😀\n`);
    expect(list).toMatchObject({ state: "in_force", numbers: 1, invalid: 1, error: null });
    expect(list.faults).toMatchObject([{ line: 3, value: `nothing ${"-".repeat(50)}😀` }]);
  });

  it("lets through whoever has granted consent", async () => {
    await load(`phone\n${NUMBER}\n`);
    await operator.call(recordConsentOperation, {
      body: { phone_number: NUMBER, status: "granted", source: "web form" },
    });
    expect(await ruleOf(NUMBER)).toEqual(ADMITS);
    expect((await check(NUMBER)).national_entry).toMatchObject({ source: "FTC 202" });
  });

  it("reads area code and number in two columns, as registries of North America write them", async () => {
    expect(await load("202,5550123\n202,5550124\n", { default_country: "us" })).toMatchObject({
      state: "in_force",
      numbers: 2,
      invalid: 0,
    });
    expect(await ruleOf("+12025550124")).toEqual({ do_not_call: false });
  });

  it("takes the place of the one before, and says so", async () => {
    const first = await load(`phone\n${NUMBER}\n`);
    const second = await load("phone\n+12025550124\n", { as_of: "2026-11-01" });
    expect((await get(first.id)).state).toBe("replaced");
    expect(await ruleOf(NUMBER)).toEqual(ADMITS);
    const older = await bodyOf(`phone\n${NUMBER}\n`, { as_of: "2026-09-01" });
    expect(await operator.refused(createNationalListOperation, { body: older })).toMatchObject({
      status: 409,
      code: "newer_list_in_force",
    });
    const { body } = await operator.call(listNationalListsOperation, { query: { limit: 1 } });
    expect(body).toMatchObject({ national_lists: [{ id: second.id }], next_cursor: String(second.id) });
    const next = await operator.call(listNationalListsOperation, { query: { cursor: Number(body.next_cursor) } });
    expect(next.body).toMatchObject({ national_lists: [{ id: first.id }], next_cursor: null });
  });

  it("binds no more once it was removed, and its numbers are gone", async () => {
    const list = await load(`phone\n${NUMBER}\n`);
    const params = { national_list_id: list.id };
    expect((await operator.call(removeNationalListOperation, { params })).body.state).toBe("removed");
    expect(await ruleOf(NUMBER)).toEqual(ADMITS);
    await waitUntil("its numbers are gone", async () => (await numbersOf(list.id)).length === 0);
    expect(await operator.refused(removeNationalListOperation, { params })).toMatchObject({ status: 404 });
  });

  it("is loaded by maintenance where the process died before its workflow was started", async () => {
    const { object_store_key, source, as_of } = await bodyOf(`phone\n${NUMBER}\n`);
    const { id } = await api.dependencies.database.inOrganization(tenant.organizationId, (tx) =>
      insertNationalList(tx, {
        organization_id: tenant.organizationId,
        request_uuid: randomUUID(),
        source,
        as_of,
        object_key: object_store_key,
        default_country: null,
        created_by: null,
      }),
    );
    expect(await restartLostNationalLists(api.dependencies, atOnce)).toBeGreaterThan(0);
    await waitUntil("it is in force", async () => (await rowOf(id)).state === "in_force");
    expect(await ruleOf(NUMBER)).toEqual({ do_not_call: false });
  });

  it("loses its numbers by maintenance where the process died before its removal was started", async () => {
    const { id } = await load(`phone\n${NUMBER}\n`);
    await test.everything.updateTable("national_lists").set({ state: "removed" }).where("id", "=", id).execute();
    await waitUntil("it is found once the workflow that loaded it has ended, and emptied", async () => {
      await restartLostNationalLists(api.dependencies, atOnce);
      return (await rowOf(id)).emptied_at;
    });
    expect(await numbersOf(id)).toEqual([]);
  });

  it("fails with a sentence for a file that holds no number, and nothing of it is in force", async () => {
    expect(await load("phone\nnonsense\n")).toMatchObject({
      state: "failed",
      error: "The file holds no telephone number; nothing of it is in force.",
    });
    expect(await load("a,b\nc,d\n")).toMatchObject({ state: "failed", error: expect.stringContaining("phone_number") });
  });

  it("refuses a day in the future and a file of somebody else", async () => {
    const future = await bodyOf(`phone\n${NUMBER}\n`, { as_of: "2199-01-01" });
    expect(await operator.refused(createNationalListOperation, { body: future })).toMatchObject({ status: 422 });
    const foreign = { object_store_key: "org-1/contacts/nothing.csv", source: "FTC", as_of: "2026-10-01" };
    expect(await operator.refused(createNationalListOperation, { body: foreign })).toMatchObject({ status: 404 });
  });
});
